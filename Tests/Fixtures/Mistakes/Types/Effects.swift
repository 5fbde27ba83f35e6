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

@Reducer
struct ForgottenAwait {
  struct State: Equatable {}
  enum Action {
    case tapped
    case loaded(String)
  }
  enum CancelID { case load }
  @Dependency(Client.self) var client
  var body: some ReducerOf<Self> {
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
}

@Reducer
struct ForgottenTry {
  typealias State = ForgottenAwait.State
  typealias Action = ForgottenAwait.Action
  @Dependency(Client.self) var client
  var body: some ReducerOf<Self> {
    Reduce { state, action in
      .run { send in
        await send(.loaded(await client.load(id: 1)))
        // 34: call can throw, but it is not marked with 'try' and the error is not handled
      }
    }
  }
}

@Reducer
struct MisspelledActionInEffect {
  typealias State = ForgottenAwait.State
  typealias Action = ForgottenAwait.Action
  var body: some ReducerOf<Self> {
    Reduce { state, action in
      .run { send in
        await send(.laoded("text"))
        // 21: type 'MisspelledActionInEffect.Action' (aka 'ForgottenAwait.Action') has no member 'laoded'
      }
    }
  }
}

@Reducer
struct MisspelledClient {
  typealias State = ForgottenAwait.State
  typealias Action = ForgottenAwait.Action
  @Dependency(Client.self) var client
  var body: some ReducerOf<Self> {
    Reduce { state, action in
      .run { send in
        await send(.loaded(try await client.laod(id: 1)))
        // 45: value of type 'Client' has no member 'laod'
      }
    }
  }
}

@Reducer
struct StateInEffect {
  struct State: Equatable {
    var id = 1
  }
  typealias Action = ForgottenAwait.Action
  @Dependency(Client.self) var client
  var body: some ReducerOf<Self> {
    Reduce { state, action in
      .run { send in
        await send(.loaded(try await client.load(id: state.id)))
        // 54: mutable capture of 'inout' parameter 'state' is not allowed in concurrently-executing code
        //   [#SendableClosureCaptures]
      }
    }
  }
}

@Reducer
struct CapturedClass {
  typealias State = ForgottenAwait.State
  typealias Action = ForgottenAwait.Action
  var body: some ReducerOf<Self> {
    Reduce { state, action in
      let cache = Cache()
      return .run { send in
        await send(.loaded(cache.text))
        // 28: capture of 'cache' with non-Sendable type 'Cache' in a '@Sendable' closure
        //   [#SendableClosureCaptures]
      }
    }
  }
}

public struct Published {
  public var name = ""
}

@Reducer
struct CapturedSelf {
  typealias State = ForgottenAwait.State
  typealias Action = ForgottenAwait.Action
  let published: Published
  var body: some ReducerOf<Self> {
    Reduce { state, action in
      .run { send in
        await send(.loaded(published.name))
        // 28: capture of 'self' with non-Sendable type 'CapturedSelf' in a '@Sendable' closure
        //   [#SendableClosureCaptures]
      }
    }
  }
}

@Reducer
struct MisspelledID {
  typealias State = ForgottenAwait.State
  typealias Action = ForgottenAwait.Action
  enum CancelID { case load }
  var body: some ReducerOf<Self> {
    Reduce { state, action in
      .cancel(id: CancelID.laod)
      // 28: type 'MisspelledID.CancelID' has no member 'laod'
    }
  }
}

@Reducer
struct ImplicitID {
  typealias State = ForgottenAwait.State
  typealias Action = ForgottenAwait.Action
  enum CancelID { case load }
  var body: some ReducerOf<Self> {
    Reduce { state, action in
      .cancel(id: .load)
      // 20: type 'Hashable' has no member 'load'
    }
  }
}

@Reducer
struct IDIsNoValue {
  typealias State = ForgottenAwait.State
  typealias Action = ForgottenAwait.Action
  struct CancelID {}
  var body: some ReducerOf<Self> {
    Reduce { state, action in
      .none.cancellable(id: CancelID())
      // 13: instance method 'cancellable(id:cancelInFlight:)' requires that 'IDIsNoValue.CancelID' conform to
      //   'Hashable'
    }
  }
}

@Reducer
struct MergedMistake {
  typealias State = ForgottenAwait.State
  typealias Action = ForgottenAwait.Action
  var body: some ReducerOf<Self> {
    Reduce { state, action in
      .merge(.send(.tapped), .send(.taped))
      // 37: type 'MergedMistake.Action' (aka 'ForgottenAwait.Action') has no member 'taped'
    }
  }
}

@Reducer
struct DebouncedWithoutTime {
  typealias State = ForgottenAwait.State
  typealias Action = ForgottenAwait.Action
  var body: some ReducerOf<Self> {
    Reduce { state, action in
      .send(.tapped).debounce(id: 1)
      // 36: missing argument for parameter 'for' in call
    }
  }
}

@Reducer
struct Captures {
  struct State: Equatable {
    var count = 0
  }
  enum Action {
    case tapped
  }
  // A closure with a capture list would start off the actor. Copy the value before it: 'let count = state.count'.
  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    run { [count = state.count] store in
      // 9: cannot convert '@Sendable (FeatureStore<Captures.State, Captures.Action>) async throws -> Void' to
      //   'nonisolated(nonsending) @Sendable (FeatureStore<Captures.State, Captures.Action>) async throws -> Void'
      //   because crossing of an isolation boundary requires parameter and result types to conform to 'Sendable'
      //   protocol
      try store.modify("Count") { $0.count = count }
    }
  }
}
