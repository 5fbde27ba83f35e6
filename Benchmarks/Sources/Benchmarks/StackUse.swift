import Foundation
import Store

/// The stack that each level of a feature that presents itself needs.
enum StackUse {
  /// A level, with four kilobytes of state.
  @Reducer
  struct Level {
    struct State {
      var taps = 0
      var payload = Octet(Octet(Octet(0)))
      @Presents var child: State?
    }
    enum Action {
      case tap
      case child(PresentationAction<Action>)
    }

    let probe: Probe

    var body: some Reducer<State, Action> {
      Reduce { state, action in
        if case .tap = action {
          state.taps += 1
          probe.note()
        }
        return .none
      }
      .ifLet(\.$child, action: \.child) { Level(probe: probe) }
    }
  }

  struct Octet<Value> {
    var values: (Value, Value, Value, Value, Value, Value, Value, Value)
    init(_ value: Value) { values = (value, value, value, value, value, value, value, value) }
  }

  /// The address of the stack at which a reducer runs.
  final class Probe {
    var address = 0

    @inline(never) func note() {
      var local = 0
      withUnsafePointer(to: &local) { address = Int(bitPattern: $0) }
    }
  }

  /// The difference in stack address between the root and the deepest level, in bytes.
  private static func stackUsed(levels: Int) -> Int {
    let probe = Probe()
    var state = Level.State()
    var action = Level.Action.tap
    for _ in 0..<levels {
      state = Level.State(child: state)
      action = .child(.presented(action))
    }
    let reduction = Level(probe: probe).makeReduction()
    // The first call also builds the reducers.
    for _ in 0..<2 { _ = reduction(&state, action) }
    let deepest = probe.address
    _ = reduction(&state, .tap)
    return probe.address - deepest
  }

  static func printTable() async {
    let perLevel = await withCheckedContinuation { continuation in
      let thread = Thread { continuation.resume(returning: stackUsed(levels: 200) / 200) }
      thread.stackSize = 8 << 20
      thread.start()
    }
    print(
      "bytes of stack per presented level with \(MemoryLayout<Level.State>.size) bytes of state: \(perLevel) (budget 1536)"
    )
  }
}
