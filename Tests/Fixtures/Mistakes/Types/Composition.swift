// What goes wrong where features are composed.
import Store

@Reducer
struct Row {
  struct State: Equatable, Identifiable {
    let id: Int
    var text = ""
  }
  enum Action {
    case tapped
  }
  var body: some ReducerOf<Self> {
    EmptyReducer()
  }
}

@Reducer
struct List {
  struct State: Equatable {
    var row = Row.State(id: 1)
    var optional: Row.State?
    @Presents var sheet: Row.State?
    var rows: IdentifiedArrayOf<Row.State> = []
    var array: [Row.State] = []
    let constant = Row.State(id: 1)
  }
  enum Action {
    case row(Row.Action)
    case optional(Row.Action)
    case sheet(PresentationAction<Row.Action>)
    case rows(IdentifiedActionOf<Row>)
  }
  var body: some ReducerOf<Self> {
    EmptyReducer()
  }
}

@Reducer
struct ScopeMisspelledState {
  typealias State = List.State
  typealias Action = List.Action
  var body: some ReducerOf<Self> {
    Scope(state: \.rwo, action: \.row) { Row() }
    // 5: 'init(state:action:child:)' is unavailable: The parent's state has no such property or case that can
    //   be set and holds the state of this child. Look for a misspelling. A child that is optional is run by
    //   'ifLet', children in an array by 'forEach'.
  }
}

@Reducer
struct ScopeMisspelledAction {
  typealias State = List.State
  typealias Action = List.Action
  var body: some ReducerOf<Self> {
    Scope(state: \.row, action: \.rwo) { Row() }
    // 33: value of type 'any KeyPath<Case<ScopeMisspelledAction.Action>, Case<Row.Action>> & Sendable' (aka
    //   'any KeyPath<Case<List.Action>, Case<Row.Action>> & Sendable') has no dynamic member 'rwo' using key
    //   path from root type 'List.Action.AllCasePaths'
  }
}

@Reducer
struct ScopeOtherAction {
  typealias State = List.State
  typealias Action = List.Action
  var body: some ReducerOf<Self> {
    Scope(state: \.row, action: \.rows) { Row() }
    // 5: initializer 'init(state:action:child:)' requires the types 'IdentifiedActionOf<Row>' (aka
    //   'IdentifiedAction<Int, Row.Action>') and 'Row.Action' be equivalent
  }
}

@Reducer
struct ScopeOptional {
  typealias State = List.State
  typealias Action = List.Action
  var body: some ReducerOf<Self> {
    Scope(state: \.optional, action: \.optional) { Row() }
    // 5: 'init(state:action:child:)' is unavailable: The parent's state has no such property or case that can
    //   be set and holds the state of this child. Look for a misspelling. A child that is optional is run by
    //   'ifLet', children in an array by 'forEach'.
  }
}

@Reducer
struct ScopeConstant {
  typealias State = List.State
  typealias Action = List.Action
  var body: some ReducerOf<Self> {
    Scope(state: \.constant, action: \.row) { Row() }
    // 5: 'init(state:action:child:)' is unavailable: The parent's state has no such property or case that can
    //   be set and holds the state of this child. Look for a misspelling. A child that is optional is run by
    //   'ifLet', children in an array by 'forEach'.
  }
}

@Reducer
struct ScopeOtherReducer {
  typealias State = List.State
  typealias Action = List.Action
  var body: some ReducerOf<Self> {
    Scope(state: \.row, action: \.row) { Counter() }
    // 5: initializer 'init(state:action:child:)' requires the types 'Row.Action' and 'Counter.Action' be
    //   equivalent
  }
}

@Reducer
struct ScopeMisspelledReducer {
  typealias State = List.State
  typealias Action = List.Action
  var body: some ReducerOf<Self> {
    Scope(state: \.row, action: \.row) { Rwo() }
    // 42: cannot find 'Rwo' in scope
  }
}

@Reducer
struct IfLetMisspelled {
  typealias State = List.State
  typealias Action = List.Action
  var body: some ReducerOf<Self> {
    EmptyReducer()
      .ifLet(\.optoinal, action: \.optional) { Row() }
    // 14: cannot convert value of type 'KeyPath<IfLetMisspelled.State, Value>' (aka 'KeyPath<List.State,
    //   Value>') to expected argument type 'WritableKeyPath<IfLetMisspelled.State, Row.State?>' (aka
    //   'WritableKeyPath<List.State, Optional<Row.State>>')
    // 14: value of type 'IfLetMisspelled.State' (aka 'List.State') has no member 'optoinal'
  }
}

@Reducer
struct IfLetNotOptional {
  typealias State = List.State
  typealias Action = List.Action
  var body: some ReducerOf<Self> {
    EmptyReducer()
      .ifLet(\.row, action: \.row) { Row() }
    // 38: 'buildExpression' is unavailable: 'ifLet' runs a child whose state is optional, with a case that holds
    //   the child's actions, or declared with '@Presents' and named with a '$', with a case that holds a
    //   'PresentationAction'. The 'State' and 'Action' of the reducer in braces have to be those of the child.
  }
}

@Reducer
struct IfLetWithoutDollar {
  typealias State = List.State
  typealias Action = List.Action
  var body: some ReducerOf<Self> {
    EmptyReducer()
      .ifLet(\.sheet, action: \.sheet) { Row() }
    // 42: 'buildExpression' is unavailable: The action's case holds a 'PresentationAction', so the state has to be
    //   declared with '@Presents' and named with a '$': '.ifLet(\.$child, action: \.child)'.
  }
}

