import Dependencies

/// The state of a feature, as one of its effects sees it: to read, to change, and to send actions.
///
/// ```swift
/// @Reducer
/// struct Countdown {
///   struct State: Equatable {
///     var remainingSeconds = 0
///   }
///   enum Action {
///     case startButtonTapped(seconds: Int)
///     case finished
///   }
///   @Dependency(\.continuousClock) var clock
///
///   func reduce(into state: inout State, action: Action) -> Effect<Action> {
///     switch action {
///     case .startButtonTapped(let seconds):
///       state.remainingSeconds = seconds
///       return run { store in
///         while try store.remainingSeconds > 0 {
///           try await clock.sleep(for: .seconds(1))
///           try store.modify("Tick") { $0.remainingSeconds -= 1 }
///         }
///         try store.send(.finished)
///       }
///     case .finished:
///       return .none
///     }
///   }
/// }
/// ```
///
/// All of it happens at once, on the store's actor: nothing else changes the state between two lines without an `await`.
///
/// The state is that of the feature whose reducer has returned the effect, wherever it is by then: a row that has moved,
/// a sheet, an element of a stack. Once it is gone, or the store has ended, everything throws ``FeatureGone``, and once
/// the effect is cancelled a `CancellationError`. So an effect that loops ends by itself.
///
/// - Complexity: Each use is O(*d*) in the depth of the feature. Nothing is copied but the value that is read.
@dynamicMemberLookup
public struct FeatureStore<State, Action> {
  private let access: any FeatureAccess<Action>

  /// - Throws: ``FeatureGone`` if the effect runs in no store.
  init(_ send: Send<Action>) throws {
    guard let access = send.access else { throw FeatureGone() }
    self.access = access
  }

  /// A copy of the state. Read a property of it, where you need no more: while a copy exists, changing an array in the
  /// state copies the array.
  public var state: State {
    get throws { try read { $0.pointee } }
  }

  /// Reads a part of the state.
  public subscript<Value>(dynamicMember keyPath: KeyPath<State, Value>) -> Value {
    get throws { try read { $0.pointee[keyPath: keyPath] } }
  }

  private func read<Value>(_ read: @escaping StateReading<State, Value>) throws -> Value {
    do {
      let value = try access.read(read)
      access.didRead(value)
      return value
    } catch {
      access.didRead(error)
      throw error
    }
  }

  /// Changes the state in one step, which is recorded under a name.
  ///
  /// ```swift
  /// func isOver(_ store: FeatureStore<Countdown.State, Countdown.Action>) throws -> Bool {
  ///   try store.modify("Tick") { state in
  ///     state.remainingSeconds -= 1
  ///     return state.remainingSeconds == 0
  ///   }
  /// }
  /// ```
  ///
  /// Observers, `onChange` and shared values see the change as that of an action. When it removes a child, the child's
  /// effects are cancelled.
  ///
  /// While the store reduces an action, the change waits its turn as an action would. Only a closure without a result
  /// can wait; for another one an issue is reported.
  ///
  /// - Parameters:
  ///   - name: What happens, in a few words: `"Tick"`. Tests receive the step by this name, and recordings show it.
  ///   - change: Changes the state. What it has changed before it throws an error stays changed.
  /// - Returns: What the closure returns.
  /// - Throws: The error of the closure, or ``FeatureGone``.
  @discardableResult
  public func modify<Result>(
    _ name: String,
    _ change: @escaping (_ state: inout State) throws -> Result
  ) throws -> Result {
    let outcome = Outcome<Result>()
    // The store binds its own dependencies. The effect may have others.
    let dependencies = DependencyValues.current
    do {
      try access.modify(name, isDirect: true) { [access] (state: inout State, _) in
        // The closure can tell the effect of anything that it sees.
        access.didRead(state)
        outcome.result = withDependencyValues(dependencies) { Swift.Result { try change(&state) } }
        return Effect.none
      }
    } catch {
      access.didRead(error)
      throw error
    }
    if let result = outcome.result { return try result.get() }
    if Result.self == Void.self, let nothing = () as? Result { return nothing }
    throw EarlyResult(name: name)
  }

  /// Sends an action to the feature. Returns when it is reduced; the effects that it starts may go on.
  public func send(_ action: Action) throws {
    try access.send(action)
  }

  /// Returns whether an effect of the feature, or of what is in it, runs under an id.
  public func isEffectRunning(id: some Hashable & Sendable) throws -> Bool {
    let isRunning = try access.isRunning(CancelID(id))
    access.didRead(isRunning)
    return isRunning
  }

  /// The current value of a key path, then each different value, for as long as the feature exists.
  ///
  /// ```swift
  /// nonisolated(nonsending) func announce(_ store: FeatureStore<Countdown.State, Countdown.Action>) async throws {
  ///   for await seconds in store.changes(of: \.remainingSeconds) where seconds == 0 {
  ///     try store.send(.finished)
  ///   }
  /// }
  /// ```
  ///
  /// A value is delivered when the store has reduced all waiting actions. If values arrive faster than the loop reads
  /// them, it gets only the newest.
  public func changes<Value: Equatable>(of keyPath: KeyPath<State, Value>) -> StoreStates<Value> {
    StoreStates(reason: "waiting for a change of \(keyPath)") { [access] subscription in
      do {
        let read: StateReading<State, Value?> = {
          let value = $0.pointee[keyPath: keyPath]
          access.didRead(value)
          return value
        }
        try access.observe(subscription, read)
      } catch {
        subscription.finish()
        if !isCancellation(error) { reportIssue(error) }
      }
    }
  }

  private final class Outcome<Result> {
    var result: Swift.Result<Result, any Error>?
  }
}

/// Effects keep their store on the actor that the state belongs to, so that they can use it without waiting.
@available(*, unavailable)
extension FeatureStore: Sendable {}

/// Thrown where a change that has to wait was to return a value at once.
struct EarlyResult: FeatureStoreMisuse {
  let name: String

  var description: String {
    """
    The change "\(name)" has to wait, because the store is reducing an action, so there is nothing to return yet.

    This usually means that "modify" is called by something that runs while the store changes its state: another change, \
    "==" or a "deinit" of what is in the state. The change itself is made afterwards. Call "modify" in the effect, outside of \
    another change, or with a closure that returns nothing.
    """
  }
}
