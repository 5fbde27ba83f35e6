import Foundation
import Store
import Testing

@testable import StoreCore

/// Not `Sendable`, as public types are if they do not say so.
struct NotSendablePair: Equatable, Codable { var left = 0 }

@available(*, unavailable)
extension NotSendablePair: Sendable {}

/// An object that would be shared if an action that was decoded wrote the same one twice.
private final class BoundObject: Equatable, Codable {
  var n = 0

  static func == (lhs: BoundObject, rhs: BoundObject) -> Bool { lhs.n == rhs.n }
}

@ObservableState private struct BoundObjectState: Equatable { var box = BoundObject() }

@MainActor @Suite struct BindingCodableTests {
  enum Tab: String, Codable { case home, settings }

  struct NotCodable: Equatable {}

  @ObservableState struct State: Equatable {
    var query = ""
    var limit: Int? = 10
    var tab = Tab.home
    var pair = Pair()
    var notSendable = NotSendablePair()
    var other = NotCodable()
    private(set) var count = 0
    let id = 7
    @Presents var alert: AlertState<Int>?
  }

  struct Pair: Equatable, Codable { var left = 0 }

  enum Action: BindableAction, Equatable, Codable { case binding(BindingAction<State>), cleared }

  func json(_ value: some Encodable) throws -> String {
    String(decoding: try JSONEncoder().encode(value), as: UTF8.self)
  }

  func decode<Value: Decodable>(_ text: String) throws -> Value {
    try JSONDecoder().decode(Value.self, from: Data(text.utf8))
  }

  @Test(arguments: [
    (Action.set(\.query, "swift"), #"{"binding":{"_0":{"query":"swift"}}}"#),
    (.set(\.limit, 3), #"{"binding":{"_0":{"limit":3}}}"#),
    (.set(\.limit, nil), #"{"binding":{"_0":{"limit":null}}}"#),
    (.set(\.tab, .settings), #"{"binding":{"_0":{"tab":"settings"}}}"#),
    (.set(\.pair, Pair(left: 2)), #"{"binding":{"_0":{"pair":{"left":2}}}}"#),
    (.cleared, #"{"cleared":{}}"#),
  ])
  func bindingsNameThePropertyThatTheyWrite(_ action: Action, _ text: String) throws {
    #expect(try json(action) == text)
    #expect(try decode(text) == action)
  }

  @Test func actionsWithoutCasePathsCanWrite() {
    let store: Store<State, Action> = Store(initialState: State()) { BindingReducer() }
    store.query = "b"
    #expect(store.query == "b")
  }

  @Test func whatWasDecodedWritesAndMatchesAsWhatWasSet() throws {
    let action: Action = try decode(#"{"binding":{"_0":{"query":"a"}}}"#)
    let store: Store<State, Action> = Store(initialState: State()) {
      BindingReducer()
      Changes<State, Action> { state, action in if case .binding(\.query) = action { state.limit = nil } }
    }
    store.send(action)
    #expect(store.query == "a" && store.limit == nil)
    #expect(action.binding?.keyPath as AnyKeyPath? == \State.query)
  }

  @Test func eachWriteOfADecodedActionHasAnObjectOfItsOwn() throws {
    let action: BindingAction<BoundObjectState> = try decode(#"{"box":{"n":5}}"#)
    var (first, second) = (BoundObjectState(), BoundObjectState())
    action(&first)
    action(&second)
    first.box.n += 1
    #expect(second.box.n == 5)
  }

  @Test func valuesNeedNotBeSendable() throws {
    let text = #"{"binding":{"_0":{"notSendable":{"left":2}}}}"#
    let action: Action = try decode(text)
    let store: Store<State, Action> = Store(initialState: State()) { BindingReducer() }
    store.send(action)
    #expect(store.notSendable == NotSendablePair(left: 2))
    #expect(try json(action) == text)
  }

  @Test(arguments: [
    "{}", #"{"qery":"a"}"#, #"{"query":"a","tab":"home"}"#, #"{"count":1}"#, #"{"id":1}"#, #"{"other":{}}"#,
    #"{"alert":null}"#,
  ])
  func anythingElseIsRefused(_ text: String) {
    let error = #expect(throws: DecodingError.self) { let _: BindingAction<State> = try decode(text) }
    guard case .dataCorrupted(let context) = error else { return #expect(Bool(false), "\(String(describing: error))") }
    let rule = "A binding names one property that it writes: 'query', 'limit', 'tab', 'pair', 'notSendable'."
    #expect(context.debugDescription == rule)
  }

  @Test func aValueOfAnotherTypeIsRefused() {
    #expect(throws: DecodingError.self) { let _: BindingAction<State> = try decode(#"{"query":1}"#) }
  }

  @Test func aPartOfAPropertyHasNoName() {
    let error = #expect(throws: EncodingError.self) { try json(BindingAction<State>.set(\.pair.left, 1)) }
    guard case .invalidValue(_, let context) = error else {
      return #expect(Bool(false), "\(String(describing: error))")
    }
    let reason = "which is none of the properties in State.bindableFields: 'query', 'limit'"
    #expect(context.debugDescription.contains(reason))
  }

  @Test func aGenericStateListsWhatFits() throws {
    #expect(try json(BindingAction<Box<Int>>.set(\.content, 1)) == #"{"content":1}"#)
    #expect(Box<Int>.bindableFields.names == ["content"])
    #expect(Plain.bindableFields.names == ["text"] && Nothing.bindableFields.names == [])
  }

  @Test func aBindingIsDumpedAsItIsWritten() {
    let dump = valueDump(Action.set(\.query, "swift"))
    #expect(dump.contains(".set(") && dump.contains(#""swift""#) && !dump.contains("Function"))
  }
}

@ObservableState private struct Box<Value: Codable & Equatable & Sendable> { var content: Value }

@ObservableState private struct Nothing {}

/// A state without the macro.
private struct Plain: BindableState {
  var text = ""

  static var bindableFields: BindableFields<Self> {
    var fields = BindableFields<Self>()
    fields.add("text", \.text)
    return fields
  }
}
