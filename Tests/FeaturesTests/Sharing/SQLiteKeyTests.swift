import Foundation
import StoreTesting
import TestSupport
import Testing

@testable import Features

/// Shared values that are kept in the database.
@MainActor
@Suite(.timeLimit(.minutes(10))) struct SQLiteKeyTests {
  private struct Settings: Codable, Equatable, Sendable {
    var name = ""
    var count = 0
  }

  private let folder = TemporaryFolder()
  private let database: Database

  init() { database = Database(path: folder.path()) }

  private func setting(_ key: String = "settings", in database: Database? = nil) -> Shared<Settings> {
    withDependencies {
      $0.database = database ?? self.database
      $0.continuousClock = ContinuousClock()
    } operation: {
      Shared(wrappedValue: Settings(), .sqlite(key))
    }
  }

  @Test func valuesAreKept() async throws {
    let settings = setting()
    try await settings.load()
    #expect(settings.wrappedValue == Settings())
    for count in 1...20 { settings.withLock { $0 = Settings(name: "Blob", count: count) } }
    try await settings.save()
    #expect(try await database.preference("settings") == #"{"count":20,"name":"Blob"}"#)

    let again = setting(in: Database(path: folder.path()))
    try await again.load()
    #expect(again.wrappedValue == Settings(name: "Blob", count: 20))
    #expect(again.loadError == nil)
  }

  /// The row that is being written is older than the change.
  @Test func whatIsBeingWrittenIsNotReplacedByLoading() async throws {
    let settings = setting()
    try await settings.load()
    for count in 1...50 {
      settings.withLock { $0.count = count }
      try await settings.load()
      #expect(settings.wrappedValue.count == count)
    }
  }

  @Test func aValueOfTheSameRowIsTheSame() async throws {
    let settings = setting()
    setting().withLock { $0.name = "Blob" }
    #expect(settings.wrappedValue.name == "Blob")
    #expect(setting("other").wrappedValue.name == "")
    let key = withDependencies {
      $0.database = database
    } operation: {
      SQLiteKey<Int>.sqlite("count")
    }
    #expect("\(key)" == #".sqlite("count")"#)
  }

  @Test func whatOthersWriteIsLoaded() async throws {
    let settings = setting()
    try await settings.load()
    try await database.setPreference("settings", #"{"name":"same process","count":1}"#)
    await waitUntil { settings.wrappedValue.name == "same process" }
    try await Database(path: folder.path()).setPreference("settings", #"{"name":"other connection","count":2}"#)
    await waitUntil { settings.wrappedValue.name == "other connection" }
  }

  /// The value that is being loaded is older than the change. In memory, loading and following end in any order.
  @Test(arguments: [false, true])
  func whatIsChangedBeforeItIsLoadedStays(isInMemory: Bool) async throws {
    for _ in 0..<50 {
      let database = isInMemory ? Database(inMemory: .features) : Database(path: folder.path("\(UUID()).sqlite"))
      try await database.setPreference("settings", #"{"name":"old","count":1}"#)
      let settings = setting(in: database)
      settings.withLock { $0.name = "new" }
      await waitUntil { !settings.isLoading }
      #expect(settings.wrappedValue.name == "new")
      try await settings.save()
      #expect(settings.wrappedValue.name == "new")
      try await database.setPreference("settings", #"{"name":"theirs","count":2}"#)
      await waitUntil { settings.wrappedValue.name == "theirs" }
    }
  }

  /// It may have been written by a newer version of the program, and may not have been read yet.
  @Test(arguments: [(false, true), (true, false), (false, false)])
  func aRowThatCannotBeReadIsNotOverwrittenByChanges(isLoaded: Bool, isInMemory: Bool) async throws {
    let database = isInMemory ? Database(inMemory: .features) : self.database
    try await database.setPreference("settings", "[newer]")
    let settings = setting(in: database)
    if isLoaded {
      await #expect(throws: (any Error).self) { try await settings.load() }
      #expect(settings.loadError != nil)
    }
    settings.withLock { $0.count = 1 }
    await waitUntil { settings.saveError != nil }
    #expect(
      "\(try #require(settings.saveError))".contains(#"The value of "settings" in the database could not be read"#)
    )
    #expect(settings.wrappedValue.count == 1)
    #expect(try await database.preference("settings") == "[newer]")
    try await settings.save()
    #expect(settings.saveError == nil)
    #expect(try await database.preference("settings")?.contains(#""count":1"#) == true)
  }

  /// For example while another program has locked the file for longer than the database waits.
  @Test(.timeLimit(.minutes(10))) func changesAreLoadedAfterAnErrorHasEnded() async throws {
    let settings = setting()
    try await settings.load()
    try await database.write { try $0.run("ALTER TABLE preferences RENAME TO others") }
    await waitUntil { settings.loadError != nil }
    try await database.write { try $0.run("ALTER TABLE others RENAME TO preferences") }
    await waitUntil { settings.loadError == nil }
    try await database.setPreference("settings", #"{"name":"later","count":1}"#)
    await waitUntil { settings.wrappedValue.name == "later" }
  }

  /// A value that waits to be encoded, and then can't be.
  private struct Unsaved: Codable, Equatable, Sendable {
    var name = ""
    var gate: Gate?

    init(name: String = "", gate: Gate? = nil) {
      self.name = name
      self.gate = gate
    }

    init(from decoder: any Decoder) throws { name = try decoder.singleValueContainer().decode(String.self) }

    func encode(to encoder: any Encoder) throws {
      gate?.pass.wait()
      throw CocoaError(.coderInvalidValue)
    }
  }

  private final class Gate: Equatable, Sendable {
    let pass = DispatchSemaphore(value: 0)

    static func == (left: Gate, right: Gate) -> Bool { left === right }
  }

  @Test(.timeLimit(.minutes(10))) func whatOthersWriteMeanwhileIsLoadedIfSavingFails() async throws {
    let database = Database(inMemory: .features)
    let value = withDependencies {
      $0.database = database
    } operation: {
      Shared(wrappedValue: Unsaved(), .sqlite("settings"))
    }
    await waitUntil { !value.isLoading }
    let gate = Gate()
    value.withLock { $0 = Unsaved(name: "mine", gate: gate) }
    try await database.setPreference("settings", #""theirs""#)
    // Whoever follows the row has seen the change by the time that later queries are through.
    for _ in 0..<100 {
      _ = try await database.read { try $0.firstRow("SELECT 1") { try $0.read(0, as: Int.self) } }
      await Task.yield()
    }
    #expect(value.wrappedValue.name == "mine")
    gate.pass.signal()
    // What was written by others may be loaded before the error is told.
    await waitUntil { value.wrappedValue.name == "theirs" && value.saveError != nil }
  }

  @Test func aRowThatCannotBeReadIsNotOverwrittenAfterACommitThatFailed() async throws {
    try await database.setPreference("settings", "[newer]")
    let settings = setting()
    await #expect(throws: (any Error).self) { try await settings.load() }
    try await database.write { connection in
      try connection.run("CREATE TABLE parents (id INTEGER PRIMARY KEY)")
      try connection.run("CREATE TABLE children (parent INTEGER REFERENCES parents DEFERRABLE INITIALLY DEFERRED)")
      try connection.run(
        "CREATE TRIGGER failing AFTER INSERT ON preferences BEGIN INSERT INTO children VALUES (1); END"
      )
    }
    await #expect(throws: DatabaseError.self) { try await settings.save() }
    try await database.write { try $0.run("DROP TRIGGER failing") }
    settings.withLock { $0.count = 1 }
    await waitUntil { "\(settings.saveError.map { "\($0)" } ?? "")".contains("could not be read") }
    #expect(try await database.preference("settings") == "[newer]")
  }

  @Test func aDatabaseThatCannotBeOpenedIsALoadErrorAndASaveError() async throws {
    let settings = setting(in: Database(path: folder.path("missing/test.sqlite")))
    await #expect(throws: DatabaseError.self) { try await settings.load() }
    settings.withLock { $0.count = 1 }
    await #expect(throws: DatabaseError.self) { try await settings.save() }
    #expect(settings.wrappedValue.count == 1)
  }
}

/// Waits until the condition holds. It is evaluated after each change of the values that it reads.
private func waitUntil(_ condition: @escaping @Sendable () -> Bool) async {
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
