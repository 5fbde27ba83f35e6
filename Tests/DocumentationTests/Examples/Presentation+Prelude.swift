enum Alert: Equatable { case deletionConfirmed }
enum Order: String, CaseIterable { case name = "Name", date = "Date" }
enum Dialog: Equatable { case orderChosen(Order) }
typealias Element = ButtonState<Alert>
typealias Detail = ReducerExamples.Row
typealias Editor = ReducerExamples.Row
@Reducer(state: .equatable) enum Path { case detail(Detail) }
struct State: Equatable {
  var name = "Soup"
  var alert: AlertState<Alert>?
  var dialog: ConfirmationDialogState<Dialog>?
  var path = StackState<Path.State>()
  @Presents var destination: Path.State?
}
enum Action { case cancelButtonTapped, doneButtonTapped, finished, editor(PresentationAction<Editor.Action>) }
var state = State()
let id: StackElementID = 0
