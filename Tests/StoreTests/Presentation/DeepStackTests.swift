import Foundation
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

  /// The address of the stack before a reduction. A separate function, so that its frame contains nothing else.
  @inline(never) static func addressBefore(
    _ reduction: Reduction<Node.State, Node.Action>,
    _ state: inout Node.State,
    _ action: Node.Action
  ) -> Int {
    var local = 0
    _ = reduction(&state, action)
    return withUnsafePointer(to: &local) { Int(bitPattern: $0) }
  }

  /// Sends an action to the deepest of nested features.
  static func tapLeaf(depth: Int) -> (stackUsed: Int, leafTaps: Int) {
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
    var stackUsed = 0
    for _ in 0..<2 { stackUsed = addressBefore(reduction, &state, action) - observer.address }
    var leaf = Optional(state)
    for _ in 0..<depth { leaf = leaf?.path.last }
    return (stackUsed, leaf?.taps ?? -1)
  }

  @Test(.disabled(if: DeepPresentationTests.isSanitized, "A sanitizer needs stack of its own."))
  func noStateIsOnTheStackWhileAnElementRuns() async {
    #expect(MemoryLayout<Node.State>.size >= 4096)
    let outcome = await withCheckedContinuation { continuation in
      let thread = Thread { continuation.resume(returning: Self.tapLeaf(depth: 200)) }
      thread.stackSize = 8 << 20
      thread.start()
    }
    #expect(outcome.leafTaps == 2)
    // The limit is for all frames of a level, without optimization.
    #expect(outcome.stackUsed < 200 * 1792, "\(outcome.stackUsed / 200) bytes a level")
  }
}
