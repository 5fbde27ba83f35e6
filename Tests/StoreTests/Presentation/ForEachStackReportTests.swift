import StoreTesting
import Testing

@testable import StoreCore

@MainActor @Suite struct ForEachStackReportTests {
  func makeStore(_ numbers: Int...) -> TestStoreOf<Book> {
    let store = TestStore(initialState: Book.State(path: StackState(numbers.map { Page.State(number: $0) }))) { Book() }
    store.exhaustivity = .off
    return store
  }

  func reported(_ action: Book.Action) async -> String {
    let store = makeStore(10, 11, 12)
    await store.send(.path(.popFrom(id: 2)))
    await store.send(.change { $0.log = [] })
    let before = store.state.path
    let issues = await withCapturedIssues { await store.send(action) }
    #expect(store.state.path == before && store.state.path.nextID == 3)
    #expect(issues.map { "\($0.fileID):\($0.line)" } == ["StoreTests/Book.swift:\(Book.line)"])
    return issues.first?.message ?? ""
  }

  @Test func anActionForAPageThatIsNotThere() async {
    let message = await reported(.path(.element(id: 2, action: .tapped)))
    let start = """
      "forEach" at StoreTests/Book.swift:\(Book.line) got a child action for an element that is not there. The action \
      was ignored.

        Action:
          Book.Action.path(
            .element(
              id: #2,
              action: .tapped
            )
          )
        State:
          Book.State(
            id: 0,
            path: [
              #0: Page.State(
      """
    #expect(message.hasPrefix(start), "\(message)")
  }

