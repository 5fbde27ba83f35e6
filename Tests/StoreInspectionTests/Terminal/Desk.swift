import Foundation
import Store
import TestSupport
import Testing

@testable import StoreInspection

@MainActor
struct Desk<Feature: Reducer> {
  let app: TerminalApp<Feature>
  let paper: Paper
  let changes: AsyncStream<Void>

  init(
    _ store: StoreOf<Feature>,
    columns: Int,
    rows: Int,
    steps: SessionSteps<Feature.State>? = nil,
    draw: @escaping (ObservedState<Feature.State>, ScreenContext, Paper) -> Screen<Feature.Action>
  ) {
    let paper = Paper(columns, rows)
    let (changes, onChange) = AsyncStream.makeStream(of: Void.self)
    (self.paper, self.changes) = (paper, changes)
    var dependencies = DependencyValues.current
    dependencies.calendar = Calendar(identifier: .gregorian)
    dependencies.date = .constant(.distantPast)
    dependencies.locale = Locale(identifier: "en_US_POSIX")
    app = TerminalApp(
      store: store,
      size: TerminalSize(columns: columns, rows: rows),
      isColored: true,
      dependencies: dependencies,
      steps: steps,
      screen: { draw($0, $1, paper) },
      onChange: { onChange.yield() },
      write: { paper.write($0) }
    )
    app.start()
  }

  func type(_ text: String) { #expect(app.handle(.input(Array(text.utf8))) == .goOn) }
}

/// The content of a terminal, with counts of what was drawn and written.
@MainActor
final class Paper {
  var emulator: TerminalEmulator
  var (written, drawCount, rowCount) = ("", 0, 0)

  init(_ columns: Int, _ rows: Int) { emulator = TerminalEmulator(columns: columns, rows: rows) }

  func write(_ text: String) {
    written += text
    emulator.feed(text.utf8)
  }

  func reset() { (written, drawCount, rowCount) = ("", 0, 0) }
}

/// A feature whose sessions the developer tools show.
@Reducer
struct Diary {
  struct State: Equatable, Encodable { var entries: [String] = [], password = "" }
  enum Action: Equatable, Codable { case wrote(String), passwordChanged(String), chained, listened, shown(Int) }

  let heard: AsyncStream<String>

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .wrote(let text): state.entries.append(text)
      case .passwordChanged(let password): state.password = password
      case .chained: return .send(.wrote("chain"))
      case .listened: return .run { [heard] send in for await text in heard { await send(.wrote(text)) } }
      case .shown: break
      }
      return .none
    }
  }

  /// Makes a store whose steps are recorded, and a continuation whose texts the effect of `listened` writes.
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
