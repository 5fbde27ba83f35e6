// Stores use their state by address, so the compiler cannot find overlapping accesses. Flags of the `StoreRuntime`
// replace its checks: the state can't be read while a reducer changes it, and does not change while it is being read.

extension Core {
  /// Begins to read the state. Stops the program if a reducer is changing it.
  /// - Returns: The flags before the access, to pass to `endReading`.
  @inlinable func beginReading() -> StoreRuntime.Flags {
    let flags = runtime.flags
    if !flags.isDisjoint(with: [.modifying, .isolationUnproven]) { checkAccess() }
    runtime.flags = flags.union(.reading)
    return flags
  }

  /// Ends an access that `beginReading` began. The outermost of nested accesses reduces the actions that were sent
  /// during the access.
  @inlinable func endReading(_ flags: StoreRuntime.Flags) {
    if runtime.flags == flags.union(.reading) { runtime.flags = flags } else { endEventfulReading(flags) }
  }

  @usableFromInline func endEventfulReading(_ flags: StoreRuntime.Flags) {
    guard !flags.contains(.reading) else { return }
    runtime.flags.remove(.reading)
    if runtime.flags.contains(.queued) { runtime.root?.resume() }
  }

  @inline(never) @usableFromInline func checkAccess() {
    checkIsolation()
    if runtime.flags.contains(.modifying) { stopAtOverlappingAccess() }
  }

  /// Stops the program, as Swift's own exclusivity checks do.
  private func stopAtOverlappingAccess() -> Never {
    fatalError(
      """
      "\(typeName(Store<State, Action>.self))" was read while a reducer was changing the state.

        Action:
      \(runtime.root?.dumpOfReducedAction() ?? "")

      This usually means that a reducer, or something that runs while it does, reads the store that it belongs to: a \
      dependency that it calls, or "==", "hash(into:)", a sort predicate or a "deinit" of what is in the state. A reducer \
      reads the state that it is given, and hands what others need to them. Code that needs the state as it is \
      afterwards belongs in an effect, or where the store is observed. Sending is possible at any time: the action waits \
      its turn.

      \(IssueArticle.howItWorks)
      """
    )
  }
}
