import Dispatch
import Foundation
import StoreTesting
import Testing

@DependencyClient
struct RateClient {
  var rate: @Sendable (_ currency: String) async throws -> Double
}

extension RateClient: DependencyKey {
  static let liveValue = RateClient(rate: { currency in try await downloadRate(of: currency) })
  static let mockValue = RateClient(rate: { _ in 1.25 })
  static let testValue = RateClient()
}

extension DependencyValues {
  var rateClient: RateClient {
    get { self[RateClient.self] }
    set { self[RateClient.self] = newValue }
  }
}

struct Invoice: Equatable {
  let id: UUID
  let date: Date
  let total: Double
}

struct InvoiceWriter {
  @Dependency(\.date.now) var now
  @Dependency(\.rateClient) var rates
  @Dependency(\.uuid) var uuid

  func invoice(_ amount: Double, currency: String) async throws -> Invoice {
    let rate = try await rates.rate(currency: currency)
    return Invoice(id: uuid(), date: now, total: amount * rate)
  }
}

@Test func anInvoiceHasTheRateOfTheDay() async throws {
  let invoice = try await withDependencies {
    $0.date.now = Date(timeIntervalSince1970: 0)
    $0.rateClient.rate = { currency in currency == "EUR" ? 2 : 1 }
    $0.uuid = .incrementing
  } operation: {
    try await InvoiceWriter().invoice(100, currency: "EUR")
  }
  #expect(invoice == Invoice(id: UUID(0), date: Date(timeIntervalSince1970: 0), total: 200))
}

/// Stands for a download.
private func downloadRate(of currency: String) async throws -> Double { 1.1 }

private enum UserNameKey: DependencyKey {
  static let liveValue: String? = nil
  static var testValue: String? { unimplemented("userName", placeholder: nil) }
}

@Test func aValueIsUnimplemented() {
  var name: String? = "somebody"
  let issues = withCapturedIssues { name = UserNameKey.testValue }
  #expect(name == nil && issues.count == 1)
}

private enum RetryLimitKey: DependencyKey {
  static let liveValue = 3
}

extension DependencyValues {
  var retryLimit: Int {
    get { self[RetryLimitKey.self] }
    set { self[RetryLimitKey.self] = newValue }
  }
}

private enum PageSizeKey: DependencyKey {
  static let liveValue = 20
  static let testValue = 20
}

extension DependencyValues {
  fileprivate var pageSize: Int {
    get { self[PageSizeKey.self] }
    set { self[PageSizeKey.self] = newValue }
  }
}

@Suite enum DependenciesInDepth {
  @DependencyClient
  struct Printer {
    var print: @Sendable (_ text: String, _ copies: Int) async throws -> Void
    var isReady: @Sendable () -> Bool = { false }
    var name = "Printer"
  }

  @Reducer
  struct InvoiceList {
    struct State: Equatable {
      var invoices: [Invoice] = []
    }

    enum Action {
      case addButtonTapped
      case added(Invoice)
    }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .addButtonTapped:
          return .run { send in
            await send(.added(try await InvoiceWriter().invoice(100, currency: "EUR")))
          }

        case .added(let invoice):
          state.invoices.append(invoice)
          return .none
        }
      }
    }
  }

  @Reducer
  struct Shop {
    struct State: Equatable {
      var invoices = InvoiceList.State()
    }

    enum Action {
      case invoices(InvoiceList.Action)
    }

    var body: some ReducerOf<Self> {
      Scope(state: \.invoices, action: \.invoices) {
        InvoiceList()
          .dependency(\.rateClient, .mockValue)
      }
    }
  }

  @MainActor @Test static func mockValues() async {
    let store = Store(initialState: InvoiceList.State()) {
      InvoiceList()
    } withDependencies: {
      $0.context = .mock
      $0.date.now = Date(timeIntervalSince1970: 0)
    }
    await store.send(.addButtonTapped).finish()
    #expect(store.invoices.map(\.total) == [125])
  }

  @Test static func children() async {
    let store = TestStore(initialState: Shop.State()) {
      Shop()
    } withDependencies: {
      $0.date.now = Date(timeIntervalSince1970: 0)
      $0.uuid = .incrementing
    }
    await store.send(.invoices(.addButtonTapped))
    await store.receive(\.invoices.added) {
      $0.invoices.invoices = [Invoice(id: UUID(0), date: Date(timeIntervalSince1970: 0), total: 125)]
    }
  }

  @Test static func clients() async throws {
    let printed = LockIsolated<[String]>([])
    let printer = Printer(
      print: { text, copies in printed.withValue { $0.append("\(copies) \(text)") } },
      isReady: { true }
    )
    try await printer.print(text: "Invoice", copies: 2)
    #expect(printed.value == ["2 Invoice"])
    #expect(printer.name == "Printer")
    withExpectedIssue { #expect(!Printer().isReady()) }
  }

  /// A model keeps the dependencies that it was made with; those of the current task go before them.
  @Test static func capturing() async throws {
    let writer = withDependencies {
      $0.date.now = Date(timeIntervalSince1970: 0)
      $0.rateClient.rate = { _ in 2 }
      $0.uuid = .incrementing
    } operation: {
      InvoiceWriter()
    }
    let first = try await writer.invoice(100, currency: "EUR")
    let second = try await withDependencies {
      $0.rateClient.rate = { _ in 3 }
    } operation: {
      try await writer.invoice(100, currency: "EUR")
    }
    #expect(first.total == 200)
    #expect(second.total == 300)
    #expect(second.id == UUID(1))
  }

  /// Tasks inherit, detached tasks do not.
  @Test static func tasks() async {
    @Sendable func limit() -> Int {
      @Dependency(\.pageSize) var limit
      return limit
    }
    await withDependencies {
      $0.pageSize = 5
    } operation: {
      #expect(await Task { limit() }.value == 5)
      async let other = limit()
      #expect(await other == 5)
      #expect(await Task.detached { limit() }.value == 20)
      await withEscapedDependencies { dependencies in
        #expect(await Task.detached { dependencies.yield { limit() } }.value == 5)
      }
    }
  }

  /// A program's first lines.
  private static func start() {
    prepareDependencies {
      $0.context = .mock
    }
  }

  static func fail() async {
    _ = try? await InvoiceWriter().invoice(100, currency: "EUR")

    @Dependency(\.retryLimit) var limit
    _ = limit
    withDependencies {
      $0 = .mock
    } operation: {
      @Dependency(\.retryLimit) var limit
      _ = limit
    }
    start()
  }
}

extension Failures {
  /// Those of the article.
  static func ofDependencies() async -> [String] {
    await withCapturedIssues { await DependenciesInDepth.fail() }.map(\.message)
  }
}
