import Dependencies
import Store
import Testing

@testable import StoreTrace
@testable import StoreWeb

/// What a page can do only if the program knows the feature.
@MainActor struct LiveToolsTests {
  private let inspector = LiveInspector(program: "Test", access: .control)

  private func get(_ target: String) async -> String { await answer("GET", target) }

  private func post(_ target: String, _ body: String) async -> String { await answer("POST", target, body) }

  private func answer(_ method: String, _ target: String, _ body: String = "") async -> String {
    let headers: [WebRequest.Header] = [.init("Authorization", "Bearer \(inspector.token)")]
    let request = WebRequest(method: method, target: target, headers: headers, body: Array(body.utf8))
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
    #expect(await get("/screen") == #"409 {"message":"The feature has no screen."}"#)
    #expect(await get("/script") == #"409 {"message":"Only sessions at a prompt have a script."}"#)
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

  private struct Account: Encodable, Equatable {
    var token = "s3cret"
    var text = "<b>"
  }

  @Test func screensAreThoseOfTheStepsAndTellNoSecrets() async throws {
    let store = Store<Account, String>(initialState: Account()) {
      Reduce { account, text in
        account.text = text
        return .none
      }
    }
    let shown = inspector.add("Account") { true }
    let redaction = Redaction(Redaction.standardWords)
    let destination = TraceDestination(path: nil, program: "Test", version: "", redaction: redaction) {
      shown.begin($0)
    }
    let encoder = JSONStateEncoder()
    let (recorder, state) = try destination.begin(feature: "F", isLive: false, localization: nil) {
      try store.withState(encoder.encode)
    }
    store.record(in: recorder, from: state, encoding: encoder.encode)
    var tools = LiveTools<Account>()
    tools.screen = { account, _ in [("\(account.text) \(account.token)", "bold")] }
    shown.control(store, tools)
    func screen(_ step: String) async -> String { await get("/screen?store=1\(step)") }
    #expect(await screen("") == #"200 {"lines":[["<b> [redacted]","bold"]]}"#)
    store.send("my s3cret")
    store.send("b")
    #expect(await screen("&step=1") == #"200 {"lines":[["my [redacted] [redacted]","bold"]]}"#)
    #expect(await screen("&step=0") == #"200 {"lines":[["<b> [redacted]","bold"]]}"#)
    #expect(
      await screen("&step=7")
        == #"409 {"message":"The program no longer has the state after step 7: it keeps those of the latest 200 steps."}"#
    )
    #expect(await get("/screen?store=2") == #"404 {"message":"There is no such store."}"#)
  }
}
