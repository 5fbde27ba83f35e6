// What goes wrong in a reducer.
import Store

@Reducer
struct Counter {
  struct State: Equatable {
    var count = 0
    var name: String?
  }
  enum Action {
    case tapped
    case typed(String)
    case loaded(Int, from: String)
  }
  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .tapped:
        state.cuont += 1
        // 15: value of type 'Counter.State' has no member 'cuont'
        return .none
      case .typed, .loaded:
        return .none
      }
    }
  }
}

@Reducer
struct MisspelledCase {
  typealias State = Counter.State
  typealias Action = Counter.Action
  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .taped, .loaded:
        // 13: type 'MisspelledCase.Action' (aka 'Counter.Action') has no member 'taped'
        return .none
      case .typed:
        return .none
      }
    }
  }
}

@Reducer
struct MisspelledEffect {
  typealias State = Counter.State
  typealias Action = Counter.Action
  var body: some ReducerOf<Self> {
    Reduce { state, action in
      state.count += 1
      return .nnoe
      // 15: type 'Effect<MisspelledEffect.Action>' (aka 'Effect<Counter.Action>') has no member 'nnoe'
    }
  }
}

@Reducer
struct MisspelledVariable {
  typealias State = Counter.State
  typealias Action = Counter.Action
  var body: some ReducerOf<Self> {
    Reduce { state, action in
      stat.count += 1
      // 7: cannot find 'stat' in scope
      return .none
    }
  }
}

@Reducer
struct WrongType {
  typealias State = Counter.State
  typealias Action = Counter.Action
  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .typed(let text):
        state.count = text
        // 23: cannot assign value of type 'String' to type 'Int'
        return .none
      case .tapped, .loaded:
        return .none
      }
    }
  }
}

@Reducer
struct TooManyPayloads {
  typealias State = Counter.State
  typealias Action = Counter.Action
  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .typed(let text, let other):
        // 13: tuple pattern has the wrong length for tuple type 'String'
        return .none
      case .tapped, .loaded:
        return .none
      }
    }
  }
}

@Reducer
struct NothingReturned {
  typealias State = Counter.State
  typealias Action = Counter.Action
  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .tapped:
        state.count += 1
        return
      // 9: cannot convert value of type '()' to closure result type 'Effect<NothingReturned.Action>' (aka
      //   'Effect<Counter.Action>')
      case .typed, .loaded:
        return .none
      }
    }
  }
}

@Reducer
struct NoEffect {
  typealias State = Counter.State
  typealias Action = Counter.Action
  var body: some ReducerOf<Self> {
    Reduce { state, action in
      state.count += 1
      // 19: cannot convert value of type '()' to closure result type 'Effect<NoEffect.Action>' (aka
      //   'Effect<Counter.Action>')
    }
  }
}

@Reducer
struct SentInsteadOfReturned {
  typealias State = Counter.State
  typealias Action = Counter.Action
  var body: some ReducerOf<Self> {
    Reduce { state, action in
      .send(.typed(1))
      // 20: cannot convert value of type 'Int' to expected argument type 'String'
    }
  }
}

@Reducer
struct OneParameter {
  typealias State = Counter.State
  typealias Action = Counter.Action
  var body: some ReducerOf<Self> {
    Reduce { action in
      // 14: contextual closure type '(inout OneParameter.State, OneParameter.Action) ->
      //   Effect<OneParameter.Action>' (aka '(inout Counter.State, Counter.Action) -> Effect<Counter.Action>')
      //   expects 2 arguments, but 1 was used in closure body
      return .none
    }
  }
}

@Reducer
struct NoReducerInBody {
  typealias State = Counter.State
  typealias Action = Counter.Action
  var body: some ReducerOf<Self> {
    Reduce { state, action in
      .none
    }
    42
    // 5: static method 'buildExpression' requires that 'Int' conform to 'Reducer'
  }
}

@Reducer
struct OtherReducerInBody {
  struct State {}
  enum Action {}
  var body: some ReducerOf<Self> {
    Counter()
    // 5: static method 'buildExpression' requires the types 'OtherReducerInBody.State' and 'Counter.State' be
    //   equivalent
    // 5: static method 'buildExpression' requires the types 'OtherReducerInBody.Action' and 'Counter.Action' be
    //   equivalent
  }
}

@Reducer
struct CastInBody {
  typealias State = Counter.State
  typealias Action = Counter.Action
  var body: some ReducerOf<Self> {
    Counter() as any ReducerOf<Self>
    // 5: type 'any ReducerOf<CastInBody>' (aka 'any Reducer<Counter.State, Counter.Action>') cannot conform to
    //   'Reducer' [#ProtocolTypeNonConformance]
  }
}

@Reducer
struct WrongReduce {
  typealias State = Counter.State
  typealias Action = Counter.Action
  func reduce(into state: State, action: Action) -> Effect<Action> {
    // 27: 'reduce(into:action:)' changes the state where it is: the parameter has to be 'inout State'. (from
    //   macro 'Reducer')
    .none
  }
}

@Reducer
struct NothingReduced {
  typealias State = Counter.State
  typealias Action = Counter.Action
  func reduce(into state: inout State, action: Action) {
    // 8: 'reduce(into:action:)' returns what is to be done next, an 'Effect<Action>'. Return '.none' where
    //   there is nothing. (from macro 'Reducer')
    state.count += 1
  }
}

@Reducer
struct MisspelledReduce {
  struct State: Equatable {
    var count = 0
  }
  enum Action {
    case tapped
  }
  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .tapped:
      state.cuont += 1
      // 13: value of type 'MisspelledReduce.State' has no member 'cuont'
      return .none
    }
  }
}

@Reducer
struct MissingCase {
  typealias State = Counter.State
  typealias Action = Counter.Action
  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    // 5: switch must be exhaustive
    case .tapped:
      return .none
    }
  }
}

@Reducer
struct MisspelledBody {
  struct State: Equatable {}
  enum Action {
    case tapped
  }
  var bdoy: some ReducerOf<Self> {
    // 7: 'MisspelledBody' has no 'body', so it would do nothing. 'bdoy' looks like it. (from macro 'Reducer')
    Reduce { state, action in
      .none
    }
  }
}

@Reducer
struct MisspelledAction {
  struct State: Equatable {
    var count = 0
  }
  enum Actions {
    // 8: 'MisspelledAction' has no 'Action'. 'Actions' looks like it. (from macro 'Reducer')
    case tapped
  }
  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .tapped:
        state.count += 1
        return .none
      }
    }
  }
}

@Reducer
// 1: type 'MissingAction' does not conform to protocol 'Reducer'; protocol requires nested type 'Action';
//   protocol requires nested type 'Body'
struct MissingAction {
  struct State: Equatable {
    var count = 0
  }
  var body: some ReducerOf<Self> {
    Reduce { state, action in
      state.count += 1
      return .none
    }
  }
}

@Reducer
// 1: type 'MissingState' does not conform to protocol 'Reducer'; protocol requires nested type 'State';
//   protocol requires nested type 'Body'
struct MissingState {
  enum Action {
    case tapped
  }
  var body: some ReducerOf<Self> {
    Reduce { state, action in
      .none
    }
  }
}

@Reducer
enum Inner {
  case counter(Counter)
}

@Reducer
// 1: 'init()' is unavailable: An enum of reducers runs by its static 'body', of the type 'Body'. In a case of
//   another one, write 'case path(Path.Body)'; elsewhere, 'Path.body'.
enum Outer {
  case inner(Inner)
  case other(Counter)
}
