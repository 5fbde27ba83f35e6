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
  /// Whether the caller runs on this actor.
  ///
  /// `preconditionIsolated` answers by stopping the program: without a word where the actor is the main actor, as it is
  /// the main queue that is asked.
  ///
  /// An actor with an executor that can't say where it is stops the program itself, if the answer is no.
  @usableFromInline nonisolated var isCurrent: Bool {
    if isKnownToBeCurrent { return true }
    if self is MainActor || isCurrentExecutor != nil && unownedExecutor.isDefaultActor { return false }
    preconditionIsolated()
    return true
  }

  /// Whether the caller is known to run on this actor. It never stops the program.
  package nonisolated var isKnownToBeCurrent: Bool {
    if let isCurrentExecutor, isCurrentExecutor.answer(unownedExecutor) { return true }
    // Jobs of the main actor run on the main queue, where other code may run, too.
    return self is MainActor && DispatchQueue.getSpecific(key: mainQueueKey) != nil
  }
}

private let mainQueueKey = {
  let key = DispatchSpecificKey<Void>()
  DispatchQueue.main.setSpecific(key: key, value: ())
  return key
}()

/// `swift_task_isCurrentExecutorWithFlags`, which `assumeIsolated` calls; exported by the run time of Swift 6.2 on, and
/// stable where Swift is a part of the system. It is looked up because the standard library, which declares it with a
/// type that nobody else can name, leaves no other way to call it.
private struct IsCurrentExecutor {
  /// The two words of an executor, and options: none, so that the answer is no where the program would be stopped.
  ///
  /// On the systems below it passes three words and returns a truth value in the same registers as a function of C.
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
  /// The object, and where its functions are found. The size was compared before this is called.
  fileprivate var words: (object: UInt, kind: UInt) { unsafeBitCast(self, to: (object: UInt, kind: UInt).self) }

  /// Whether it is the executor that an actor has unless it brings its own. It has no functions to be found.
  fileprivate var isDefaultActor: Bool { words.kind == 0 }
}
