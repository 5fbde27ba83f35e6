import Dispatch
import Foundation
import StoreTesting
import Testing

// #include DependenciesInDepth.md: struct RateClient

struct Invoice: Equatable {
  let id: UUID
  let date: Date
  let total: Double
}

// #include DependenciesInDepth.md: struct InvoiceWriter

// #include DependenciesInDepth.md: func anInvoiceHasTheRateOfTheDay

/// Stands for a download.
private func downloadRate(of currency: String) async throws -> Double { 1.1 }

private enum UserNameKey: DependencyKey {
  static let liveValue: String? = nil
  // #include Unimplemented.swift: static var testValue:
}

@Test func aValueIsUnimplemented() {
  var name: String? = "somebody"
  let issues = withCapturedIssues { name = UserNameKey.testValue }
  #expect(name == nil && issues.count == 1)
}

// #include DependenciesInDepth.md: enum RetryLimitKey

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
  // #include DependenciesInDepth.md: struct Printer

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
      // #include DependenciesInDepth.md: Scope(state: \.invoices,
    }
  }

  @MainActor @Test static func mockValues() async {
    // #include DependenciesInDepth.md: let store = Store(initialState:
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
    // #include DependenciesInDepth.md: let writer = withDependencies {
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
      // #include DependenciesInDepth.md: await withEscapedDependencies
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
