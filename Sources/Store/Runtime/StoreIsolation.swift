import Dependencies

/// The actor that a store belongs to: the one where the store was made or, if none was known there, the one that uses
/// the store first.
@usableFromInline final class StoreIsolation: Sendable {
  private enum Owner {
    /// Nothing has used the store on an actor yet. The readers wait for one.
    case unknown(waiting: [AsyncStream<Never>.Continuation])
    /// The actor that has taken the store's handle or observes it. Another actor can take over: an actor's initializer
    /// could have done the same on the actor of its caller.
    case provisional(ActorReference)
    case final(ActorReference)
    /// The store was released before anything used it on an actor.
    case none
  }

  private let maker: ActorReference?
  private let owner: Locked<Owner>
  /// Where the store was made.
  let location: IssueLocation?

  init(_ actor: (any Actor)?, madeAt location: IssueLocation?) {
    maker = actor.map { ActorReference($0) }
    owner = Locked(maker.map { .final($0) } ?? .unknown(waiting: []))
    self.location = location
  }

  /// Whether the store was made where no actor was known.
  var isUnproven: Bool { maker == nil }

  /// The store's actor if it is settled. It exists whenever the store is used, because the store is used on it. The
  /// exception is the actor's own `deinit`, where this is `nil`.
  @usableFromInline var actor: (any Actor)? {
    let reference = maker ?? owner.withLock { if case .final(let reference) = $0 { reference } else { nil } }
    return reference?.actor
  }

  /// Whether the actor, or the store before it had one, was released.
  var isGone: Bool {
    if let maker { return maker.actor == nil }
    return owner.withLock { owner in
      switch owner {
      case .unknown: false
      case .provisional(let reference), .final(let reference): reference.actor == nil
      case .none: true
      }
    }
  }

  /// Makes an actor the store's, unless another one is final.
  func adopt(_ actor: any Actor, isFinal: Bool) {
    let reference = ActorReference(actor)
    replaceOwner { owner in
      switch owner {
      case .unknown, .provisional: isFinal ? .final(reference) : .provisional(reference)
      case .final, .none: nil
      }
    }
  }

  /// Settles the actor that was adopted last, because something is about to happen on it.
  func settle() {
    replaceOwner { if case .provisional(let reference) = $0 { .final(reference) } else { nil } }
  }

  /// Ends all waits for an actor, because the store is being released.
  func end() {
    replaceOwner { if case .unknown = $0 { Owner.none } else { nil } }
  }

  private func replaceOwner(_ replacement: (Owner) -> Owner?) {
    let waiting: [AsyncStream<Never>.Continuation] = owner.withLock { owner in
      guard let next = replacement(owner) else { return [] }
      defer { owner = next }
      if case .unknown(let waiting) = owner { return waiting }
      return []
    }
    for reader in waiting { reader.finish() }
  }

  /// Waits until the store has an actor, and settles it.
  /// - Returns: `nil` if the actor or the store has been released, or if the task was cancelled before the store had an
  ///   actor.
  func firstActor() async -> (any Actor)? {
    if maker == nil {
      let isKnown: AsyncStream<Never>? = owner.withLock { owner in
        guard case .unknown(let waiting) = owner else { return nil }
        let (isKnown, reader) = AsyncStream.makeStream(of: Never.self)
        owner = .unknown(waiting: waiting + [reader])
        return isKnown
      }
      if let isKnown { for await _ in isKnown {} }
      settle()
    }
    return actor
  }
}

/// An actor that a store belongs to, which usually owns the store.
struct ActorReference: Sendable {
  /// Strong, because the main actor lives forever, and weak references make retaining and releasing an object slower. A
  /// `CustomExecutorActor` is held by nobody else.
  private let heldActor: (any Actor)?
  private weak let otherActor: (any Actor)?

  init(_ actor: any Actor) {
    heldActor = actor === MainActor.shared || actor is CustomExecutorActor ? actor : nil
    otherActor = heldActor == nil ? actor : nil
  }

  var actor: (any Actor)? { heldActor ?? otherActor }
}

// Every function that can be called from outside begins with one of these functions or with `beginReading`. They cost
// nothing in a store that was made on an actor: the compiler keeps it there.
extension Core {
  /// Stops the program if the store belongs to an actor on which this code does not run.
  ///
  /// A store that has no actor yet is not given one: reading and scoping are also done by an actor's synchronous
  /// initializer, which does not run on the actor.
  @inlinable func checkIsolation() {
    if runtime.flags.contains(.isolationUnproven) { stopUnlessIsolated() }
  }

  /// Gives the store the actor on which this code runs, if there is one, unless another one is settled.
  @inlinable func adoptActor() {
    if runtime.flags.contains(.isolationUnproven) { adoptCurrentActor(isFinal: false) }
  }

  /// Gives the store the actor on which this code runs, for good. Stops the program if there is none.
  @inlinable func requireActor() {
    if runtime.flags.contains(.isolationUnproven) { adoptCurrentActor(isFinal: true) }
  }

  @inline(never) @usableFromInline func adoptCurrentActor(isFinal: Bool) {
    if runtime.isolation.actor == nil, !runtime.isolation.isGone {
      if let actor = currentActor() {
        runtime.isolation.adopt(actor, isFinal: isFinal)
      } else if isFinal {
        stopWithoutActor()
      }
    }
    stopUnlessIsolated()
  }

  /// Stops the program if the current code does not run on the store's actor.
  @inline(never) @usableFromInline func stopUnlessIsolated() {
    // If the actor has been deallocated, no other code can be running on it.
    guard let actor = runtime.isolation.actor, !actor.isCurrent else { return }
    let explanation =
      runtime.isolation.isUnproven
      ? """
      The store was made \(madeWhere), where the compiler saw no actor. Such a store belongs to the actor that first sends to \
      it, be it through its handle. The synchronous initializer of an actor does not run on the actor: send in a method, or \
      make the initializer "async" and the store with "isolation: self".
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

  /// Stops the program at a send by code that belongs to no actor, to a store that has none.
  private func stopWithoutActor() -> Never {
    fatalError(
      """
      "\(typeName(Store<State, Action>.self))" received an action from code that runs on no actor.

      The store was made \(madeWhere), where the compiler saw no actor. Such a store belongs to the actor that uses it first, \
      and its effects run there. This usually means that an "async" function of a server, a task or a test that belongs to \
      no actor makes a store for itself. Let an actor hold the store:

        actor Session {
          let store = Store(initialState: Feature.State()) { Feature() }

          func receive(_ action: Feature.Action) {
            store.send(action)
          }
        }

      Or let the function belong to an actor:

        @MainActor func respond() async {
          let store = Store(initialState: Feature.State()) { Feature() }
          await store.send(.started).finish()
        }

      \(IssueArticle.stores)
      """
    )
  }

  private var madeWhere: String {
    runtime.isolation.location.map { "at \($0.fileID):\($0.line)" } ?? "elsewhere"
  }
}