@Reducer
struct IfLetWithoutReducer {
  typealias State = List.State
  typealias Action = List.Action
  var body: some ReducerOf<Self> {
    EmptyReducer()
      .ifLet(\.$sheet, action: \.sheet)
    // 8: 'ifLet(_:action:)' is unavailable: Say which reducer runs what is presented: '.ifLet(\.$child, action:
    //   \.child) { Child() }'. Only alerts, dialogs and enums of reducers ('@Reducer enum') need none.
  }
}

@Reducer
struct IfLetOtherReducer {
  typealias State = List.State
  typealias Action = List.Action
  var body: some ReducerOf<Self> {
    EmptyReducer()
      .ifLet(\.$sheet, action: \.sheet) { Counter() }
    // 43: 'buildExpression' is unavailable: 'ifLet' runs a child whose state is optional, with a case that holds
    //   the child's actions, or declared with '@Presents' and named with a '$', with a case that holds a
    //   'PresentationAction'. The 'State' and 'Action' of the reducer in braces have to be those of the child.
  }
}

@Reducer
struct IfLetMistakeInBraces {
  typealias State = List.State
  typealias Action = List.Action
  var body: some ReducerOf<Self> {
    EmptyReducer()
      .ifLet(\.$sheet, action: \.sheet) {
        Reduce { state, action in
          state.txet = ""
          // 17: value of type 'Row.State' has no member 'txet'
          return .none
        }
      }
  }
}

@Reducer
struct IfLetOtherLabel {
  typealias State = List.State
  typealias Action = List.Action
  var body: some ReducerOf<Self> {
    EmptyReducer()
      .ifLet(\.$sheet, action: \.sheet, destination: { Row() })
    // 54: extra argument 'destination' in call
  }
}

@Reducer
struct ForEachArray {
  typealias State = List.State
  typealias Action = List.Action
  var body: some ReducerOf<Self> {
    EmptyReducer()
      .forEach(\.array, action: \.rows) { Row() }
    // 43: 'buildExpression' is unavailable: 'forEach' runs the elements of an 'IdentifiedArrayOf<Element.State>',
    //   whose actions are in a case that holds an 'IdentifiedActionOf<Element>', which says for which element it
    //   is, or those of a 'StackState<Element.State>', whose actions are in one that holds a
    //   'StackActionOf<Element>'. The reducer in braces has to be 'Element'.
  }
}

@Reducer
struct ForEachMisspelled {
  typealias State = List.State
  typealias Action = List.Action
  var body: some ReducerOf<Self> {
    EmptyReducer()
      .forEach(\.rwos, action: \.rows) { Row() }
    // 16: cannot convert value of type 'KeyPath<ForEachMisspelled.State, Value>' (aka 'KeyPath<List.State,
    //   Value>') to expected argument type 'WritableKeyPath<ForEachMisspelled.State, IdentifiedArray<Int,
    //   Row.State>>' (aka 'WritableKeyPath<List.State, IdentifiedArray<Int, Row.State>>')
    // 16: value of type 'ForEachMisspelled.State' (aka 'List.State') has no member 'rwos'
  }
}

@Reducer
struct ForEachOtherAction {
  typealias State = List.State
  typealias Action = List.Action
  var body: some ReducerOf<Self> {
    EmptyReducer()
      .forEach(\.rows, action: \.row) { Row() }
    // 41: 'buildExpression' is unavailable: 'forEach' runs the elements of an 'IdentifiedArrayOf<Element.State>',
    //   whose actions are in a case that holds an 'IdentifiedActionOf<Element>', which says for which element it
    //   is, or those of a 'StackState<Element.State>', whose actions are in one that holds a
    //   'StackActionOf<Element>'. The reducer in braces has to be 'Element'.
  }
}

@Reducer
struct ForEachOtherReducer {
  typealias State = List.State
  typealias Action = List.Action
  var body: some ReducerOf<Self> {
    EmptyReducer()
      .forEach(\.rows, action: \.rows) { Counter() }
    // 42: 'buildExpression' is unavailable: 'forEach' runs the elements of an 'IdentifiedArrayOf<Element.State>',
    //   whose actions are in a case that holds an 'IdentifiedActionOf<Element>', which says for which element it
    //   is, or those of a 'StackState<Element.State>', whose actions are in one that holds a
    //   'StackActionOf<Element>'. The reducer in braces has to be 'Element'.
  }
}

@Reducer
struct ForEachFunction {
  typealias State = List.State
  typealias Action = List.Action
  var body: some ReducerOf<Self> {
    EmptyReducer()
      .forEach(\.rows, action: \.rows, element: Row.init)
    // 8: instance method 'forEach(_:action:element:fileID:filePath:line:column:)' requires that 'Row' conform to
    //   'PlacedChild'
  }
}

enum PlainAction {
  case row(Row.Action)
}

struct NoCasePaths: Reducer {
  typealias State = List.State
  typealias Action = PlainAction
  var body: some Reducer<State, Action> {
    Scope(state: \.row, action: \.row) { Row() }
    // 33: subscript 'subscript(dynamicMember:)' requires that 'NoCasePaths.Action' (aka 'PlainAction')
    //   conform to 'CasePathable'
  }
}

@Reducer
struct MistakeInParent {
  typealias State = List.State
  typealias Action = List.Action
  var body: some ReducerOf<Self> {
    Reduce { state, action in
      state.row.txet = ""
      // 17: value of type 'Row.State' has no member 'txet'
      return .none
    }
    .forEach(\.rows, action: \.rows) { Row() }
    .ifLet(\.$sheet, action: \.sheet) { Row() }
  }
}

@Reducer
struct Form {
  struct State: Equatable {
    var text = ""
  }
  enum Action {
    case binding(BindingAction<State>)
  }
  var body: some ReducerOf<Self> {
    BindingReducer()
    // 5: initializer 'init()' requires that 'Form.Action' conform to 'BindableAction'
  }
}
