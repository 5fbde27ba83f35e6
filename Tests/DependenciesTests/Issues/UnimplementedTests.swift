import Testing

@testable import Dependencies

private struct Client: Sendable {
  var cities: @Sendable () -> [String]
  var temperature: @Sendable (String) async throws -> Double
  var wind: @Sendable (String, Int) async -> Double
  var log: @Sendable (String) -> Void
  var flush: @Sendable () async -> Void
  var reset: @Sendable () throws -> Void
  var close: @MainActor @Sendable () -> Void

  static let line = #line + 2
  static let unimplemented = Client(
    cities: Dependencies.unimplemented("Client.cities", placeholder: ["nowhere"]),
    temperature: Dependencies.unimplemented("Client.temperature"),
    wind: Dependencies.unimplemented("Client.wind", placeholder: 1.5),
    log: Dependencies.unimplemented("Client.log"),
    flush: Dependencies.unimplemented("Client.flush"),
    reset: Dependencies.unimplemented("Client.reset"),
    close: Dependencies.unimplemented("Client.close")
  )
}

@Suite struct UnimplementedTests {
  @Test func everyKindOfClosureReportsItsName() async {
    let client = Client.unimplemented
    let issues = await withCapturedIssues {
      #expect(client.cities() == ["nowhere"])
      let error = await #expect(throws: UnimplementedFailure.self) { try await client.temperature("Oslo") }
      #expect(error?.description == "Unimplemented: Client.temperature")
      #expect(await client.wind("Oslo", 1) == 1.5)
      client.log("message")
      await client.flush()
      #expect(throws: UnimplementedFailure.self) { try client.reset() }
      await client.close()
    }
    let endpoints = ["cities", "temperature", "wind", "log", "flush", "reset", "close"]
    #expect(
      issues.map(\.message)
        == endpoints.enumerated().map { index, endpoint in
          """
          Unimplemented: Client.\(endpoint)

          Defined at DependenciesTests/UnimplementedTests.swift:\(Client.line + index), and used without being \
          overridden. A test provides what it uses, with 'withDependencies { ... } operation: { ... }' or the \
          'withDependencies' of its store.
          """
        }
    )
    #expect(issues.map(\.line) == endpoints.indices.map { Client.line + $0 })
  }

  @Test func placeholdersAreMadeForEachCallAndNamesAreThoseOfTheCaller() {
    let count = Log<Void>()
    @Sendable func next() -> Int {
      count.append(())
      return count.all.count
    }
    func fetchAll() -> @Sendable () -> Int { unimplemented(placeholder: next()) }
    let issues = withCapturedIssues {
      let endpoint = fetchAll()
      #expect([endpoint(), endpoint()] == [1, 2])
      // Values are reported at once.
      let name: String? = unimplemented("name", placeholder: nil)
      #expect(name == nil)
    }
    let names = issues.map(\.headline)
    #expect(names == ["Unimplemented: fetchAll()", "Unimplemented: fetchAll()", "Unimplemented: name"])
  }

  @Test func programsAreToldWhatProgramsDo() {
    func message(in context: DependencyContext) -> String? {
      withDependencies({ $0.context = context }) {
        withCapturedIssues { Client.unimplemented.log("message") }.first?.message
      }
    }
    let start = """
      Unimplemented: Client.log

      Defined at DependenciesTests/UnimplementedTests.swift:\(Client.line + 3), and used without being overridden.
      """
    let users = [(DependencyContext.live, "live", "A program"), (.mock, "mock", "What runs on mock values")]
    for (context, value, user) in users {
      #expect(
        message(in: context) == """
          \(start) \(user) needs one that does something: give it where the '\(value)Value' is made, or override it with \
          'withDependencies { ... } operation: { ... }' or the 'withDependencies' of its store.
          """
      )
    }
  }
}
