import Dependencies
import Foundation
import TestSupport
import Testing

@testable import Features

/// A database whose log is not its own, because files were copied or moved while the database was open.
struct LogOfAnotherFileTests {
  private let folder = TemporaryFolder()

  private func contents(_ name: String) throws -> Data { try Data(contentsOf: URL(filePath: folder.path(name))) }

  /// Puts the log of another database next to a file of ours that has no log.
  private func putLog(of script: String) async throws {
    let database = Database(path: folder.path())
    try await database.setPreference("a", "1")
    await database.close()
    let other = try RawConnection(folder.path("other.sqlite"))
    try other.execute("PRAGMA journal_mode = WAL; \(script)")
    try FileManager.default.copyItem(atPath: folder.path("other.sqlite-wal"), toPath: folder.path("test.sqlite-wal"))
    // Closing would have copied the log into the other file.
    other.close()
  }

  @Test(arguments: [
    "CREATE TABLE songs (title TEXT)",
    "PRAGMA application_id = 0x53544442; PRAGMA user_version = 99; CREATE TABLE songs (title TEXT)",
  ])
  func aFileThatIsRefusedIsLeftAloneWithItsLog(_ script: String) async throws {
    try await putLog(of: script)
    let files = (try contents("test.sqlite"), try contents("test.sqlite-wal"))
    let database = Database(path: folder.path())
    let error = await #expect(throws: DatabaseError.self) { try await database.preference("a") }
    let newest = DatabaseSchema.features.version
    let expected: DatabaseError =
      script.contains("99")
      ? .newerSchema(path: folder.path(), version: 99, supported: newest)
      : .corrupt(path: folder.path(), .otherProgram)
    #expect(error == expected)
    #expect(error?.message.contains("It was not changed") == true)
    #expect(try contents("test.sqlite") == files.0)
    #expect(try contents("test.sqlite-wal") == files.1)
    // Without the log that is not its own, the file is what it was.
    for suffix in ["-wal", "-shm"] { try? FileManager.default.removeItem(atPath: folder.path() + suffix) }
    #expect(try await database.preference("a") == "1")
  }

  @Test func whatIsClosedAtTheEndIsAllInTheFile() async throws {
    try await withDependencies {
      $0.context = .live
      $0.databaseLocation = .file(path: folder.path())
    } operation: {
      @Dependency(\.database) var database
      @Dependency(\.responseCache) var cache
      try await database.setPreference("a", "1")
      _ = await cache?.entry(for: HTTPRequest(url: URL(filePath: "/")))
      let names = { try FileManager.default.contentsOfDirectory(atPath: folder.url.path).sorted() }
      #expect(try names().contains("test.sqlite-wal"))
      #expect(try names().contains("test.sqlite-cache-wal"))
      let open = database
      DependencyValues.current.closeFiles()
      #expect(try names() == ["test.sqlite", "test.sqlite-cache"])
      await #expect(throws: CancellationError.self) { try await open.preference("a") }
      #expect(try names() == ["test.sqlite", "test.sqlite-cache"], "what is still running opens nothing again")
      #expect(try await database.preference("a") == "1", "another session of the process does")
      DependencyValues.current.closeFiles()
    }
  }

  @Test func damageThatIsFoundLaterLeavesTheLogAsItIs() async throws {
    let database = Database(path: folder.path())
    try await database.setPreference("a", "1")
    let files = (try contents("test.sqlite"), try contents("test.sqlite-wal"))
    #expect(!files.1.isEmpty)
    await #expect(throws: DatabaseError.self) {
      try await database.read { try $0.firstRow("SELECT 'x' AS size") { try $0.read(0, as: Int.self) } }
    }
    #expect(try contents("test.sqlite") == files.0)
    #expect(try contents("test.sqlite-wal") == files.1)
    await database.close()
    #expect(try await database.preference("a") == "1")
    await database.close()
    #expect(!FileManager.default.fileExists(atPath: folder.path("test.sqlite-wal")), "a file that is used is closed")
  }
}
