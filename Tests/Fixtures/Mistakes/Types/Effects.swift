// What goes wrong in effects.
import Store

@DependencyClient
struct Client: Sendable {
  var load: @Sendable (_ id: Int) async throws -> String
}

extension Client: DependencyKey {
  static let liveValue = Client(load: { id in "\(id)" })
}

final class Cache {
  var text = ""
}

public struct Published {
  public var name = ""
}

@Reducer
struct Loader {
  struct State: Equatable {
    var id = 1
  }
  enum Action {
    case tapped
    case loaded(String)
  }
  enum CancelID { case load }
  struct NoID {}
  let published: Published
  @Dependency(Client.self) var client
}

extension Loader {
  @ReducerBuilder<State, Action> var forgottenAwait: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .tapped:
        return .run { send in
          send(.loaded("text"))
          // 11: expression is 'async' but is not marked with 'await'
        }
      case .loaded:
        return .none
      }
    }
  }

  @ReducerBuilder<State, Action> var forgottenTry: some ReducerOf<Self> {
    Reduce { state, action in
      .run { [client] send in
        await send(.loaded(await client.load(id: 1)))
        // 34: call can throw, but it is not marked with 'try' and the error is not handled
      }
    }
  }

  @ReducerBuilder<State, Action> var capturedState: some ReducerOf<Self> {
    Reduce { state, action in
      .run { [client] send in
        await send(.loaded(try await client.load(id: state.id)))
        // 54: mutable capture of 'inout' parameter 'state' is not allowed in concurrently-executing code
        //   [#SendableClosureCaptures]
      }
    }
  }

  @ReducerBuilder<State, Action> var capturedClass: some ReducerOf<Self> {
    Reduce { state, action in
      let cache = Cache()
      return .run { send in
        await send(.loaded(cache.text))
        // 28: capture of 'cache' with non-Sendable type 'Cache' in a '@Sendable' closure
        //   [#SendableClosureCaptures]
      }
    }
  }

  @ReducerBuilder<State, Action> var capturedSelf: some ReducerOf<Self> {
    Reduce { state, action in
      .run { send in
        await send(.loaded(published.name))
        // 28: capture of 'self' with non-Sendable type 'Loader' in a '@Sendable' closure
        //   [#SendableClosureCaptures]
      }
    }
  }

  @ReducerBuilder<State, Action> var implicitID: some ReducerOf<Self> {
    Reduce { state, action in
      .cancel(id: .load)
      // 20: type 'Hashable' has no member 'load'
    }
  }

  @ReducerBuilder<State, Action> var idThatIsNoValue: some ReducerOf<Self> {
    Reduce { state, action in
      .none.cancellable(id: NoID())
      // 13: instance method 'cancellable(id:cancelInFlight:)' requires that 'Loader.NoID' conform to 'Hashable'
    }
  }

  @ReducerBuilder<State, Action> var mergedMistake: some ReducerOf<Self> {
    Reduce { state, action in
      .merge(.send(.tapped), .send(.taped))
      // 37: type 'Loader.Action' has no member 'taped'
    }
  }

  // A closure with a capture list would start off the actor. Copy the value before it: 'let count = state.id'.
  func captures(_ state: inout State, action: Action) -> Effect<Action> {
    run { [count = state.id] store in
      // 9: cannot convert '@Sendable (FeatureStore<Loader.State, Loader.Action>) async throws -> Void' to
      //   'nonisolated(nonsending) @Sendable (FeatureStore<Loader.State, Loader.Action>) async throws -> Void'
      //   because crossing of an isolation boundary requires parameter and result types to conform to 'Sendable'
      //   protocol
      try store.modify("Count") { $0.id = count }
    }
  }
}
