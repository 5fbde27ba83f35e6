import Foundation
import Testing

@testable import StoreInspection
@testable import StoreTrace

/// That cases, ids and payloads are found where a path leads is in `CompleterTests`.
@Suite struct TypeProbeTests {
  private indirect enum Tree: Codable { case node(Tree), leaf }
  private func shape(_ path: String...) -> TypeProbe.Shape { TypeProbe.shape(of: SampleAction.self, at: path) }

  @Test func whereAPathLeads() {
    // An enum is a path or a payload.
    #expect(shape("search", "response") == .cases(["success", "failure"]))
    #expect(shape("search", "response", "success").template == .array([]))
    #expect(shape("card") == .element(id: .literals([.string("")])))
    #expect(shape("tabSelected") == .literals([.string("home-tab"), .string("search-tab")]))
    // Types without an end end.
    #expect(TypeProbe.shape(of: Tree.self, at: ["node", "node", "node"]) == .cases(["node", "leaf"]))
    #expect(TypeProbe.shape(of: URL.self).template == .string("https://example.com"))
  }

  @Test(
    arguments: [
      ("level", "0"), ("queryChanged", #""""#), ("resized", #"{"width": 0, "height": null}"#),
      ("tagged", #"{"_0": 0, "label": ""}"#), ("identified", #""00000000-0000-0000-0000-000000000000""#),
      ("due", #""2026-01-01T00:00:00Z""#), ("links", "[]"), ("counted", "{}"), ("isOnChanged", "false"),
      ("profileChanged", #"{"name": "", "nickname": null, "emails": []}"#),
    ]
  )
  func payloadsHaveTemplatesThatDecode(name: String, template: String) throws {
    #expect(shape(name).template?.description == template)
    guard case .send(let path, let payload)? = try script("send \(name) \(template)").statements.first?.kind else {
      return #expect(Bool(false), "\(name) is no statement") as Void
    }
    _ = try ActionDecoder<SampleAction>().decode(path, payload: payload)
  }
}

struct CodingKeyNamesTests {
  private enum None: CodingKey {}
  private enum Only: CodingKey { case only }
  private enum Renamed: String, CodingKey { case a, b = "renamed", c }
  private struct Generic<Value> { enum Key: CodingKey { case x, y } }

  @Test func enumsOfKeys() {
    #expect(None.names == [])
    #expect(Only.names == ["only"])
    #expect(Renamed.names == ["a", "renamed", "c"])
    #expect(Generic<Int>.Key.names == ["x", "y"])
  }

  private final class Reference: CodingKey {
    var stringValue: String { "" }
    var intValue: Int? { nil }
    init?(stringValue: String) { nil }
    init?(intValue: Int) { nil }
  }

  /// A key whose cases have payloads, and therefore another memory layout.
  private enum Payload: CodingKey {
    case index(Int), name
    var stringValue: String { "" }
    var intValue: Int? { nil }
    init?(stringValue: String) { nil }
    init?(intValue: Int) { nil }
  }

  @Test func otherKeys() {
    #expect(SourceKey.names == nil)
    #expect(Payload.names == nil)
    #expect(Reference.names == nil)
  }
}
