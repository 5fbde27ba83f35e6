import Store
import Testing

/// What the braces of `ifLet` and `forEach` accept. Each kind of place has builder functions of its own.
@MainActor @Suite struct BracesTests {
  /// The counts of jobs in an optional, a presentation, a list and a stack, each of which has got an action.
  private func counts(_ reducer: some Reducer<Office.State, Office.Action>) -> [Int?] {
    let places = [JobPlace.optional, .presentation, .list, .stack]
    var state = Office.State()
    for place in places { state[keyPath: place.keyPath] = Job.State(id: 1) }
    let store = Store(initialState: state) { reducer }
    for place in places { store.send(place.embed(.add, in: state)) }
    return places.map { store.state[keyPath: $0.keyPath]?.count }
  }

  @Test func anyReducer() {
    let job: any Reducer<Job.State, Job.Action> = Job()
    let reducer = EmptyReducer<Office.State, Office.Action>()
      .ifLet(\.optional, action: \.optional) { job }
      .ifLet(\.$presented, action: \.presented) { job }
      .forEach(\.left.rows, action: \.left.rows) { job }
      .forEach(\.path, action: \.path) { job }
    #expect(counts(reducer) == [1, 1, 1, 1])
  }

  @Test func closuresAndLabels() {
    let reducer = EmptyReducer<Office.State, Office.Action>()
      .ifLet(\.optional, action: \.optional, then: { Reduce { state, _ in state.add(1) } })
      .ifLet(\.$presented, action: \.presented, then: { Reduce { state, _ in state.add(2) } })
      .forEach(\.left.rows, action: \.left.rows, element: { Reduce { state, _ in state.add(3) } })
      .forEach(\.path, action: \.path, element: { Reduce { state, _ in state.add(4) } })
    #expect(counts(reducer) == [1, 2, 3, 4])
  }

  @Test func whatABodyAccepts() {
    let job: any Reducer<Job.State, Job.Action> = Job()
    let isOn = Bool(true)
    let reducer = EmptyReducer<Office.State, Office.Action>()
      .ifLet(\.optional, action: \.optional) {
        Job()
        job
        if isOn { Job() }
        if !isOn { EmptyReducer() } else { Job() }
        for _ in 0..<2 { Job() }
        [Job()]
        Optional(Job())
      }
      .ifLet(\.$presented, action: \.presented) { if isOn { job } }
      .forEach(\.left.rows, action: \.left.rows) {
        switch isOn {
        case true: job
        case false: EmptyReducer()
        }
      }
      .forEach(\.path, action: \.path) {}
    #expect(counts(reducer) == [8, 1, 1, 0])
  }
}

extension Job.State {
  fileprivate mutating func add(_ amount: Int) -> Effect<Job.Action> {
    count += amount
    return .none
  }
}
