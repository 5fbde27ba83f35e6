/// The actor that a store belongs to.
@usableFromInline struct StoreIsolation: Sendable {
  private let mainActor: MainActor?
  /// Weak, as the actor usually owns the store.
  private weak let otherActor: (any Actor)?

  init(_ actor: any Actor) {
    // Strong, because the main actor lives forever, and weak references make retaining and releasing an object slower.
    mainActor = actor === MainActor.shared ? .shared : nil
    otherActor = mainActor == nil ? actor : nil
  }

  /// The actor. It exists whenever the store is used, because the store is used on it. The exception is the actor's own
  /// `deinit`, where this is `nil`.
  @usableFromInline var actor: (any Actor)? { mainActor ?? otherActor }
}

extension Core {
  /// Stops the program if the compiler saw no actor where the store was made, so that it belongs to the main actor, and
  /// this is not the main actor. Every function that can be called from outside begins with this one or with
  /// `beginReading`.
  @inlinable func checkIsolation() {
    if runtime.flags.contains(.isolationUnproven) { stopUnlessIsolated() }
  }

  /// Stops the program if the current code does not run on the store's actor.
  @inline(never) @usableFromInline func stopUnlessIsolated() {
    // The actor has been deallocated, so no other code can be running on it.
    guard let actor = runtime.isolation.actor, !actor.isCurrent else { return }
    let isUnproven = runtime.flags.contains(.isolationUnproven)
    let explanation =
      isUnproven
      ? """
      The compiler saw no actor where this store was made - in a property's default value, a "static let", a function that \
      belongs to no actor - and such a store belongs to the main actor. Use it in code that is marked "@MainActor". A \
      store of an actor of yours is made in one of its methods, or with "isolation: self".
      """
      : """
      The compiler refuses this where it can see it. This usually means that "nonisolated(unsafe)", "@unchecked Sendable", \
      "@preconcurrency" or a module in Swift 5 mode has carried the store away from its actor.
      """
    fatalError(
      """
      "\(typeName(Store<State, Action>.self))" was used by code that does not run on the store's actor, \
      "\(typeName(type(of: actor)))".

      \(explanation) Code elsewhere sends and reads through the store's "handle", which is taken on the store's actor.

      \(IssueArticle.stores)
      """
    )
  }
}
