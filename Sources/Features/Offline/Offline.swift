public import Store

/// The switch for working offline, and the responses that are kept for it.
@Reducer
public struct Offline {
  /// The switch, and the state of the kept responses.
  public struct State: Equatable, Sendable, Encodable {
    /// Whether the user has chosen to work offline, so that no requests are sent.
    public var isOffline = false
    /// Whether the kept responses are being removed.
    public var isClearing = false
    /// The reason why responses are not kept, or could not be removed.
    public var problem: DatabaseError?

    /// Makes the state of an app that works online.
    public init() {}
  }

  /// What the user does with the switch and the kept responses, and the results.
  public enum Action: Codable, Equatable, Sendable {
    /// The user tapped the switch that makes the app work offline.
    case offlineSwitchTapped
    /// The user tapped the button that removes all kept responses.
    case clearButtonTapped
    /// The kept responses were removed.
    case cleared
    /// Removing the kept responses failed.
    case clearFailed(DatabaseError)
    /// The user dismissed the message about the problem.
    case problemDismissed
  }

  private enum CancelID { case clear, offline }

  @Dependency(\.cacheClient) private var cacheClient
  @Dependency(\.connectivity) private var connectivity

  /// Makes the reducer.
  public init() {}

  /// Sets the switch for the app, removes the kept responses, and shows the problems of the cache.
  public var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .offlineSwitchTapped:
        state.isOffline.toggle()
        return .run(name: state.isOffline ? "Work offline" : "Work online") {
          [connectivity, isOffline = state.isOffline] _ in
          await connectivity.setOffline(isOffline)
        }
        .cancellable(id: CancelID.offline, cancelInFlight: true)

      case .clearButtonTapped:
        state.isClearing = true
        state.problem = nil
        return runRequest("Remove kept responses", loaded: { .cleared }, failed: { .clearFailed($0) }) {
          [cacheClient] in
          try await cacheClient.clear()
        }
        .cancellable(id: CancelID.clear, cancelInFlight: true)

      case .cleared:
        state.isClearing = false
        return .none

      case .clearFailed(let error):
        state.isClearing = false
        state.problem = error
        return .none

      case .problemDismissed:
        state.problem = nil
        return .none
      }
    }
    .onMount { _ in
      run(name: "Follow the cache") { store in
        for await problem in cacheClient.problems() {
          try store.modify("Cache problem") { $0.problem = problem }
        }
      }
    }
  }
}
