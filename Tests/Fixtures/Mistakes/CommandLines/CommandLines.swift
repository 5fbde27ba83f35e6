// What goes wrong with command lines.
import Store
import StoreInspection

@Reducer struct Uncoded {
  struct State: Equatable, Encodable { var count = 0 }
  enum Action { case tapped }
  var body: some ReducerOf<Self> { EmptyReducer() }
}

func uncodedProgram() -> StoreCommandLine<Uncoded> {
  StoreCommandLine<Uncoded>("Uncoded", commands: [.ui, .run, .report, .repl, .replay, .generateTest]) {
    // 57: 'run' is unavailable: scripts need the feature's actions to be 'Codable', and its state 'Encodable'
    // 72: 'repl' is unavailable: a prompt needs the feature's actions to be 'Codable', and its state 'Encodable'
    // 79: 'replay' is unavailable: traces need the feature's actions to be 'Codable', and its state 'Encodable'
    // 88: 'generateTest' is unavailable: traces need the feature's actions to be 'Codable', and its state 'Encodable'
    Uncoded.State()
  } reducer: {
    Uncoded()
  }
}

@MainActor
func traceUncoded(_ store: StoreOf<Uncoded>) throws {
  try store.trace(to: "session.jsonl", feature: "Uncoded", program: "UncodedApp")
  // 13: 'trace(to:feature:program:version:redacting:)' is unavailable: traces need the store's state and actions
  //   to be 'Encodable'; to replay them, actions have to be 'Codable'
}

@Reducer struct Coded {
  struct State: Equatable, Encodable { var count = 0 }
  enum Action: Codable { case tapped }
  var body: some ReducerOf<Self> { EmptyReducer() }
}

@MainActor
func traceWithoutNames(_ store: StoreOf<Coded>) throws {
  try store.trace(to: "session.jsonl")
  // 13: 'trace(to:redacting:)' is unavailable: name the feature's type and the program,
  //   'trace(to:feature:program:)': a command line with these names can replay the trace
}

struct Answer {}

struct AnswerClient: DependencyKey {
  var ask: @Sendable (_ question: String) async throws -> String
  var forget: @Sendable () async -> Void
  var count: @Sendable () throws -> Int
  var answer: @Sendable (_ question: String) async throws -> Answer
  var compare: @Sendable (Int, Int, Int, Int, Int) async throws -> Bool
  static var liveValue: AnswerClient { fatalError() }
}

extension DependencyValues {
  var answers: AnswerClient {
    get { self[AnswerClient.self] }
    set { self[AnswerClient.self] = newValue }
  }
}

func recordEndpoints(_ program: inout StoreCommandLine<Coded>) {
  program.recordedEndpoints = [
    .endpoint(\.answers.ask, "answers.ask(question:)"),
    .endpoint(\.answers.forget, "answers.forget"),
    // 6: 'endpoint' is unavailable: it has to be a '@Sendable' closure that is 'async throws', as a test may
    //   have to cancel it, with up to four parameters; these and the result have to be 'Codable' and 'Sendable'
    .endpoint(\.answers.count, "answers.count"),
    // 6: 'endpoint' is unavailable: it has to be a '@Sendable' closure that is 'async throws', as a test may
    //   have to cancel it, with up to four parameters; these and the result have to be 'Codable' and 'Sendable'
    .endpoint(\.answers.answer, "answers.answer(question:)"),
    // 6: 'endpoint' is unavailable: it has to be a '@Sendable' closure that is 'async throws', as a test may
    //   have to cancel it, with up to four parameters; these and the result have to be 'Codable' and 'Sendable'
    .endpoint(\.answers.compare, "answers.compare"),
    // 6: 'endpoint' is unavailable: it has to be a '@Sendable' closure that is 'async throws', as a test may
    //   have to cancel it, with up to four parameters; these and the result have to be 'Codable' and 'Sendable'
  ]
  let path: RecordedEndpoint.Key<@Sendable (String) async throws -> String> = \.answers.ask
  program.recordedEndpoints = [
    #endpoint(\.answers.ask),
    #endpoint(path),
    // 5: '#endpoint' takes a key path that is written out, such as '\.client.endpoint'. (from macro 'endpoint')
  ]
}
