import Dispatch

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

extension Actor {
  /// Whether the current code runs on this actor.
  ///
  /// `preconditionIsolated` stops the program if it does not, and for the main actor without a message, because the
  /// main queue is asked.
  ///
  /// If the actor has an executor that can't say whether it is the current one, this stops the program instead of
  /// returning `false`.
  @usableFromInline nonisolated var isCurrent: Bool {
    if isKnownToBeCurrent { return true }
    if self is MainActor || isCurrentExecutor != nil && unownedExecutor.isDefaultActor { return false }
    preconditionIsolated()
    return true
  }

  /// Whether the current code is known to run on this actor. Never stops the program.
  package nonisolated var isKnownToBeCurrent: Bool {
    if let isCurrentExecutor, isCurrentExecutor.answer(unownedExecutor) { return true }
    // Jobs of the main actor run on the main queue, and so can other code.
    return self is MainActor && DispatchQueue.getSpecific(key: mainQueueKey) != nil
  }
}

private let mainQueueKey = {
  let key = DispatchSpecificKey<Void>()
  DispatchQueue.main.setSpecific(key: key, value: ())
  return key
}()

/// `swift_task_isCurrentExecutorWithFlags`, which `assumeIsolated` calls. The run time exports it from Swift 6.2 on,
/// and it is stable where Swift is a part of the system. It is looked up by name, because the standard library declares
/// it with a type that no other module can name, so there is no other way to call it.
private struct IsCurrentExecutor {
  /// The parameters are the two words of an executor, and options: 0, so that it returns `false` instead of stopping
  /// the program.
  ///
  /// On the systems for which it is looked up, it passes three words and returns a Boolean in the same registers as a C
  /// function.
  typealias Function = @convention(c) (UInt, UInt, UInt64) -> Bool

  let function: Function

  func answer(_ executor: UnownedSerialExecutor) -> Bool {
    let (object, kind) = executor.words
    return function(object, kind, 0)
  }
}

private let isCurrentExecutor: IsCurrentExecutor? = {
  #if (canImport(Darwin) || canImport(Glibc) || canImport(Musl) || canImport(Android)) && (arch(x86_64) || arch(arm64))
    guard MemoryLayout<UnownedSerialExecutor>.size == 2 * MemoryLayout<UInt>.size else { return nil }
    let name = "swift_task_isCurrentExecutorWithFlags"
    return dlsym(dlopen(nil, RTLD_NOW), name).map {
      IsCurrentExecutor(function: unsafeBitCast($0, to: IsCurrentExecutor.Function.self))
    }
  #else
    return nil
  #endif
}()

extension UnownedSerialExecutor {
  /// The executor's object, and the table of its functions. The sizes were compared before this is used.
  fileprivate var words: (object: UInt, kind: UInt) { unsafeBitCast(self, to: (object: UInt, kind: UInt).self) }

  /// Whether it is the executor of an actor that does not provide its own. It has no table of functions.
  fileprivate var isDefaultActor: Bool { words.kind == 0 }
}
