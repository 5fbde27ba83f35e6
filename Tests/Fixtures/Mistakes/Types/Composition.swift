// What goes wrong where features are composed.
import Store

@Reducer struct Row {
  struct State: Equatable, Identifiable {
    let id: Int
    var text = ""
  }
  enum Action { case tapped }
  var body: some ReducerOf<Self> { EmptyReducer() }
}

@Reducer struct List {
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
  var body: some ReducerOf<Self> { EmptyReducer() }
}

/// What stands in the bodies of features.
extension List {
  @ReducerBuilder<State, Action> var scopeOfNoSuchState: some ReducerOf<Self> {
    Scope(state: \.rwo, action: \.row) { Row() }
    // 5: 'init(state:action:child:)' is unavailable: The parent's state has no such property or case that can
    //   be set and holds the state of this child. Look for a misspelling. A child that is optional is run by
    //   'ifLet', children in an array by 'forEach'.
    Scope(state: \.optional, action: \.optional) { Row() }
    // 5: 'init(state:action:child:)' is unavailable: The parent's state has no such property or case that can
    //   be set and holds the state of this child. Look for a misspelling. A child that is optional is run by
    //   'ifLet', children in an array by 'forEach'.
    Scope(state: \.constant, action: \.row) { Row() }
    // 5: 'init(state:action:child:)' is unavailable: The parent's state has no such property or case that can
    //   be set and holds the state of this child. Look for a misspelling. A child that is optional is run by
    //   'ifLet', children in an array by 'forEach'.
  }

  @ReducerBuilder<State, Action> var scopeMisspelledAction: some ReducerOf<Self> {
    Scope(state: \.row, action: \.rwo) { Row() }
    // 33: value of type 'any KeyPath<Case<List.Action>, Case<Row.Action>> & Sendable' has no dynamic member 'rwo'
    //   using key path from root type 'List.Action.AllCasePaths'
  }

  @ReducerBuilder<State, Action> var scopeOtherAction: some ReducerOf<Self> {
    Scope(state: \.row, action: \.rows) { Row() }
    // 5: initializer 'init(state:action:child:)' requires the types 'IdentifiedActionOf<Row>' (aka
    //   'IdentifiedAction<Int, Row.Action>') and 'Row.Action' be equivalent
  }

  @ReducerBuilder<State, Action> var scopeOtherReducer: some ReducerOf<Self> {
    Scope(state: \.row, action: \.row) { Counter() }
    // 5: initializer 'init(state:action:child:)' requires the types 'Row.Action' and 'Counter.Action' be equivalent
  }

  @ReducerBuilder<State, Action> var scopeMisspelledReducer: some ReducerOf<Self> {
    Scope(state: \.row, action: \.row) { Rwo() }
    // 42: cannot find 'Rwo' in scope
  }

  @ReducerBuilder<State, Action> var ifLetMisspelled: some ReducerOf<Self> {
    EmptyReducer().ifLet(\.optoinal, action: \.optional) { Row() }
    // 26: cannot convert value of type 'KeyPath<List.State, Value>' to expected argument type
    //   'WritableKeyPath<List.State, Row.State?>'
    // 26: value of type 'List.State' has no member 'optoinal'
  }

