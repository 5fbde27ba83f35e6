// What goes wrong in a reducer.
import Store

@Reducer struct Counter {
  struct State: Equatable {
    var count = 0
    var name: String?
  }
  enum Action { case tapped, typed(String), loaded(Int, from: String) }
  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .tapped:
        state.cuont += 1
        // 15: value of type 'Counter.State' has no member 'cuont'
        return .none
      case .typed, .loaded: return .none
      }
    }
  }
}

/// What stands in the bodies of features.
extension Counter {
  @ReducerBuilder<State, Action> var misspelledCase: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .taped, .loaded: return .none
      // 13: type 'Counter.Action' has no member 'taped'
      case .typed: return .none
      }
    }
  }

  @ReducerBuilder<State, Action> var misspelledEffect: some ReducerOf<Self> {
    Reduce { state, action in
      state.count += 1
      return .nnoe
      // 15: type 'Effect<Counter.Action>' has no member 'nnoe'
    }
  }

  @ReducerBuilder<State, Action> var misspelledVariable: some ReducerOf<Self> {
    Reduce { state, action in
      stat.count += 1
      // 7: cannot find 'stat' in scope
      return .none
    }
  }

  @ReducerBuilder<State, Action> var wrongType: some ReducerOf<Self> {
    Reduce { state, action in
      if case .typed(let text) = action { state.count = text }
      // 57: cannot assign value of type 'String' to type 'Int'
      return .none
    }
  }

  @ReducerBuilder<State, Action> var tooManyPayloads: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .typed(let text, let other): return .none
      // 13: tuple pattern has the wrong length for tuple type 'String'
      case .tapped, .loaded: return .none
      }
    }
  }

  @ReducerBuilder<State, Action> var nothingReturned: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .tapped: return
      // 21: cannot convert value of type '()' to closure result type 'Effect<Counter.Action>'
      case .typed, .loaded: return .none
      }
    }
  }

  @ReducerBuilder<State, Action> var noEffect: some ReducerOf<Self> {
    Reduce { state, action in
      state.count += 1
      // 19: cannot convert value of type '()' to closure result type 'Effect<Counter.Action>'
    }
  }

  @ReducerBuilder<State, Action> var wrongPayload: some ReducerOf<Self> {
    Reduce { state, action in .send(.typed(1)) }
    // 44: cannot convert value of type 'Int' to expected argument type 'String'
  }

  @ReducerBuilder<State, Action> var oneParameter: some ReducerOf<Self> {
    Reduce { action in
      // 14: contextual closure type '(inout Counter.State, Counter.Action) -> Effect<Counter.Action>' expects 2
      //   arguments, but 1 was used in closure body
      return .none
    }
  }

  @ReducerBuilder<State, Action> var noReducerInBody: some ReducerOf<Self> {
    Reduce { state, action in .none }
    42
    // 5: static method 'buildExpression' requires that 'Int' conform to 'Reducer'
  }

  @ReducerBuilder<State, Action> var otherReducerInBody: some ReducerOf<Self> {
    Row()
    // 5: static method 'buildExpression' requires the types 'Counter.State' and 'Row.State' be equivalent
    // 5: static method 'buildExpression' requires the types 'Counter.Action' and 'Row.Action' be equivalent
  }

  @ReducerBuilder<State, Action> var castInBody: some ReducerOf<Self> {
    Counter() as any ReducerOf<Self>
    // 5: type 'any ReducerOf<Counter>' (aka 'any Reducer<Counter.State, Counter.Action>') cannot conform to 'Reducer'
    //   [#ProtocolTypeNonConformance]
  }
}

@Reducer struct WrongReduce {
  typealias State = Counter.State
  typealias Action = Counter.Action
  func reduce(into state: State, action: Action) -> Effect<Action> { .none }
  // 27: 'reduce(into:action:)' changes the state where it is: the parameter has to be 'inout State'. (from macro
  //   'Reducer ')
}

@Reducer struct NothingReduced {
  typealias State = Counter.State
  typealias Action = Counter.Action
  func reduce(into state: inout State, action: Action) { state.count += 1 }
  // 8: 'reduce(into:action:)' returns what is to be done next, an 'Effect<Action>'. Return '.none' where there is
  //   nothing. (from macro 'Reducer ')
}

@Reducer struct MisspelledReduce {
  typealias State = Counter.State
  typealias Action = Counter.Action
  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    // 5: switch must be exhaustive
    case .tapped:
      state.cuont += 1
      // 13: value of type 'MisspelledReduce.State' (aka 'Counter.State') has no member 'cuont'
      return .none
    }
  }
}

@Reducer struct MisspelledBody {
  struct State: Equatable {}
  enum Action { case tapped }
  var bdoy: some ReducerOf<Self> { Reduce { state, action in .none } }
  // 7: 'MisspelledBody' has no 'body', so it would do nothing. 'bdoy' looks like it. (from macro 'Reducer ')
}

@Reducer struct MisspelledAction {
  struct State: Equatable {}
  enum Actions { case tapped }
  // 8: 'MisspelledAction' has no 'Action'. 'Actions' looks like it. (from macro 'Reducer ')
  var body: some ReducerOf<Self> { Reduce { state, action in .none } }
}

@Reducer
// 1: type 'MissingAction' does not conform to protocol 'Reducer'; protocol requires nested type 'Action';
//   protocol requires nested type 'Body'
struct MissingAction {
  struct State: Equatable {}
  var body: some ReducerOf<Self> { Reduce { state, action in .none } }
}

@Reducer
// 1: type 'MissingState' does not conform to protocol 'Reducer'; protocol requires nested type 'State';
//   protocol requires nested type 'Body'
struct MissingState {
  enum Action { case tapped }
  var body: some ReducerOf<Self> { Reduce { state, action in .none } }
}

@Reducer enum Inner { case counter(Counter) }

@Reducer
// 1: 'init()' is unavailable: An enum of reducers runs by its static 'body', of the type 'Body'. In a case of
//   another one, write 'case path(Path.Body)'; elsewhere, 'Path.body'.
enum Outer { case inner(Inner), other(Counter) }
