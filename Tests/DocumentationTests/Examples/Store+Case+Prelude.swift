func TimerScreen(store: StoreOf<Timer>) {}
func EmptyScreen() {}
func SummaryScreen(seconds: Int) {}
let store = Store(initialState: Path.State.timer(Timer.State())) { Path.body }
