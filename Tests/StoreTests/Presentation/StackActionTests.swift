import Store
import Foundation
import Testing

@testable import StoreCore

@Suite struct StackActionTests {
  typealias Action = StackAction<String, Page.Action>

  struct Screen: Codable, Hashable {
    var title = ""
  }

  @Test func cases() {
    let action = Book.Action.path(.element(id: 3, action: .nextTapped(number: 7)))
    #expect(action.is(\.path))
    #expect(action.is(\.path.element))
    #expect(action.is(\.path[id: 3]))
    #expect(action.is(\.path[id: 3].nextTapped))
    #expect(!action.is(\.path[id: 4]))
    #expect(!action.is(\.path.popFrom))
    #expect(action[case: \.path[id: 3].nextTapped] == 7)
    #expect(action[case: \.path[id: 4].nextTapped] == nil)
    let element = action[case: \.path.element]
    #expect(element?.id == 3)
    let pop = (\Book.Action.Cases.path.popFrom)(2)
    #expect(pop[case: \.path.popFrom] == 2)
    let push = (\Action.Cases.push)((id: 1, state: "a"))
    #expect(push == .push(id: 1, state: "a"))
    #expect(push[case: \.push]?.state == "a")
    #expect((\Action.Cases.element)((id: 1, action: .tapped)) == .element(id: 1, action: .tapped))
    #expect((\Action.Cases[id: 1].tapped)() == .element(id: 1, action: .tapped))
  }

  @Test func descriptionOfKeyPaths() {
    #expect((\Book.Action.Cases.path[id: 3].nextTapped).caseDescription == #"\.path[id: 3].nextTapped"#)
    #expect((\Book.Action.Cases.path.popFrom).caseDescription == #"\.path.popFrom"#)
  }

  @Test func messages() {
    #expect(valueDump(Action.popFrom(id: 2)) == "StackAction<String, Page.Action>.popFrom(id: #2)")
  }

  @Test func json() throws {
    typealias Action = StackAction<Screen, String>
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let actions: [(Action, String)] = [
      (.element(id: 3, action: "tapped"), #"{"element":{"action":"tapped","id":3}}"#),
      (.popFrom(id: 3), #"{"popFrom":{"id":3}}"#),
      (.push(id: 3, state: Screen(title: "a")), #"{"push":{"id":3,"state":{"title":"a"}}}"#),
    ]
    for (action, json) in actions {
      #expect(String(decoding: try encoder.encode(action), as: UTF8.self) == json)
      #expect(try JSONDecoder().decode(Action.self, from: Data(json.utf8)) == action)
    }
    #expect(Set(actions.map(\.0)).count == 3)
    let sendable: any Sendable = actions[0].0
    #expect(sendable as? Action == actions[0].0)
  }
}
