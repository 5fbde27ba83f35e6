import Dependencies
import Store
import StoreTrace
import Testing

@testable import StoreWeb

/// What a page can do only if the program knows the feature.
@MainActor struct LiveToolsTests {
  private let inspector = LiveInspector(program: "Test", access: .control)

  private func post(_ target: String, _ body: String) async -> String {
    let headers: [WebRequest.Header] = [.init("Authorization", "Bearer \(inspector.token)")]
    let request = WebRequest(method: "POST", target: target, headers: headers, body: Array(body.utf8))
    let response = await inspector.respond(to: request).resolved
    guard case .bytes(let bytes)? = response.body else { return "no body" }
    return "\(response.status ?? 0) \(String(decoding: bytes, as: UTF8.self))"
  }

  private let header =
    #"{"trace":2,"program":"Test","version":"","feature":"F","context":"mock","#
    + #""date":"2026-01-01T00:00:00Z","state":{}}"#

  @Test func aStoreWithoutToolsReadsNoTraces() async throws {
    let store = Store<Int, Int>(initialState: 1) { Reduce { _, _ in .none } }
    let shown = inspector.add("Plain") { true }
    shown.control(store)
    #expect(
      await post("/trace", header)
        == #"409 {"message":"This program can't read traces. A command line of the feature can: `repl --inspect=control`."}"#
    )
    #expect(await post("/trace?store=7", header) == #"404 {"message":"There is no such store."}"#)
    #expect(await post("/trace?step=x", header) == #"400 {"message":"`step` has to be the number of a step."}"#)
    #expect(shown.json["offers"] == .array([]))
    #expect(store.state == 1)
  }

  @Test func aStoreGetsTheStateThatTheToolsRead() async throws {
    let store = Store<Int, Int>(initialState: 1) { Reduce { _, _ in .none } }
    let shown = inspector.add("Counted") { true }
    var tools = LiveTools<Int>()
    tools.state = { trace, step in
      guard let step else { throw LiveRefusal("\(trace.name) has no end.") }
      return step * 10
    }
    shown.control(store, tools)
    #expect(shown.json["offers"] == .array([.string("traces")]))
    #expect(await post("/trace?step=4", header) == #"200 {"note":null}"#)
    #expect(store.state == 40)
    #expect(await post("/trace?name=a%20b", header) == #"409 {"message":"a b has no end."}"#)
    #expect(store.state == 40)
  }
}
