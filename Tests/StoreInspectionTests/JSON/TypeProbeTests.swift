import Foundation
import Store
import Testing

@testable import StoreInspection

private enum Action: Codable {
  case tapped
  case stepChanged(Int)
  case nameChanged(String)
  case moved(x: Double, y: Double, label: String?)
  case tabSelected(Tab)
  case codeChanged(Code)
  case pairChanged(Int, Bool)
  case deleted(id: UUID)
  case dated(Date)
  case linked(URL)
  case ticked(Set<Int>)
  case named([String: Int])
  case received(Result)
  case search(SearchAction)
  case rows(IdentifiedAction<Int, RowAction>)
  case row(id: UUID, action: RowAction)
  case saved(Item)
  case wide(Int128)
  case nested(Tree)
}

private enum Tab: String, Codable, CaseIterable { case home, search }
private enum Code: String, Codable { case a, b }
private enum Result: Codable { case success([String]), failure(String) }
private enum SearchAction: Codable { case queryChanged(String), cleared }
private enum RowAction: Codable { case toggled, renamed(String) }
private struct Item: Codable {
  var id: Int
  var name: String
  var note: String?
  var parts: [Int]
}
private indirect enum Tree: Codable { case node(Tree), leaf }

@Suite struct TypeProbeTests {
  private func shape(_ path: String...) -> TypeProbe.Shape { TypeProbe.shape(of: Action.self, at: path) }

  @Test func casesAreListed() {
    guard case .cases(let names) = shape() else {
      Issue.record("no cases")
      return
    }
    #expect(names.prefix(3) == ["tapped", "stepChanged", "nameChanged"])
    #expect(names.count == 19)
    #expect(shape("search") == .cases(["queryChanged", "cleared"]))
  }

  @Test func elementsAreReachedByTheirIDs() {
    #expect(shape("rows") == .element(id: .literals([.integer(0)])))
    #expect(shape("rows", "element") == .cases(["toggled", "renamed"]))
    #expect(shape("rows", "element", "toggled") == .nothing)
    #expect(shape("rows", "element", "renamed").template == .string(""))
    #expect(shape("row") == .element(id: .literals([.string("00000000-0000-0000-0000-000000000000")])))
    #expect(shape("row", "element") == .cases(["toggled", "renamed"]))
  }

  @Test(
    arguments: [
      ("stepChanged", "0"), ("nameChanged", #""""#), ("moved", #"{"x": 0, "y": 0, "label": null}"#),
      ("pairChanged", #"{"_0": 0, "_1": false}"#), ("deleted", #"{"id": "00000000-0000-0000-0000-000000000000"}"#),
      ("dated", #""2026-01-01T00:00:00Z""#), ("linked", #""https://example.com""#), ("ticked", "[]"), ("named", "{}"),
      ("saved", #"{"id": 0, "name": "", "note": null, "parts": []}"#), ("wide", "0"),
    ]
  )
  func payloadsHaveTemplates(name: String, template: String) {
    #expect(shape(name).template?.description == template)
  }

  @Test func whatATemplateSaysDecodes() throws {
    for name in ["stepChanged", "nameChanged", "moved", "pairChanged", "deleted", "dated", "ticked", "named", "saved"] {
      let text = try #require(shape(name).template).description
      let script = try ScriptParser.parse(SourceText(name: "", text: "send \(name) \(text)"))
      guard case .send(let path, let payload)? = script.statements.first?.kind else {
        Issue.record("\(name) is no statement")
        continue
      }
      _ = try ActionDecoder<Action>().decode(path, payload: payload)
    }
  }

  @Test func literalsOfAnEnumAreAllListed() {
    #expect(shape("tabSelected") == .literals([.string("home"), .string("search")]))
  }

  @Test func noCaseMeansNoPayload() {
    #expect(shape("tapped") == .nothing)
    #expect(shape("tapped").template == nil)
    #expect(shape("bogus") == .unknown)
  }

  @Test func anEnumIsAPathOrAPayload() {
    #expect(shape("received") == .cases(["success", "failure"]))
    #expect(shape("received", "success").template == .array([]))
  }

  @Test func typesWithoutAnEndEnd() {
    #expect(TypeProbe.shape(of: Tree.self) == .cases(["node", "leaf"]))
    #expect(shape("nested") == .cases(["node", "leaf"]))
    #expect(shape("nested", "node", "node", "node") == .cases(["node", "leaf"]))
  }
}
