/// Returns whether the current task can use a reducer: it belongs to no actor, or to the one on which the task runs.
///
/// Where the type is known, the compiler checks this. Code that deliberately runs reducers elsewhere calls this.
@usableFromInline package func isUsableHere<R>(_ reducer: R.Type) -> Bool {
  // The type has no constraint here, or else the compiler would say that the cast always succeeds.
  (Probe<R>() as Any) is any UsableReducer
}

private struct Probe<R> {}

private protocol UsableReducer {}

extension Probe: UsableReducer where R: Reducer {}
