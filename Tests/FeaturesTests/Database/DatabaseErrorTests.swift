import CSQLite
import Dependencies
import Foundation
import TestSupport
import Testing

@testable import Features

/// Causes each error for real, and checks that no data is lost.
@Suite(.ownThreads) struct DatabaseErrorTests {
  private let folder = TemporaryFolder()
  private var path: String { folder.path() }

  /// Makes a database with a thousand to-dos, all of them in the file itself rather than in its log.
  private func makeDatabase() async throws {
    let database = Database(path: path)
    try await database.write { connection in
      for number in 0..<1_000 {
        try with(ToDo.example(number)) { $0.memo = String(repeating: "memo ", count: 50) }.insert(connection)
      }
    }
    await database.close()
    try #require(!FileManager.default.fileExists(atPath: path + "-wal"), "closing has emptied the log")
  }

  private func error<Result: Sendable>(_ operation: () async throws -> Result) async -> DatabaseError? {
    await #expect(throws: DatabaseError.self) { try await operation() }
  }

  /// Root may read and write any file, so processes run as another user.
  private static let anotherUser = getuid() == 0 ? ["--user", "65534"] : []

  /// Lets a process write a to-do. Returns its error, and whether it could read what was there before.
  private func failure(
    of options: [String]? = nil,
    writingTo path: String? = nil,
    environment: [String: String] = [:]
  ) throws -> (error: DatabaseError, hasRead: Bool) {
    let options = ["--count", "1"] + (options ?? Self.anotherUser)
    let process = try ToDoWriterProcess(path ?? self.path, seed: 1, options: options, environment: environment)
    var contents = ToDoWriterProcess.Contents()
    try process.followToEnd(&contents)
    // A change is announced after what is there was read.
    return (try #require(process.error, "It was written."), process.pending != nil)
  }

  @Test func aFileThatMayNotGrowLosesNothing() async throws {
    let process = try ToDoWriterProcess(path, seed: 1, options: ["--file-size", "300000"])
    var expected = ToDoWriterProcess.Contents()
    try process.followToEnd(&expected)
    #expect(process.error == .diskFull(path: path) && !process.program.wasKilled)
    #expect(!expected.toDos.isEmpty)
    let database = Database(path: path)
    #expect(try await database.toDos() == expected.toDos)
    #expect(try await database.integrityProblems() == [])
    try await database.setPreference("there is", "room again")
  }

  /// SQLite needs room to open a file, even if nothing is to be written.
  @Test func whatIsThereCanBeReadWithoutRoom() async throws {
    try await makeDatabase()
    let before = try contents()
    #expect(try failure(of: ["--file-size", "0"]) == (DatabaseError.diskFull(path: path), true))
    #expect(try contents() == before)
    #expect(try await Database(path: path).toDos().count == 1_000)
  }

  @Test func aFileThatOthersHoldLockedForWritingCanBeRead() async throws {
    let open = Database(path: path, busyTimeout: 20)
    try await open.setPreference("a", "1")
    let other = try RawConnection(path)
    try other.execute("BEGIN EXCLUSIVE; INSERT INTO preferences VALUES ('b', '1')")
    for database in [open, Database(path: path, busyTimeout: 20)] {
      #expect(try await database.preference("a") == "1")
      #expect(await error { try await database.setPreference("a", "2") } == .busy(path: path))
    }
    try other.execute("COMMIT")
    try await open.setPreference("a", "2")
    #expect(try await open.preference("a") == "2")
    #expect(try await open.preference("b") == "1")
  }

  @Test func aDatabaseThatIsLockedWhenItIsOpenedOpensLater() async throws {
    let first = Database(path: path)
    try await first.setPreference("a", "1")
    await first.close()
    let other = try RawConnection(path)
    try other.execute("PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE")
    let database = Database(path: path, busyTimeout: 20)
    #expect(await error { try await database.preference("a") } == .busy(path: path))
    other.close()
    #expect(try await database.preference("a") == "1")
  }

  /// Parts of the header, and pages, which are read when they are needed.
  @Test(arguments: [0..<16, 16..<32, 18..<34, 50..<66, 0x1000..<0x2000, 0x28000..<0x29000])
  func damageIsReportedAndTheFileIsLeftAlone(_ bytes: Range<Int>) async throws {
    try await makeDatabase()
    var contents = try contents()
    contents.replaceSubrange(bytes, with: repeatElement(0xA5, count: bytes.count))
    try contents.write(to: URL(filePath: path))
    let database = Database(path: path)
    for _ in 0..<2 {
      let error = await error {
        try await database.read { connection in
          _ = try connection.rows("SELECT * FROM todos") { _ in }
          _ = try connection.rows("SELECT * FROM todos INDEXED BY todos_by_revision WHERE revision > 0") { _ in }
          _ = try connection.rows("SELECT id FROM todos ORDER BY created_at DESC, id DESC") { _ in }
          _ = try connection.rows("SELECT id FROM todos WHERE id > x'00' ORDER BY id") { _ in }
        }
      }
      #expect(error?.isCorrupt == true, "\(String(describing: error))")
    }
    if bytes.lowerBound < 100 { #expect(await error { try await database.setPreference("a", "1") }?.isCorrupt == true) }
    #expect(try self.contents() == contents)
  }

  @Test(arguments: [10, 100_000])
  func aFileThatIsNoDatabaseIsLeftAlone(_ size: Int) async throws {
    let text = Data(repeating: 0x78, count: size)
    try text.write(to: URL(filePath: path))
    let database = Database(path: path)
    #expect(await error { try await database.setPreference("a", "1") }?.isCorrupt == true)
    #expect(try contents() == text)
    try FileManager.default.removeItem(atPath: path)
    try await database.setPreference("a", "1")
    #expect(try await database.preference("a") == "1", "once it is gone, there is room for ours")
  }

  /// Trying again would not help.
  @Test(arguments: [
    (false, "CREATE TABLE songs (title TEXT)", "it is a database of another program"),
    (false, "PRAGMA user_version = 1", "it is a database of another program"),
    (false, "PRAGMA application_id = 7; PRAGMA user_version = 1", "it is a database of another program"),
    (true, "DROP TABLE todos", "no such table: todos"),
    (true, "ALTER TABLE todos RENAME COLUMN title TO name", "no such column: title"),
  ])
  func whatAnotherProgramHasMadeOrChangedIsLeftAlone(wasOurs: Bool, _ script: String, _ reason: String) async throws {
    if wasOurs { try await makeDatabase() }
    try RawConnection(path).execute(script)
    let before = try contents()
    let error = await error { try await Database(path: path).toDos() }
    #expect(error == .corrupt(path: path, reason: reason))
    #expect(error?.message.contains("Try again") == false)
    #expect(try contents() == before)
  }

  /// The error of a process that writes to a file with these permissions, in a folder with these.
  private func failure(file: Int, folder: Int) throws -> (error: DatabaseError, hasRead: Bool) {
    try setPermissions(file, of: path)
    try setPermissions(folder, of: self.folder.url.path)
    defer { try? setPermissions(0o755, of: self.folder.url.path) }
    return try failure()
  }

  @Test(arguments: [(0o444, 0o555), (0o444, 0o777), (0o666, 0o555)])
  func whatMayNotBeWrittenCanBeRead(file: Int, folder: Int) async throws {
    try await makeDatabase()
    let before = try contents()
    let (error, hasRead) = try failure(file: file, folder: folder)
    #expect(hasRead && error == .readOnly(path: path))
    #expect(error.message.hasPrefix("Nothing can be saved in \(path): it can only be read."))
    #expect(try contents() == before)
    #expect(try await Database(path: path).toDos().count == 1_000)
  }

  @Test func anOlderFileThatMayNotBeWrittenCanBeRead() async throws {
    try RawConnection(path).execute(Self.version1)
    #expect(try failure(file: 0o444, folder: 0o555) == (DatabaseError.readOnly(path: path), true))
    let connection = try DatabaseConnection(unchanging: path, schema: .features)
    let missing = #expect(throws: DatabaseError.self) { try connection.read { try $0.preference("a") } }
    #expect(missing == .readOnly(path: path), "its table is not there")
  }

  @Test func aFileThatOnlyOthersWriteIsReadAgain() async throws {
    try await makeDatabase()
    func open() throws -> DatabaseConnection {
      let connection = try DatabaseConnection(unchanging: path, schema: .features)
      #expect(connection.isReadOnly && !connection.isStale)
      #expect(throws: DatabaseError.readOnly(path: path)) { try connection.write { try $0.setPreference("a", "0") } }
      return connection
    }
    var versions: Set<DatabaseConnection.DataVersion> = []
    var connection = try open()
    versions.insert(try connection.dataVersion())
    let other = Database(path: path)
    for value in ["1", "2"] {
      try await other.setPreference("a", value)
      #expect(connection.isStale)
      if value == "2" {
        #expect(try connection.read { try $0.preference("a") } == "1", "the copy stays as it is")
        // Moves what is in the log into the file.
        await other.close()
      }
      connection = try open()
      #expect(try connection.read { try $0.preference("a") } == value)
      versions.insert(try connection.dataVersion())
    }
    #expect(versions.count == 3)
  }

  /// A folder that can only be read, with a file and the log of a program that was killed, without its index.
  private func makeUnfinishedDatabase() async throws -> (folder: String, path: String) {
    try await makeDatabase()
    let writer = Database(path: path)
    try await writer.write { try $0.run("DELETE FROM todos WHERE title != '7'") }
    try await writer.setPreference("a", "1")
    let folder = folder.path("readable")
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
    for suffix in ["", "-wal"] {
      try FileManager.default.copyItem(atPath: path + suffix, toPath: folder + "/test.sqlite" + suffix)
      try setPermissions(0o444, of: folder + "/test.sqlite" + suffix)
    }
    try setPermissions(0o555, of: folder)
    withExtendedLifetime(writer) {}
    return (folder, folder + "/test.sqlite")
  }

  @Test func whatIsInALogThatCanOnlyBeReadIsRead() async throws {
    let (folder, path) = try await makeUnfinishedDatabase()
    defer { try? setPermissions(0o755, of: folder) }
    let before = try [path, path + "-wal"].map { try Data(contentsOf: URL(filePath: $0)) }
    let connection = try DatabaseConnection(unchanging: path, schema: .features)
    #expect(try connection.read { try $0.preference("a") } == "1")
    let titles = try connection.read { try $0.rows("SELECT title FROM todos") { try $0.read(0, as: String.self) } }
    #expect(titles == ["7"])
    #expect(try [path, path + "-wal"].map { try Data(contentsOf: URL(filePath: $0)) } == before)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder).sorted() == ["test.sqlite", "test.sqlite-wal"])
  }

  @Test(arguments: [true, false])
  func aLogThatCanOnlyBeReadNeedsRoomForACopy(hasRoom: Bool) async throws {
    let (folder, path) = try await makeUnfinishedDatabase()
    defer { try? setPermissions(0o755, of: folder) }
    let temporary = self.folder.path("temporary")
    try FileManager.default.createDirectory(atPath: temporary, withIntermediateDirectories: false)
    try setPermissions(hasRoom ? 0o777 : 0o555, of: temporary)
    let (error, hasRead) = try failure(writingTo: path, environment: ["TMPDIR": temporary])
    let isInLog = "\(path) can't be opened: it can only be read, what was saved last is in a log"
    #expect(hasRead == hasRoom && hasRoom == (error == .readOnly(path: path)), "\(error)")
    #expect(hasRoom || error.message.hasPrefix(isInLog), "\(error)")
    #expect(try FileManager.default.contentsOfDirectory(atPath: temporary) == [], "no copy is left")
  }

  /// What could be done about the file would not help.
  @Test func aLogThatMayNotBeReadIsNamed() async throws {
    let (folder, path) = try await makeUnfinishedDatabase()
    defer { try? setPermissions(0o755, of: folder) }
    try setPermissions(0, of: path + "-wal")
    let (error, _) = try failure(writingTo: path)
    #expect(error.message.hasPrefix("\(path)-wal can't be opened: Permission denied."))
    let texts = Texts(locale: Locale(identifier: "ja_JP"))
    #expect(texts.message(of: error).hasPrefix("\(path)-wal を開けません（アクセス権がありません）。"))
  }

  @Test func aNewerDatabaseIsLeftAlone() async throws {
    try await makeDatabase()
    try RawConnection(path).execute("PRAGMA user_version = 99; PRAGMA wal_checkpoint(TRUNCATE)")
    let before = try contents()
    let database = Database(path: path)
    let newest = DatabaseSchema.features.version
    let error = await error { try await database.setPreference("a", "1") }
    #expect(error == .newerSchema(path: path, version: 99, supported: newest))
    #expect(try contents() == before)
    try RawConnection(path).execute("PRAGMA user_version = \(newest)")
    try await database.setPreference("a", "1")
    #expect(try await database.toDos().count == 1_000)
  }

  /// It would answer with the same error each time, and SQLite says nothing of the pipe.
  @Test func aFolderOrAPipeInPlaceOfTheFile() async throws {
    let (folder, pipe) = (self.folder.url.path, self.folder.path("pipe"))
    #expect(mkfifo(pipe, 0o600) == 0)
    for (path, reason) in [
      (folder, "Is a directory"), (pipe, "it is a device or a pipe"), ("/dev/null", "it is a device or a pipe"),
    ] {
      let error = await error { try await Database(path: path).setPreference("a", "1") }
      #expect(error == .cannotOpen(path: path, reason: reason))
    }
  }

  @Test func aMissingFolder() async throws {
    let path = folder.path("missing/test.sqlite")
    let database = Database(path: path)
    let error = await error { try await database.setPreference("a", "1") }
    #expect(error == .cannotOpen(path: path, reason: "No such file or directory"))
    try FileManager.default.createDirectory(atPath: folder.path("missing"), withIntermediateDirectories: false)
    try await database.setPreference("a", "1")
    #expect(try await database.preference("a") == "1", "it opens once it can")
  }

  @Test(arguments: ["", "a\0b"])
  func aPathThatIsNone(_ path: String) async throws {
    let error = #expect(throws: DatabaseError.self) { try DatabaseLocation.file(path: path).path([:]) }
    #expect(error?.message.contains("this is not the path of a file") == true)
  }

  @Test func aFileThatWasMovedAwayIsNotWrittenTo() async throws {
    let database = Database(path: path)
    try await database.setPreference("a", "1")
    try FileManager.default.moveItem(atPath: path, toPath: folder.path("moved.sqlite"))
    let error = await error { try await database.setPreference("a", "2") }
    #expect(error?.message.contains("can't be opened: the file was moved or deleted while it was open") == true)
  }

  /// The schema of version 1. It never changes.
  private static let version1 = """
    CREATE TABLE todos (
      id BLOB NOT NULL PRIMARY KEY,
      title TEXT NOT NULL,
      memo TEXT NOT NULL DEFAULT '',
      is_done INTEGER NOT NULL DEFAULT 0,
      created_at REAL NOT NULL,
      due_at REAL,
      revision INTEGER NOT NULL DEFAULT 0
    ) STRICT;
    CREATE INDEX todos_by_creation ON todos (created_at, id);
    CREATE INDEX todos_by_revision ON todos (revision);
    CREATE TABLE deleted_todos (revision INTEGER PRIMARY KEY, id BLOB NOT NULL) STRICT;
    CREATE TABLE todo_revisions (latest INTEGER NOT NULL, pruned INTEGER NOT NULL) STRICT;
    INSERT INTO todo_revisions VALUES (0, 0);
    CREATE TRIGGER todo_inserted AFTER INSERT ON todos BEGIN
      UPDATE todo_revisions SET latest = latest + 1;
      UPDATE todos SET revision = (SELECT latest FROM todo_revisions) WHERE rowid = NEW.rowid;
    END;
    PRAGMA application_id = 0x53544442;
    PRAGMA user_version = 1;
    INSERT INTO todos (id, title, created_at) VALUES (x'00000000000000000000000000000007', 'old', 1.5);
    """

  @Test func aFileOfVersion1IsBroughtUpToDate() async throws {
    try RawConnection(path).execute(Self.version1)
    let database = Database(path: path)
    let toDo = ToDo(id: UUID(7), title: "old", createdAt: Date(timeIntervalSinceReferenceDate: 1.5))
    #expect(try await database.toDos() == [UUID(7): toDo])
    try await database.setPreference("a", "1")
    #expect(try await database.number("PRAGMA user_version") == DatabaseSchema.features.version)
  }

  /// The schema of version 2. It never changes.
  private static let version2 =
    version1 + """
      CREATE TABLE preferences (key TEXT NOT NULL PRIMARY KEY, value TEXT NOT NULL) STRICT;
      CREATE TABLE recent_searches (
        subject TEXT NOT NULL,
        query TEXT NOT NULL,
        searched_at REAL NOT NULL,
        PRIMARY KEY (subject, query)
      ) STRICT;
      PRAGMA user_version = 2;
      INSERT INTO preferences VALUES ('tab', 'recipes');
      """

  @Test func aFileOfVersion2HasRoomForBookmarks() async throws {
    try RawConnection(path).execute(Self.version2)
    let bookmark = BookmarksTests.bookmark(1)
    try await withDependencies {
      $0.database = Database(path: path)
    } operation: {
      #expect(try await BookmarkClient.liveValue.bookmarks() == [])
      try await BookmarkClient.liveValue.add(bookmark: bookmark)
      #expect(try await BookmarkClient.liveValue.bookmarks() == [bookmark])
    }
    #expect(try await Database(path: path).preference("tab") == "recipes")
    #expect(try await Database(path: path).toDos().count == 1)
  }

  @Test func aMigrationThatFailsLeavesTheFileAsItWas() async throws {
    // Another program has made a table of that name.
    try RawConnection(path).execute(Self.version1 + "CREATE TABLE recent_searches (x)")
    let error = await error { try await Database(path: path).preference("a") }
    #expect(error == .failed(code: 1, reason: "table recent_searches already exists"))
    let connection = try DatabaseConnection(unchanging: path, schema: .features)
    #expect(try connection.firstRow("PRAGMA user_version") { try $0.read(0) } == 1)
    #expect(try connection.firstRow("SELECT 1 FROM sqlite_schema WHERE name = 'preferences'") { _ in } == nil)
    #expect(try connection.firstRow("SELECT title FROM todos") { try $0.read(0) } == "old")
  }

  /// Each database sees either all of another one's migration or nothing.
  @Test(arguments: 0..<10)
  func manyOpenANewFileAtTheSameTime(round: Int) async throws {
    let databases = (0..<16).map { _ in Database(path: path, busyTimeout: 60_000) }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for (index, database) in databases.enumerated() {
        group.addTask { try await database.setPreference("\(index)", "1") }
      }
      try await group.waitForAll()
    }
    #expect(try await databases[0].number("SELECT count(*) FROM preferences") == 16)
  }

  @Test func messagesNameTheFileAndSayWhatToDo() throws {
    let errors: [DatabaseError] = [
      .diskFull(path: "/a"), .busy(path: "/a"), .corrupt(path: "/a", reason: "b"), .readOnly(path: "/a"),
      .newerSchema(path: "/a", version: 3, supported: 2), .cannotOpen(path: "/a", reason: "b"),
    ]
    for error in errors {
      #expect(error.message.contains("/a"))
      #expect(error.message.contains("try again") || error.message.contains("name another file"))
    }
    #expect(try JSONDecoder().decode([DatabaseError].self, from: JSONEncoder().encode(errors)) == errors)
    let advice = "delete it with /a-wal and /a-shm, which would change a backup"
    #expect(DatabaseError.corrupt(path: "/a", .otherProgram).message.contains(advice))
    struct Problem: Error, CustomStringConvertible { let description = "smoke" }
    #expect(DatabaseError(Problem()).message == "The database has a problem: smoke. Nothing was saved. Try again.")
    #expect(DatabaseError.failed(code: 1, reason: "x").message.contains("x (1)"))
    #expect(DatabaseError.missingRow(description: "This to-do").message.hasPrefix("This to-do is not there any more."))
    #expect(DatabaseError(DatabaseError.busy(path: "/a")) == .busy(path: "/a"))
  }

  private func contents() throws -> Data { try Data(contentsOf: URL(filePath: path)) }

  private func setPermissions(_ permissions: Int, of path: String) throws {
    try FileManager.default.setAttributes([.posixPermissions: permissions], ofItemAtPath: path)
  }
}

extension DatabaseError {
  fileprivate var isCorrupt: Bool { if case .corrupt = self { true } else { false } }
}
