import Store
import Testing

/// The call stack that features with stacks of themselves need.
@Suite struct DeepStackTests {
  @Reducer struct Node {
    struct State {
      var taps = 0
      var payload = DeepPresentationTests.Payload()
      var path = StackState<State>()
    }

    enum Action {
      case tapped
      case path(StackAction<State, Action>)
    }

    let observer: DeepPresentationTests.StackObserver

    // The type of `body` is `Reduce`, because an opaque type could not refer to itself.
    var body: Reduce<State, Action> {
      Reduce(
        Reduce<State, Action> { state, action in
          if case .tapped = action {
            state.taps += 1
            observer.note()
          }
          return .none
        }
        .forEach(\.path, action: \.path) { Node(observer: observer) }
      )
    }
  }

  /// Sends an action to the deepest of nested features.
  static func tapLeaf(depth: Int) -> DeepPresentationTests.Outcome {
    let observer = DeepPresentationTests.StackObserver()
    var state = Node.State()
    var action = Node.Action.tapped
    for _ in 0..<depth {
      var parent = Node.State()
      parent.path.append(state)
      state = parent
      action = .path(.element(id: 0, action: action))
    }
    let reduction = Node(observer: observer).makeReduction()
    var outcome = DeepPresentationTests.Outcome()
    for _ in 0..<2 {
      outcome.stackUsed = DeepPresentationTests.addressBefore(reduction, &state, action) - observer.address
    }
    var leaf = Optional(state)
    for _ in 0..<depth { leaf = leaf?.path.last }
    outcome.leafTaps = leaf?.taps ?? -1
    return outcome
  }

  @Test(.disabled(if: DeepPresentationTests.isSanitized, "A sanitizer needs stack of its own."))
  func noStateIsOnTheStackWhileAnElementRuns() async {
    #expect(MemoryLayout<Node.State>.size >= 4096)
    await DeepPresentationTests.checkStack { Self.tapLeaf(depth: $0) }
  }
}