  @ReducerBuilder<State, Action> var ifLetAndForEachOfOtherChildren: some ReducerOf<Self> {
    EmptyReducer().ifLet(\.row, action: \.row) { Row() }
    // 50: 'buildExpression' is unavailable: 'ifLet' runs a child whose state is optional, with a case that holds the
    //   child's actions, or declared with '@Presents' and named with a '$', with a case that holds a
    //   'PresentationAction'. The 'State' and 'Action' of the reducer in braces have to be those of the child.
    EmptyReducer().ifLet(\.$sheet, action: \.sheet) { Counter() }
    // 55: 'buildExpression' is unavailable: 'ifLet' runs a child whose state is optional, with a case that holds the
    //   child's actions, or declared with '@Presents' and named with a '$', with a case that holds a
    //   'PresentationAction'. The 'State' and 'Action' of the reducer in braces have to be those of the child.
    EmptyReducer().ifLet(\.sheet, action: \.sheet) { Row() }
    // 54: 'buildExpression' is unavailable: The action's case holds a 'PresentationAction', so the state has to be
    //   declared with '@Presents' and named with a '$': '.ifLet(\.$child, action: \.child)'.
    EmptyReducer().ifLet(\.$sheet, action: \.sheet)
    // 20: 'ifLet(_:action:)' is unavailable: Say which reducer runs what is presented: '.ifLet(\.$child, action:
    //   \.child) { Child() }'. Only alerts, dialogs and enums of reducers ('@Reducer enum') need none.
    EmptyReducer().forEach(\.array, action: \.rows) { Row() }
    // 55: 'buildExpression' is unavailable: 'forEach' runs the elements of an 'IdentifiedArrayOf<Element.State>', whose
    //   actions are in a case that holds an 'IdentifiedActionOf<Element>', which says for which element it is, or those
    //   of a 'StackState<Element.State>', whose actions are in one that holds a 'StackActionOf<Element>'. The reducer
    //   in braces has to be 'Element'.
    EmptyReducer().forEach(\.rows, action: \.row) { Row() }
    // 53: 'buildExpression' is unavailable: 'forEach' runs the elements of an 'IdentifiedArrayOf<Element.State>', whose
    //   actions are in a case that holds an 'IdentifiedActionOf<Element>', which says for which element it is, or those
    //   of a 'StackState<Element.State>', whose actions are in one that holds a 'StackActionOf<Element>'. The reducer
    //   in braces has to be 'Element'.
    EmptyReducer().forEach(\.rows, action: \.rows) { Counter() }
    // 54: 'buildExpression' is unavailable: 'forEach' runs the elements of an 'IdentifiedArrayOf<Element.State>', whose
    //   actions are in a case that holds an 'IdentifiedActionOf<Element>', which says for which element it is, or those
    //   of a 'StackState<Element.State>', whose actions are in one that holds a 'StackActionOf<Element>'. The reducer
    //   in braces has to be 'Element'.
  }

  @ReducerBuilder<State, Action> var ifLetMistakeInBraces: some ReducerOf<Self> {
    EmptyReducer().ifLet(\.$sheet, action: \.sheet) {
      Reduce { state, action in
        state.txet = ""
        // 15: value of type 'Row.State' has no member 'txet'
        return .none
      }
    }
  }

  @ReducerBuilder<State, Action> var ifLetOtherLabel: some ReducerOf<Self> {
    EmptyReducer().ifLet(\.$sheet, action: \.sheet, destination: { Row() })
    // 66: extra argument 'destination' in call
  }

  @ReducerBuilder<State, Action> var forEachMisspelled: some ReducerOf<Self> {
    EmptyReducer().forEach(\.rwos, action: \.rows) { Row() }
    // 28: cannot convert value of type 'KeyPath<List.State, Value>' to expected argument type
    //   'WritableKeyPath<List.State, IdentifiedArray<Int, Row.State>>'
    // 28: value of type 'List.State' has no member 'rwos'
  }

  @ReducerBuilder<State, Action> var forEachFunction: some ReducerOf<Self> {
    EmptyReducer().forEach(\.rows, action: \.rows, element: Row.init)
    // 20: instance method 'forEach(_:action:element:fileID:filePath:line:column:)' requires that 'Row' conform to
    //   'PlacedChild'
  }

  @ReducerBuilder<State, Action> var mistakeInParent: some ReducerOf<Self> {
    Reduce { state, action in
      state.row.txet = ""
      // 17: value of type 'Row.State' has no member 'txet'
      return .none
    }
    .forEach(\.rows, action: \.rows) { Row() }
    .ifLet(\.$sheet, action: \.sheet) { Row() }
  }

  @ReducerBuilder<State, Action> var bindingWithoutBindableAction: some ReducerOf<Self> {
    BindingReducer()
    // 5: initializer 'init()' requires that 'List.Action' conform to 'BindableAction'
  }
}

enum PlainAction { case row(Row.Action) }

struct NoCasePaths: Reducer {
  typealias State = List.State
  typealias Action = PlainAction
  var body: some Reducer<State, Action> {
    Scope(state: \.row, action: \.row) { Row() }
    // 33: subscript 'subscript(dynamicMember:)' requires that 'NoCasePaths.Action' (aka 'PlainAction')
    //   conform to 'CasePathable'
  }
}
