import Dependencies
import Store

@testable import StoreInspection

/// A feature whose sessions the developer tools show.
@Reducer
struct Diary {
  struct State: Equatable, Encodable {
    var entries: [String] = []
    var password = ""
  }

  enum Action: Equatable, Codable {
    case wrote(String)
    case passwordChanged(String)
    case chained
    case listened
    case shown(Int)
  }

  let heard: AsyncStream<String>

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .wrote(let text): state.entries.append(text)
      case .passwordChanged(let password): state.password = password
      case .chained: return .send(.wrote("chain"))
      case .listened:
        let heard = heard
        return .run { send in for await text in heard { await send(.wrote(text)) } }
      case .shown: break
      }
      return .none
    }
  }

  /// Makes a store whose steps are recorded for the developer tools.
  ///
  /// - Returns: The store, its steps, and a continuation whose texts the effect of `listened` writes.
  @MainActor
  static func recorded() throws -> (StoreOf<Self>, SessionSteps<State>, AsyncStream<String>.Continuation) {
    let (heard, continuation) = AsyncStream.makeStream(of: String.self)
    let store = Store(initialState: State()) { Self(heard: heard) }
    let steps = SessionSteps<State>()
    let redaction = Redaction(Redaction.standardWords)
    let destination = TraceDestination(path: nil, program: "Test", version: "", redaction: redaction)
      .showing { [record = steps.record] in record.begin($0) }
    let encoder = JSONStateEncoder()
    let (recorder, state) = try destination.begin(feature: "Diary", isLive: false, localization: nil) {
      try store.withState(encoder.encode)
    }
    store.record(in: recorder, from: state, encoding: encoder.encode)
    steps.follow(store)
    return (store, steps, continuation)
  }
}
