import Dependencies
import Foundation
import Store
import Testing

/// The call stack that features need that present themselves.
@Suite struct DeepPresentationTests {
  /// A feature that may contain itself, with four kilobytes of state.
  @Reducer
  struct Node {
    struct State {
      var taps = 0
      var payload = Payload()
      @Presents var child: State?
    }

    enum Action {
      case tapped
      case close
      case child(PresentationAction<Action>)
    }

    let observer: StackObserver
    @Dependency(\.dismiss) var dismiss

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .tapped:
          state.taps += 1
          observer.note()
          return .none
        case .close:
          return .run { [dismiss] _ in await dismiss() }
        case .child:
          return .none
        }
      }
      .ifLet(\.$child, action: \.child) { Node(observer: observer) }
    }
  }

  /// The address of the stack at which a reducer runs.
  final class StackObserver {
    var address = 0
    func note() {
      var local = 0
      withUnsafePointer(to: &local) { address = Int(bitPattern: $0) }
    }
  }

  /// Eight equal values. Eight times eight times eight integers take four kilobytes.
  struct Octet<Value> {
    var values: (Value, Value, Value, Value, Value, Value, Value, Value)
    init(_ value: Value) { values = (value, value, value, value, value, value, value, value) }
  }

  struct Payload {
    var integers = Octet(Octet(Octet(0)))
  }

  /// The address of the stack before a reduction. A separate function, so that its frame contains nothing else.
  @inline(never) static func addressBefore<State, Action>(
    _ reduction: Reduction<State, Action>,
    _ state: inout State,
    _ action: Action
  ) -> Int {
    var local = 0
    _ = reduction(&state, action)
    return withUnsafePointer(to: &local) { Int(bitPattern: $0) }
  }

  /// Sanitizers make each frame several times as large.
  static let isSanitized = {
    guard let program = dlopen(nil, RTLD_NOW) else { return false }
    return dlsym(program, "__tsan_init") != nil || dlsym(program, "__asan_init") != nil
  }()

  /// Taps the deepest of nested features twice. Returns how much of the stack is used.
  static func tapLeaf(depth: Int) -> (taps: Int, used: Int) {
    let observer = StackObserver()
    var (state, action) = (Node.State(), Node.Action.tapped)
    for _ in 0..<depth { (state, action) = (Node.State(child: state), .child(.presented(action))) }
    let reduction = Node(observer: observer).makeReduction()
    var used = 0
    for _ in 0..<2 { used = addressBefore(reduction, &state, action) - observer.address }
    while let child = state.child { state = child }
    return (state.taps, used)
  }

  /// All children are run by one type.
  @Test(.disabled(if: isSanitized, "A sanitizer needs stack of its own."))
  func noStateIsOnTheStackWhileAChildRuns() async {
    #expect(MemoryLayout<Node.State>.size >= 4096)
    let (taps, used) = await withCheckedContinuation { continuation in
      let thread = Thread { continuation.resume(returning: Self.tapLeaf(depth: 200)) }
      thread.stackSize = 8 << 20
      thread.start()
    }
    #expect(taps == 2)
    // The limit is for all frames of a level, without optimization.
    #expect(used < 200 * 2500, "\(used / 200) bytes a level")
  }

  /// Runs its jobs on a thread with the stack size of secondary threads, on systems where that is small.
  private final class SmallStackExecutor: SerialExecutor {
    private let jobs = Locked<[UnownedJob]>([])
    private let wakeup = DispatchSemaphore(value: 0)

    func start() {
      let thread = Thread { [self] in
        while true {
          wakeup.wait()
          guard let job = jobs.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) else { return }
          job.runSynchronously(on: asUnownedSerialExecutor())
        }
      }
      thread.stackSize = 512 << 10
      thread.start()
    }

    func enqueue(_ job: consuming ExecutorJob) {
      let job = UnownedJob(job)
      jobs.withLock { $0.append(job) }
      wakeup.signal()
    }

    /// Ends the thread after all jobs are done.
    func stop() { wakeup.signal() }
  }

  private actor SmallStack {
    let executor: SmallStackExecutor
    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    init(executor: SmallStackExecutor) {
      self.executor = executor
      executor.start()
    }

    /// Makes a store of nested features and its scoped stores, taps the deepest feature, and lets it dismiss itself.
    func tapAndCloseLeaf(depth: Int) async -> (tapped: Int, left: Int) {
      var state = Node.State()
      for _ in 0..<depth { state = Node.State(child: state) }
      let root = Store(initialState: state) { Node(observer: StackObserver()) }
      var leaf = root
      while let child = leaf.scope(state: \.$child, action: \.child) { leaf = child }
      leaf.send(.tapped)
      let tapped = leaf.taps
      await leaf.send(.close).finish()
      var left = 0
      var last = root
      while let child = last.scope(state: \.$child, action: \.child) { (last, left) = (child, left + 1) }
      root.send(.child(.dismiss))
      return (tapped, root.child == nil ? left : -1)
    }
  }

  @Test(.disabled(if: isSanitized, "A sanitizer needs stack of its own."))
  func manyLevelsFitOnAThreadsStack() async {
    let executor = SmallStackExecutor()
    let outcome = await SmallStack(executor: executor).tapAndCloseLeaf(depth: 150)
    executor.stop()
    #expect(outcome.tapped == 1)
    #expect(outcome.left == 149)
  }
}
