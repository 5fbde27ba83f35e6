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
    // #include ExpectNoDifference.swift
    withExpectedIssue {
      account.name = ""
      expectNoDifference(account, Account(id: .init(rawValue: 42), name: "Blob"))
    }

    struct Counter {
      var count = 0
      mutating func increment() { count += 1 }
    }
    var counter = Counter()
    // #include ExpectDifference.swift
  }

  // MARK: Concurrency

  @Test func sendables() {
    class Settings { let title = "Settings" }
    // #include UncheckedSendable.swift
    #expect(title() == "Settings")

    enum Day { case monday }
    // #include AnyHashableSendable.swift
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
      // #include Task+Never.swift
    }
    let request = Task { try await silent.temperature("Berlin") }
    request.cancel()
    await #expect(throws: CancellationError.self) { try await request.value }

    let clock = ImmediateClock()
    let ticking = update {
      // #include EraseToStream.swift
    }
    for await _ in ticking.seconds() { break }

    let client = ticking
    // #include Task+CancellableValue.swift
    #expect(size == 1)

    // #include AnyClock.swift
    #expect(anyClock.now.offset == .seconds(10))
  }

  // MARK: Dependencies and issues

  struct Tracker {
    func track(_ event: String) async throws { throw Failure() }
  }

  @Test func effects() async {
    let rows = [1, 2, 3]
    let tracker = Tracker()
    // #include Assertions.swift

    @Dependency(\.fireAndForget) var fireAndForget

    await withExpectedIssue {
      await fireAndForget { try await tracker.track("signed up") }
    }
  }

  @Test func errors() {
    let rows = [1, 2, 3]
    func save(_ rows: [Int]) throws { throw Failure() }
    withExpectedIssue {
      // #include WithErrorReporting.swift
    }
    func startServer() { Issue.record("This is a test.") }
    // #include DependencyContext.swift: if !isTesting { startServer() }
  }

  @Test func reporters() {
    let count = IssueReporters.current.count
    var reporters: [any IssueReporter] = []
    func startServer() { reporters = IssueReporters.current }
    // #include IssueReporters.swift
    #expect(reporters.count == count + 1)
    #expect(reporters.last is IssueCollector)
  }

  // MARK: Collections, observation

  @Test func collections() {
    // #include Identified.swift
    #expect(drafts[id: 1]?.value == "Hello!")

    struct Row: Identifiable {
      var id: Int
      var count = 0
    }
    var rows: IdentifiedArrayOf<Row> = []
    // #include IdentifiedArray+Default.swift
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
    // #include ObserveToken.swift
    #expect(shown == "0" && observations.count == 1)

    func count(_ send: Send<Counter.Action>) async { await send(.increment) }
    // #include Send.swift: var received: [Counter.Action] = []
    #expect(received == [.increment])
  }
}

private let collected = LockIsolated<[String]>([])

// #include IssueReporter.swift

private struct Account: Equatable {
  struct ID: Equatable {
    let rawValue: Int
  }
  var id: ID
  var name: String
}

// #include CustomDumpReflectable.swift: extension Account.ID

private struct LogIn {
  var user = "Blob"
  var token = "secret"
}

// #include CustomDumpReflectable.swift: extension LogIn

private struct Tint {
  var hexadecimal: String
}

// #include CustomDumpReflectable.swift: extension Tint
