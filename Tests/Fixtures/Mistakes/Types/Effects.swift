// What goes wrong in effects.
import Store

@DependencyClient struct Client: Sendable { var load: @Sendable (_ id: Int) async throws -> String }

extension Client: DependencyKey {
  static let liveValue = Client(load: { id in "\(id)" })
}

final class Cache { var text = "" }

@Reducer struct Loader {
  struct State: Equatable { var id = 1 }
  enum Action { case tapped, loaded(String) }
  enum CancelID { case load }
  struct NotHashable {}
  @Dependency(Client.self) var client
  var body: some ReducerOf<Self> {
    Reduce { state, action in
      .run { send in
        send(.loaded("text"))
        // 9: expression is 'async' but is not marked with 'await'
      }
    }
  }
}

/// What stands in the bodies of features.
extension Loader {
  @ReducerBuilder<State, Action> var forgottenTry: some ReducerOf<Self> {
    Reduce { state, action in
      .run { send in await send(.loaded(await client.load(id: 1))) }
      // 47: call can throw, but it is not marked with 'try' and the error is not handled
    }
  }

  @ReducerBuilder<State, Action> var misspelledAction: some ReducerOf<Self> {
    Reduce { state, action in
      .run { send in await send(.laoded("text")) }
      // 34: type 'Loader.Action' has no member 'laoded'
    }
  }

  @ReducerBuilder<State, Action> var misspelledClient: some ReducerOf<Self> {
    Reduce { state, action in
      .run { send in await send(.loaded(try await client.laod(id: 1))) }
      // 58: value of type 'Client' has no member 'laod'
    }
  }

  @ReducerBuilder<State, Action> var stateInEffect: some ReducerOf<Self> {
    Reduce { state, action in
      .run { send in await send(.loaded(try await client.load(id: state.id))) }
      // 67: mutable capture of 'inout' parameter 'state' is not allowed in concurrently-executing code
      //   [#SendableClosureCaptures]
    }
  }

  @ReducerBuilder<State, Action> var capturedClass: some ReducerOf<Self> {
    Reduce { state, action in
      let cache = Cache()
      return .run { send in await send(.loaded(cache.text)) }
      // 48: capture of 'cache' with non-Sendable type 'Cache' in a '@Sendable' closure [#SendableClosureCaptures]
    }
  }

  @ReducerBuilder<State, Action> var misspelledID: some ReducerOf<Self> {
    Reduce { state, action in .cancel(id: CancelID.laod) }
    // 52: type 'Loader.CancelID' has no member 'laod'
  }

  @ReducerBuilder<State, Action> var implicitID: some ReducerOf<Self> {
    Reduce { state, action in .cancel(id: .load) }
    // 44: type 'Hashable' has no member 'load'
  }

  @ReducerBuilder<State, Action> var idIsNoValue: some ReducerOf<Self> {
    Reduce { state, action in .none.cancellable(id: NotHashable()) }
    // 37: instance method 'cancellable(id:cancelInFlight:)' requires that 'Loader.NotHashable' conform to 'Hashable'
  }

  @ReducerBuilder<State, Action> var merged: some ReducerOf<Self> {
    Reduce { state, action in .merge(.send(.tapped), .send(.taped)) }
    // 61: type 'Loader.Action' has no member 'taped'
  }

  @ReducerBuilder<State, Action> var debouncedWithoutTime: some ReducerOf<Self> {
    Reduce { state, action in .send(.tapped).debounce(id: 1) }
    // 60: missing argument for parameter 'for' in call
  }

  // A closure with a capture list would start off the actor. Copy the value before it: 'let id = state.id'.
  func captures(state: inout State) -> Effect<Action> {
    run { [id = state.id] store in
      // 9: cannot convert '@Sendable (FeatureStore<Loader.State, Loader.Action>) async throws -> Void' to
      //   'nonisolated(nonsending) @Sendable (FeatureStore<Loader.State, Loader.Action>) async throws -> Void' because
      //   crossing of an isolation boundary requires parameter and result types to conform to 'Sendable' protocol
      try store.modify("ID") { $0.id = id }
    }
  }
}

public struct Published { public var name = "" }

@Reducer struct CapturedSelf {
  typealias State = Loader.State
  typealias Action = Loader.Action
  let published: Published
  var body: some ReducerOf<Self> {
    Reduce { state, action in
      .run { send in await send(.loaded(published.name)) }
      // 41: capture of 'self' with non-Sendable type 'CapturedSelf' in a '@Sendable' closure [#SendableClosureCaptures]
    }
  }
}
