import Store
import Foundation
import Testing

@testable import StoreCore

@CasePathable
enum ListAction: Equatable {
  case rows(IdentifiedAction<Int, Screen.Row>)
}

@Suite struct IdentifiedActionTests {
  let action = ListAction.rows(.element(id: 3, action: .tapped(7)))

  @Test func casesByID() {
    #expect(action.is(\.rows))
    #expect(action.is(\.rows[id: 3]))
    #expect(!action.is(\.rows[id: 4]))
    #expect(action[case: \.rows[id: 3].tapped] == 7)
    #expect(action[case: \.rows[id: 4].tapped] == nil)
    #expect(action[case: \.rows.element]?.id == 3)
    #expect((\ListAction.Cases.rows[id: 3].tapped)(7) == action)
    let keyPath: any CaseKeyPath<ListAction, Int> & Sendable = \.rows[id: 3].tapped
    #expect(keyPath(7) == action)
    #expect(keyPath == \ListAction.Cases.rows[id: 3].tapped)
    #expect(keyPath != \ListAction.Cases.rows[id: 4].tapped)
  }

  @Test func descriptionOfKeyPaths() {
    #expect((\ListAction.Cases.rows[id: 3].tapped).caseDescription == #"\.rows[id: 3].tapped"#)
    #expect((\ListAction.Cases.rows.element).caseDescription == #"\.rows.element"#)
    #expect((\ListAction.Cases.self).caseDescription == #"\.self"#)
    #expect((\String.count).caseDescription == nil)
  }

  @Test func conformances() throws {
    let action = IdentifiedAction<Int, String>.element(id: 1, action: "a")
    let sendable: any Sendable = action
    #expect(sendable as? IdentifiedAction<Int, String> == action)
    #expect(Set([action, action, .element(id: 2, action: "a")]).count == 2)
    let data = try JSONEncoder().encode(action)
    #expect(String(decoding: data, as: UTF8.self).contains("element"))
    #expect(try JSONDecoder().decode(IdentifiedAction<Int, String>.self, from: data) == action)
  }
}
