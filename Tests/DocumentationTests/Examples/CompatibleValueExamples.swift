import Dependencies
import Foundation
import Store
import Testing

/// Examples of what is there for code written for the Composable Architecture.
@MainActor
@Suite struct CompatibleValueExamples {
  struct Failure: Error {}

  // MARK: Dumps and differences

  @Test func expectations() {
    var account = Account(id: .init(rawValue: 42), name: "Blob")
    #expect(String(customDumping: account.id) == "42")
    #expect(String(customDumping: LogIn()) == #"LogIn(user: "Blob")"#)
    #expect(String(customDumping: Tint(hexadecimal: "ff")) == "#ff")
    expectNoDifference(account, Account(id: .init(rawValue: 42), name: "Blob"))
    withExpectedIssue {
      account.name = ""
      expectNoDifference(account, Account(id: .init(rawValue: 42), name: "Blob"))
    }

    struct Counter {
      var count = 0
      mutating func increment() { count += 1 }
    }
    var counter = Counter()
    expectDifference(counter.count) {
      counter.increment()
    } changes: {
      $0 = 1
    }
  }

  // MARK: Concurrency

  @Test func sendables() {
    class Settings { let title = "Settings" }
    let settings = UncheckedSendable(Settings())  // is only read from now on
    let title: @Sendable () -> String = { settings.title }
    #expect(title() == "Settings")

    enum Day { case monday }
    let ids: Set<AnyHashableSendable> = [1, "search", AnyHashableSendable(Day.monday)]
    #expect(ids.contains("search"))
  }

  struct Weather {
    var temperature: @Sendable (_ city: String) async throws -> Double
    var seconds: @Sendable () -> AsyncStream<Void>
    func upload() async -> Int { 1 }
  }

  @Test func tasks() async throws {
    func update(_ update: (inout Weather) -> Void) -> Weather {
      var weather = Weather(temperature: { _ in 20 }, seconds: { .finished })
      update(&weather)
      return weather
    }
    let silent = update {
      $0.temperature = { city in try await Task.never() }  // no answer
    }
    let request = Task { try await silent.temperature("Berlin") }
    request.cancel()
    await #expect(throws: CancellationError.self) { try await request.value }

    let clock = ImmediateClock()
    let ticking = update {
      $0.seconds = { clock.timer(interval: .seconds(1)).map { _ in }.eraseToStream() }
    }
    for await _ in ticking.seconds() { break }

    let client = ticking
    let upload = Task { await client.upload() }
    let size = await upload.cancellableValue
    #expect(size == 1)

    let anyClock = AnyClock(clock)
    let deadline = anyClock.now.advanced(by: .seconds(10))
    try await anyClock.sleep(until: deadline)
    #expect(anyClock.now.offset == .seconds(10))
  }

  final class Model: Sendable {
    let steps = LockIsolated(0)
    @concurrent func load() async { steps.withValue { $0 += 1 } }
    @concurrent func refresh() async { steps.withValue { $0 += 1 } }
  }

  @Test func mainQueue() async {
    let model = Model()
    await withMainSerialExecutor {
      async let first: Void = model.load()
      async let second: Void = model.refresh()
      _ = await (first, second)
    }
    #expect(model.steps.value == 2)
  }

  // MARK: Dependencies and issues

  struct Tracker {
    func track(_ event: String) async throws { throw Failure() }
  }

  @Test func effects() async {
    let rows = [1, 2, 3]
    let tracker = Tracker()
    @Dependency(\.assert) var assert

    assert(rows.count <= 100, "Too many rows")

    @Dependency(\.fireAndForget) var fireAndForget

    await withExpectedIssue {
      await fireAndForget { try await tracker.track("signed up") }
    }
  }

  @Test func errors() {
    let rows = [1, 2, 3]
    func save(_ rows: [Int]) throws { throw Failure() }
    withExpectedIssue {
      withErrorReporting("Saving failed") {
        try save(rows)
      }
    }
    func startServer() { Issue.record("This is a test.") }
    if !isTesting { startServer() }
  }

  @Test func reporters() {
    let count = IssueReporters.current.count
    var reporters: [any IssueReporter] = []
    func startServer() { reporters = IssueReporters.current }
    withIssueReporters(IssueReporters.current + [IssueCollector()]) { startServer() }
    #expect(reporters.count == count + 1)
    #expect(reporters.last is IssueCollector)
  }

  // MARK: Collections, observation

  @Test func collections() {
    var drafts: IdentifiedArrayOf<Identified<Int, String>> = []
    drafts.append(Identified("Hello", id: 1))
    drafts[id: 1]?.value += "!"
    #expect(drafts[id: 1]?.value == "Hello!")

    struct Row: Identifiable {
      var id: Int
      var count = 0
    }
    var rows: IdentifiedArrayOf<Row> = []
    rows[id: 42, default: Row(id: 42)].count += 1
    #expect(rows[id: 42]?.count == 1)
  }

  @Reducer
  struct Counter {
    struct State { var count = 0 }
    enum Action { case increment }
    var body: some ReducerOf<Self> {
      Reduce { state, _ in
        state.count += 1
        return .none
      }
    }
  }

  @Test func observation() async {
    let store = Store(initialState: Counter.State()) { Counter() }
    var shown = ""
    var observations: Set<ObserveToken> = []
    observe { shown = "\(store.count)" }.store(in: &observations)
    #expect(shown == "0" && observations.count == 1)

    func count(_ send: Send<Counter.Action>) async { await send(.increment) }
    var received: [Counter.Action] = []
    await count(Send { received.append($0) })
    #expect(received == [.increment])
  }
}

private let collected = LockIsolated<[String]>([])

struct IssueCollector: IssueReporter {
  func reportIssue(
    _ message: @autoclosure () -> String?,
    fileID: StaticString,
    filePath: StaticString,
    line: UInt,
    column: UInt
  ) {
    collected.withValue { [message = message()] in $0.append("\(fileID):\(line): \(message ?? "")") }
  }
}

private struct Account: Equatable {
  struct ID: Equatable {
    let rawValue: Int
  }
  var id: ID
  var name: String
}

extension Account.ID: CustomDumpRepresentable {
  var customDumpValue: Any { rawValue }
}

private struct LogIn {
  var user = "Blob"
  var token = "secret"
}

extension LogIn: CustomDumpReflectable {
  var customDumpMirror: Mirror {
    Mirror(self, children: ["user": user], displayStyle: .struct)  // not the token
  }
}

private struct Tint {
  var hexadecimal: String
}

extension Tint: CustomDumpStringConvertible {
  var customDumpDescription: String { "#\(hexadecimal)" }
}
