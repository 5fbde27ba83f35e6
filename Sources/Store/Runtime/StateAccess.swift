// The state of a store is reached by address, where the compiler does not see that one access overlaps another. The
// flags of its run time say what goes on instead: while a reducer changes the state nobody may look at it, and while
// somebody looks at it nothing changes it.

extension Core {
  /// Begins to look at the state. Stops the program if a reducer is changing it.
  /// - Returns: What was going on before, for `endReading`.
  @inlinable func beginReading() -> StoreRuntime.Flags {
    let flags = runtime.flags
    if flags.contains(.modifying) { stopAtOverlappingAccess() }
    runtime.flags = flags.union(.reading)
    return flags
  }

  /// Ends an access that `beginReading` began. The last of those that overlap sees to what was sent meanwhile.
  @inlinable func endReading(_ flags: StoreRuntime.Flags) {
    if runtime.flags == flags.union(.reading) { runtime.flags = flags } else { endEventfulReading(flags) }
  }

  @usableFromInline func endEventfulReading(_ flags: StoreRuntime.Flags) {
    guard !flags.contains(.reading) else { return }
    runtime.flags.remove(.reading)
    if runtime.flags.contains(.queued) { resume() }
  }

  /// Stops the program, as Swift does where it finds out itself that accesses overlap.
  @inline(never) @usableFromInline func stopAtOverlappingAccess() -> Never {
    fatalError(
      """
      "\(typeName(Store<State, Action>.self))" was read while a reducer was changing the state.

        Action:
      \(dumpOfReducedAction())

      This usually means that a reducer, or something that runs while it does, reads the store that it belongs to: a \
      dependency that it calls, or "==", "hash(into:)", a sort predicate or a "deinit" of what is in the state. A reducer \
      reads the state that it is given, and hands what others need to them. Code that needs the state as it is \
      afterwards belongs in an effect, or where the store is observed. Sending is possible at any time: the action waits \
      its turn.
      """
    )
  }
}
