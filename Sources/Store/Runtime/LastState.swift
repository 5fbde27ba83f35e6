/// A copy of a scoped store's state, to read when the state no longer exists. It is made when the state is read, or
/// when an observed value has changed.
@usableFromInline final class LastState<State> {
  @usableFromInline private(set) var state: State
  @usableFromInline let runtime: StoreRuntime
  /// The number of actions that had been reduced when the state was copied.
  @usableFromInline var reductionCount: Int

  @inlinable init(_ state: State, _ runtime: StoreRuntime) {
    self.state = state
    self.runtime = runtime
    reductionCount = runtime.reductionCount
  }

  @inlinable func update(from state: UnsafePointer<State>) {
    if reductionCount != runtime.reductionCount { copy(state) }
  }

  /// Not inlined, so that the copy takes no room on the stack while the state is read.
  @inline(never) @usableFromInline func copy(_ state: UnsafePointer<State>) {
    reductionCount = runtime.reductionCount
    // Swapped, so that the old state is released last: its `deinit` may run user code.
    var state = state.pointee
    swap(&state, &self.state)
  }
}
