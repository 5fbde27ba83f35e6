import Store
import Testing

@testable import StoreInspection
@testable import StoreScript
@testable import StoreTrace

private enum Action: Codable {
  case submit
  case queryChanged(String)
  case rowAppeared(id: Int)
  case moved(Int, Int)
  case selected(Int?)
  case search(Search)
  case profileChanged(Profile)
  case rows(IdentifiedAction<Int, Row>)
  case card(id: String, action: Row)
  case detail(PresentationAction<Detail>)
  case path(StackAction<Profile, Search>)

  enum Detail: Codable { case starTapped, renamed(String), alert(PresentationAction<Search>) }
  enum Search: Codable { case cleared, response([Int]) }
  /// Encodes just like an enum with one case.
  struct Profile: Codable { var name = Name() }
  struct Name: Codable { var first = "Blob" }
  indirect enum Row: Codable { case tapped, renamed(String), rows(IdentifiedAction<String, Row>) }
}

struct ActionTextTests {
  @Test func actionsReadLikeTheirSends() throws {
    let texts: [(Action, String)] = [
      (.submit, "submit"),
      (.queryChanged("a"), #"queryChanged "a""#),
      (.rowAppeared(id: 7), #"rowAppeared {"id": 7}"#),
      (.moved(1, 2), #"moved {"_0": 1, "_1": 2}"#),
      (.selected(nil), "selected null"),
      (.search(.cleared), "search.cleared"),
      (.search(.response([1, 2])), "search.response [1, 2]"),
      (.profileChanged(Action.Profile()), #"profileChanged {"name": {"first": "Blob"}}"#),
      (.rows(.element(id: 3, action: .tapped)), "rows[id: 3].tapped"),
      (.rows(.element(id: 3, action: .renamed("b"))), #"rows[id: 3].renamed "b""#),
      (
        .rows(.element(id: 3, action: .rows(.element(id: "x", action: .tapped)))),
        #"rows[id: 3].rows[id: "x"].tapped"#
      ),
      (.card(id: "c", action: .tapped), #"card[id: "c"].tapped"#),
      (.detail(.dismiss), "detail.dismiss"),
      (.detail(.presented(.starTapped)), "detail.presented.starTapped"),
      (.detail(.presented(.renamed("b"))), #"detail.presented.renamed "b""#),
      (.detail(.presented(.alert(.dismiss))), "detail.presented.alert.dismiss"),
      (.detail(.presented(.alert(.presented(.response([1]))))), "detail.presented.alert.presented.response [1]"),
      (.path(.element(id: 2, action: .cleared)), "path[id: 2].cleared"),
      (.path(.popFrom(id: 2)), #"path.popFrom {"id": 2}"#),
      (
        .path(.push(id: 3, state: Action.Profile())),
        #"path.push {"id": 3, "state": {"name": {"first": "Blob"}}}"#
      ),
    ]
    for (action, text) in texts {
      #expect(ActionText(action).description == text)
      // The text decodes to the same action.
      guard case .send(let path, let payload) = try script("send \(text)").statements.first?.kind else { continue }
      let decoded = try ActionDecoder<Action>().decode(path, payload: payload)
      #expect(ActionText(decoded).json == ActionText(action).json)
    }
  }

  @Test func otherTypesAreTheirJSON() {
    enum Raw: String, Encodable { case on }
    #expect(ActionText(Raw.on).description == #""on""#)
    #expect(ActionText([1, 2]).description == "[1, 2]")
    struct Failing: Encodable {
      func encode(to encoder: any Encoder) throws { throw CancellationError() }
    }
    #expect(ActionText(Failing()).description == "Failing()")
    // Key paths of computed properties are described by addresses, which differ in each run.
    struct Writing: Encodable {
      let keyPath: KeyPath<String, Int> = \.count

      func encode(to encoder: any Encoder) throws { throw CancellationError() }
    }
    #expect(!ActionText(Writing()).description.contains("0x"), "\(ActionText(Writing()))")
  }

  @Test(arguments: [
    (Action.submit, ["submit"], ["sub", "submit.now", "search"]),
    (.search(.response([])), ["search", "search.response"], ["search.cleared", "response", "search.response.more"]),
    (
      .rows(.element(id: 3, action: .tapped)), ["rows", "rows[id: 3]", "rows[id: 3].tapped", "rows.element"],
      ["rows[id: 4]", "rows[id: 3].renamed", "rows[id: \"3\"].tapped"]
    ),
    (
      .detail(.presented(.starTapped)), ["detail", "detail.presented", "detail.presented.starTapped"],
      ["detail.dismiss", "detail.presented.renamed", "detail.starTapped"]
    ),
    (
      .path(.element(id: 2, action: .cleared)), ["path", "path[id: 2]", "path[id: 2].cleared"], ["path[id: 1].cleared"]
    ),
    (.card(id: "c", action: .tapped), ["card", "card[id: \"c\"].tapped"], ["card[id: \"d\"]", "card.tapped"]),
  ])
  fileprivate func matches(action: Action, matching: [String], others: [String]) throws {
    let text = ActionText(action)
    for path in matching { #expect(try text.matches(actionPath(path)), "\(path)") }
    for path in others { #expect(try !text.matches(actionPath(path)), "\(path)") }
  }

  private func actionPath(_ text: String) throws -> ValuePath {
    guard case .await(let path, _) = try script("await \(text)").statements.first?.kind else {
      throw CancellationError()
    }
    return path
  }
}