  @Test func poppingAPageThatIsNotThere() async {
    #expect(
      await reported(.path(.popFrom(id: 2))) == """
        "forEach" at StoreTests/Book.swift:\(Book.line) was told to pop an element that is not on the stack. Nothing was \
        popped.

          Id:     #2
          Stack:  [#0, #1]

        This usually happens for one of these reasons:

        • The element had gone already. Two things popped it, such as a parent reducer that removes the element when it \
        is done, and the element itself that calls "dismiss", or a back button that was tapped twice. Let one of them do \
        it.

        • The id is that of an element of another stack. Send the action through the store, or the parent, that the \
        element belongs to.
        """
    )
  }

  @Test(
    arguments: [
      (0, "an id that another element has", "The id is that of an element which is on the stack"),
      (-1, "an id that is out of bounds", "Ids begin at 0, and are below 9007199254740992"),
      (Int.max, "an id that is out of bounds", "Ids begin at 0, and are below 9007199254740992"),
    ]
  )
  func pushingWithAnIDThatCantBeUsed(number: Int, reason: String, consequence: String) async {
    let id = StackElementID(generation: number)
    #expect(
      await reported(.path(.push(id: id, state: Page.State(number: 20)))) == """
        "forEach" at StoreTests/Book.swift:\(Book.line) was told to push an element with \(reason). Nothing was pushed.

          Id:       \(id)
          Stack:    [#0, #1]
          Next id:  #3

        Every element has an id of its own, so that what is on its way to one element never reaches another. \
        \(consequence).

        This usually happens for one of these reasons:

        • The action was sent twice, such as by a button that was tapped twice. Send each "push" with the "nextID" that \
        the stack has at that time.

        • The id was made up or kept from before. Let a reducer "append" to the stack, which chooses the id.
        """
    )
  }

  /// As in TCA. The effects of the popped element were cancelled, so that none of them reaches the new element.
  @Test func pushingWithAnIDThatWasPopped() async {
    let store = makeStore(10, 11)
    await store.send(.path(.popFrom(id: 0))) { $0.path = StackState() }
    await store.send(.path(.push(id: 0, state: Page.State(number: 20)))) { $0.path[id: 0] = Page.State(number: 20) }
    await store.send(.path(.push(id: 2, state: Page.State(number: 21)))) { $0.path[id: 2] = Page.State(number: 21) }
    await store.send(.path(.element(id: 0, action: .tapped))) { $0.path[id: 0]?.taps = 1 }
    #expect(store.state.path.ids == [0, 2] && store.state.path.nextID == 3)
  }

  @Test func pushingWithAnIDThatIsAheadIsReportedToTests() async {
    let store = makeStore(10)
    let before = store.state
    let issues = await withCapturedIssues { await store.send(.path(.push(id: 2, state: Page.State(number: 20)))) }
    #expect(store.state.path.ids == [0, 2])
    let message = """
      "forEach" at StoreTests/Book.swift:\(Book.line) was told to push an element with an id that is ahead of the next. \
      It was pushed.

        Id:       #2
        Next id:  #1

      In the app the element has the next id, as a stack numbers its elements in the order in which they are added. \
      Send "push" with that id, or with the "nextID" of the stack.
      """
    #expect(issues.map(\.message) == [message])
    let live = withDependencies({ $0.context = .live }, operation: { Store(initialState: before) { Book() } })
    #expect(withCapturedIssues { _ = live.send(.path(.push(id: 2, state: Page.State(number: 20)))) }.isEmpty)
    #expect(live.path.ids == [0, 2])
  }

  /// The stack has no address, so that it was copied to look for the element.
  @Test func anActionForAnElementThatIsNotOnAComputedStack() {
    final class Object {}
    struct Element { let object: Object }
    struct State {
      var elements: StackState<Element>
      var path: StackState<Element> {
        get { elements }
        set { elements = newValue }
      }
    }
    weak var object: Object?
    do {
      let element = Element(object: Object())
      object = element.object
      let store = Store(initialState: State(elements: [element])) {
        Changer<State, StackAction<Element, Int>>().forEach(\.path, action: \.child) {}
      }
      #expect(withCapturedIssues { _ = store.send(.child(.element(id: 1, action: 1))) }.count == 1)
      #expect(object != nil)
    }
    #expect(object == nil)
  }

  @Test func alertsOnTheStack() {
    typealias Alert = AlertState<Int>
    struct State { var path: StackState<Alert> = [Alert { TextState("Sure?") }] }
    let line = #line + 4
    let store = Store(initialState: State()) {
      Changer<State, StackAction<Alert, Int>>()
        // The message contains the line of the operator.
        .forEach(\.path, action: \.child) {}
    }
    let issues = withCapturedIssues { _ = store.send(.child(.element(id: 0, action: 1))) }
    #expect(issues.map(\.line) == [line])
    let message = """
      "forEach" at StoreTests/ForEachStackReportTests.swift:\(line) found an alert or a dialog on the stack. It stays \
      there when it has been answered.

        Id:       #0
        Element:
          AlertState<Int>(
            title: "Sure?",
            message: nil,
            buttons: []
          )

      What goes away with its first action is presented by a feature, and is no screen of its own. Hold it in the state \
      of the feature that asks, "@Presents var alert: AlertState<Action.Alert>?", and apply \
      "ifLet(\\.$alert, action: \\.alert)" to that feature's reducer.
      """
    #expect(issues.map(\.message) == [message])
    #expect(store.path.count == 1)
    // Reported once for each element.
    #expect(withCapturedIssues { _ = store.send(.child(.element(id: 0, action: 1))) }.isEmpty)
    #expect(withCapturedIssues { _ = store.send(.change { $0.path.append(Alert { TextState("!") }) }) }.count == 1)
    #expect(withCapturedIssues { _ = store.send(.child(.push(id: 2, state: Alert { TextState("?") }))) }.count == 1)
    #expect(withCapturedIssues { _ = store.send(.change { $0.path = [Alert { TextState("?") }] }) }.count == 1)
    #expect(store.path.ids == [3])
  }

  @CasePathable enum Screen { case page, alert(AlertState<Int>) }

  @Test func alertsAmongTheCasesOfAPath() {
    struct State { var path: StackState<Screen> = [.page] }
    let store = Store(initialState: State()) {
      Changer<State, StackAction<Screen, Never>>().forEach(\.path, action: \.child) {}
    }
    #expect(withCapturedIssues { _ = store.send(.change { $0.path.append(.page) }) }.isEmpty)
    let issues = withCapturedIssues {
      _ = store.send(.change { $0.path.append(.alert(AlertState { TextState("?") })) })
    }
    let element = "  Id:       #2\n  Element:\n    ForEachStackReportTests.Screen.alert("
    #expect(issues.map { $0.message.contains(element) } == [true])
  }
}
