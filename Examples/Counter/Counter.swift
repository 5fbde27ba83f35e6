import Dependencies
import Foundation
import Store

/// A counter with buttons, and a timer that counts once a second.
@Reducer
struct Counter {
  @ObservableState
  struct State: Equatable, Encodable {
    var count = 0
    var step = 1
    var isTimerOn = false
    var marks: IdentifiedArrayOf<Mark> = []
  }

  struct Mark: Equatable, Codable, Identifiable {
    let id: UUID
    let count: Int
    let date: Date
  }

  enum Action: Equatable, Codable {
    case incrementButtonTapped
    case decrementButtonTapped
    case stepChanged(Int)
    case timerButtonTapped
    case timerTicked
    case markButtonTapped
    case markDeleted(id: Mark.ID)
  }

  private enum CancelID { case timer }

  @Dependency(\.continuousClock) private var clock
  @Dependency(\.date) private var date
  @Dependency(\.uuid) private var uuid

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .incrementButtonTapped: state.count += state.step
      case .decrementButtonTapped: state.count -= state.step
      case .stepChanged(let step): state.step = min(max(1, step), 1_000)
      case .timerTicked: state.count += state.step
      case .markButtonTapped: state.marks.append(Mark(id: uuid(), count: state.count, date: date.now))
      case .markDeleted(let id): state.marks.remove(id: id)
      case .timerButtonTapped:
        state.isTimerOn.toggle()
        guard state.isTimerOn else { return .cancel(id: CancelID.timer) }
        return .run(name: "timer") { send in
          for await _ in clock.timer(interval: .seconds(1)) { await send(.timerTicked) }
        }
        .cancellable(id: CancelID.timer)
      }
      return .none
    }
  }
}
