import Dependencies

/// A reference to a store that any code can hold and send actions through: a `@Sendable` callback, another actor.
///
/// ```swift
/// let handle = store.handle
/// socket.onMessage = { message in
///   handle.enqueue(.received(message))
/// }
/// ```
///
/// Code that can wait uses `await` ``send(_:)``, synchronous code ``enqueue(_:)``.
///
/// A handle does not keep the store alive. Once the store has been released, actions that are sent are dropped, and
/// there is no state to read. While the store has no actor yet, because it was made where the compiler saw none and
/// nothing has used it on an actor, everything that is sent waits until it has one. The handle of a scoped store works
/// as long as the store that it was scoped from: nothing has to hold the scoped store itself.
public struct StoreHandle<State, Action>: Sendable {
  // The core, which is not `Sendable`, is used only by the functions below that run on its actor.
  private let reference: UncheckedSendable<CoreReference<State, Action>>
  let storeIsolation: StoreIsolation
  let mailbox: Mailbox

  init(_ core: Core<State, Action>) {
    core.adoptActor()
    reference = UncheckedSendable(core.reference())
    storeIsolation = core.runtime.isolation
    mailbox = core.runtime.mailbox
  }

  /// Sends an action to the store, on the store's actor.
  ///
  /// - Returns: The effects that the action started; an empty task if the store has been released.
  @discardableResult
  public func send(
    _ action: sending Action,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) async -> StoreTask {
    let location = IssueLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    guard let isolation = await storeIsolation.firstActor() else {
      // If the task was cancelled while the store had no actor, the action still waits for one.
      enqueue(action, at: location)
      return StoreTask()
    }
    return await send(action, at: location, isolation: isolation)
  }

  /// Returns the value at a key path of the state, or `nil` if the store has been released.
  public func state<Value: Sendable>(_ keyPath: any KeyPath<State, Value> & Sendable) async -> Value? {
    guard let isolation = await storeIsolation.firstActor() else { return nil }
    return await state(keyPath, isolation: isolation)
  }

  private func send(
    _ action: sending Action,
    at location: IssueLocation,
    isolation: isolated any Actor
  ) -> StoreTask {
    // Actions that were enqueued earlier are reduced first.
    mailbox.deliverPending(isolation: isolation)
    return deliver(action, at: location, isolation: isolation)
  }

  func deliver(_ action: Action, at location: IssueLocation, isolation: isolated any Actor) -> StoreTask {
    reference.value.send(action, at: location)
  }

  /// Whether the store has not been released.
  package var isStoreAlive: Bool { reference.value.root != nil }

  func withStore<Result: Sendable>(
    isolation: isolated any Actor,
    _ body: @Sendable (Store<State, Action>) -> Result
  ) -> Result? {
    reference.value.core.map { core in
      body((core as? RootCore<State, Action>).map { Store(root: $0) } ?? Store(core: core))
    }
  }

  func invalidate(isolation: isolated any Actor, at location: IssueLocation) {
    reference.value.core?.invalidate(at: location)
  }

  private func state<Value: Sendable>(
    _ keyPath: any KeyPath<State, Value> & Sendable,
    isolation: isolated any Actor
  ) -> Value? {
    reference.value.core?.read(keyPath)
  }
}

// The implementation of `states`.
extension StoreHandle {
  func subscribe<Value: Sendable>(
    _ subscription: StateSubscription<Value>,
    to keyPath: any KeyPath<State, Value> & Sendable
  ) async {
    guard let isolation = await storeIsolation.firstActor() else { return subscription.finish() }
    await subscribe(subscription, to: keyPath, isolation: isolation)
  }

  private func subscribe<Value: Sendable>(
    _ subscription: StateSubscription<Value>,
    to keyPath: any KeyPath<State, Value> & Sendable,
    isolation: isolated any Actor
  ) {
    guard let core = reference.value.core else { return subscription.finish() }
    core.deliverStates(at: keyPath, to: subscription)
  }
}

extension Store {
  /// A reference to the store for code that does not run on its actor. See ``StoreHandle``.
  public var handle: StoreHandle<State, Action> {
    StoreHandle(core)
  }
}
