typealias Editor = ReducerExamples.Row
@Reducer(state: .equatable) enum Destination { case editor(Editor) }
struct State1: Equatable { var editor: Editor.State? }
@CasePathable enum Action1 { case editButtonTapped, editor(Editor.Action) }
struct State2: Equatable {
  var text = ""
  @Presents var editor: Editor.State?
}
@CasePathable enum Action2 { case editButtonTapped, editor(PresentationAction<Editor.Action>) }
enum Warning { case understood }
struct State3: Equatable {
  var warning: AlertState<Warning>?
  @Presents var destination: Destination.State?
}
@CasePathable enum Action3 { case warning(Warning), destination(PresentationAction<Destination.Action>) }
