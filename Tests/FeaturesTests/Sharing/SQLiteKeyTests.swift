import Dependencies
import Foundation
import StoreTesting
import Testing

@testable import Features

/// Shared values that are kept in the database.
@MainActor
@Suite(.timeLimit(.minutes(5))) struct SQLiteKeyTests {
  private struct Settings: Codable, Equatable, Sendable {
    var name = ""
    var count = 0
  }

  private let folder: TemporaryFolder
  private let database: Database

  init() throws {
    folder = try TemporaryFolder()
    database = Database(path: folder.path())
  }

  private func setting(_ key: String = "settings", in database: Database? = nil) -> Shared<Settings> {
    withDependencies {
      $0.database = database ?? self.database
      $0.continuousClock = ContinuousClock()
    } operation: {
      Shared(wrappedValue: Settings(), .sqlite(key))
    }
  }

  private func row(_ key: String = "settings") async throws -> String? {
    try await database.read {
      try $0.firstRow("SELECT value FROM preferences WHERE key = ?", key) { try $0.read(0) }
    }
  }

  private func setRow(_ text: String, in database: Database) async throws {
    try await database.write {
      try $0.run("INSERT OR REPLACE INTO preferences VALUES (?, ?)", "settings", text)
    }
  }

  /// Waits until a condition is met that observation tells about.
  private func wait(until condition: @escaping @Sendable () -> Bool) async {
    let (changes, continuation) = AsyncStream<Void>.makeStream()
    @Sendable func observe() {
      withObservationTracking {
        _ = condition()
      } onChange: {
        continuation.yield()
        observe()
      }
    }
    observe()
    if condition() { return }
    for await _ in changes where condition() { return }
  }

  @Test func valuesAreKept() async throws {
    let settings = setting()
    try await settings.load()
    #expect(settings.wrappedValue == Settings())
    for count in 1...20 { settings.withLock { $0 = Settings(name: "Blob", count: count) } }
    try await settings.save()
    #expect(try await row() == #"{"count":20,"name":"Blob"}"#)

    let again = setting(in: Database(path: folder.path()))
    try await again.load()
    #expect(again.wrappedValue == Settings(name: "Blob", count: 20))
    #expect(again.loadError == nil)
  }

  @Test func aValueOfTheSameRowIsTheSame() async throws {
    let settings = setting()
    setting().withLock { $0.name = "Blob" }
    #expect(settings.wrappedValue.name == "Blob")
    #expect(setting("other").wrappedValue.name == "")
  }

  @Test func whatOthersWriteIsLoaded() async throws {
    let settings = setting()
    try await settings.load()
    try await setRow(#"{"name":"same process","count":1}"#, in: database)
    await wait(until: { settings.wrappedValue.name == "same process" })
    try await setRow(#"{"name":"other connection","count":2}"#, in: Database(path: folder.path()))
    await wait(until: { settings.wrappedValue.name == "other connection" })
  }

  @Test func aRowThatCannotBeReadIsNotOverwrittenByChanges() async throws {
    try await setRow("[newer]", in: database)
    let settings = setting()
    await #expect(throws: (any Error).self) { try await settings.load() }
    #expect(settings.loadError != nil)
    settings.withLock { $0.count = 1 }
    await wait(until: { settings.saveError != nil })
    #expect(
      "\(try #require(settings.saveError))".contains(#"What the database holds for "settings" could not be read"#)
    )
    #expect(settings.wrappedValue.count == 1)
    #expect(try await row() == "[newer]")
    try await settings.save()
    #expect(settings.saveError == nil)
    #expect(try await row()?.contains(#""count":1"#) == true)
  }

  @Test func aDatabaseThatCannotBeOpenedIsALoadErrorAndASaveError() async throws {
    let settings = setting(in: Database(path: folder.path("missing/test.sqlite")))
    await #expect(throws: DatabaseError.self) { try await settings.load() }
    settings.withLock { $0.count = 1 }
    await #expect(throws: DatabaseError.self) { try await settings.save() }
    #expect(settings.wrappedValue.count == 1)
  }

  @Test func theKeyNamesItself() {
    let key = withDependencies {
      $0.database = database
    } operation: {
      SQLiteKey<Int>.sqlite("count")
    }
    #expect("\(key)" == #".sqlite("count")"#)
  }
}
