typealias Row = ReducerExamples.Row
typealias Detail = ReducerExamples.Row
@Reducer(state: .equatable) enum Path { case detail(Detail) }
struct State2: Equatable { var path = StackState<Detail.State>() }
@CasePathable enum Action2 { case detailButtonTapped, path(StackActionOf<Detail>) }
struct State3: Equatable { var path = StackState<Path.State>() }
@CasePathable enum Action3 { case path(StackActionOf<Path>) }
