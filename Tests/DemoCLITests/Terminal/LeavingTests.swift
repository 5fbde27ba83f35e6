import Foundation
import TestSupport
import Testing

@testable import DemoCLI
@testable import Features
@testable import StoreInspection

/// What was saved in the moment before the program is left is not lost.
@Suite(.ownThreads)
struct LeavingTests {
  private let folder = TemporaryFolder()
  private static let title = "本を読む"
  private static let word = "終了前に保存しています …  Ctrl-C: すぐに終了"
  private static let refusal: StaticString =
    "CREATE TRIGGER refusal BEFORE INSERT ON todos BEGIN SELECT RAISE(ABORT, 'refused'); END"
  private var database: String { folder.path("database.sqlite") }

  private func connection() throws -> DatabaseConnection {
    try DatabaseConnection(path: database, schema: .features, busyTimeout: 60_000)
  }

  private func titles(_ connection: DatabaseConnection) throws -> [String] {
    try connection.read { try $0.rows("SELECT title FROM todos") { try $0.read(0) } }
  }

  /// Has a to-do saved while another program keeps the database from being written.
  ///
  /// - Parameters:
  ///   - leave: Leaves the app while it waits for the other program, whose connection it gets.
  ///   - look: Is called after the app has ended, with the titles of the to-dos in the database.
  private func save(
    leave: (TerminalProcess, DatabaseConnection) throws -> Void,
    look: (TerminalProcess, TerminalProcess.End, [String]) throws -> Void
  ) throws {
    let app = try TerminalProcess(["ui", "--locale", "ja", "--live", "--db", database])
    try app.wait(for: "検索:")
    try app.type("4", until: "ToDo はありません")
    try app.type("n", until: "ToDo を作成")
    app.type("\(Self.title)\u{1B}")
    try app.wait(for: "keys that are not typed") { $0.contains(Self.title) && $0.contains("q: 終了") }
    let other = try connection()
    try other.write { other in
      try app.type("\u{13}", until: "保存中…")
      try leave(app, other)
    }
    let end = try app.end()
    try look(app, end, titles(other))
  }

  /// By a key, or a signal.
  @Test(arguments: [("q", 0), ("\u{3}", 130), (nil, SIGTERM), (nil, SIGHUP)] as [(String?, Int32)])
  func whatIsBeingSavedIsSavedBeforeItEnds(_ key: String?, _ status: Int32) throws {
    try save { app, _ in
      // A window that is closed shows nothing more.
      if status == SIGHUP { return app.hangUp() }
      if let key { app.type(key) } else { app.send(status) }
      try app.wait(for: Self.word)
    } look: { app, end, titles in
      #expect(end == (key == nil ? .signaled(status) : .exited(status)))
      #expect(titles == [Self.title])
      #expect(status == SIGHUP || app.isRestored)
      #expect(!app.emulator.contains("DemoCLI:"))
    }
  }

  @Test(arguments: [nil, SIGTERM] as [Int32?])
  func whatWasSavedIsInTheFileItselfWhenItHasEnded(_ signal: Int32?) throws {
    let app = try TerminalProcess(["ui", "--locale", "ja", "--live", "--db", database])
    try app.wait(for: "検索:")
    try app.type("4", until: "ToDo はありません")
    #expect(FileManager.default.fileExists(atPath: database + "-wal"))
    if let signal { app.send(signal) } else { app.type("q") }
    #expect(try app.end() == (signal.map { .signaled($0) } ?? .exited(0)))
    expectTheDatabaseToBeClosed()
  }

  private func expectTheDatabaseToBeClosed() {
    for suffix in ["-wal", "-shm"] { #expect(!FileManager.default.fileExists(atPath: database + suffix), "\(suffix)") }
  }

  /// Scripts and prompts close the database, too, while a statement runs as while nothing does.
  @Test(arguments: [
    ("run day.script --live", SIGTERM), ("run day.script --live", SIGHUP), ("repl --live < day.script", SIGTERM),
    ("repl --live < input", SIGTERM), ("repl --live < input", SIGINT),
  ])
  func aScriptThatASignalEndsClosesTheDatabase(_ command: String, _ signal: Int32) throws {
    let waits = !command.contains("input")
    let lines = "send tabSelected \"toDos\"\nawait toDos.changed within 1m\n\(waits ? "advance 24h" : "wrong")\n"
    try folder.write(lines, to: "day.script")
    let input = folder.path("input")
    #expect(mkfifo(input, 0o600) == 0)
    // Opened for reading as well, so that opening does not wait for the program to open its end.
    let pipe = open(input, O_RDWR)
    defer { close(pipe) }
    let demo = try executable("DemoCLI").path
    let program = try TerminalProcess(
      ["-c", "cd '\(folder.url.path)' && exec '\(demo)' \(command) --db database.sqlite"],
      program: "/bin/sh"
    )
    if !waits { _ = write(pipe, lines, lines.utf8.count) }
    try program.wait(for: waits ? "have to pass" : "unknown statement")
    #expect(FileManager.default.fileExists(atPath: database + "-wal"))
    program.send(signal)
    #expect(try program.end() == .signaled(signal))
    expectTheDatabaseToBeClosed()
  }

  @Test func theSecondInterruptionEndsItAtOnceAndItIsSaidWhatWasNotFinished() throws {
    try save { app, _ in
      try app.type("\u{3}", until: Self.word)
      app.type("\u{3}")
      // Otherwise it could still write when the other program no longer does.
      _ = try app.end()
    } look: { app, end, titles in
      #expect(end == .exited(130))
      let written = String(decoding: app.written, as: UTF8.self)
      let warning = try #require(written.firstMatch(of: #/DemoCLI: it has ended before this was finished: (.*)/#))
      // On a busy machine what was typed is still being kept, too.
      #expect(warning.1.contains("Save the to-do"), "\(written)")
      #expect(written.contains("What was to be saved may be lost. Look at it in the next run."))
      #expect(titles == [])
      #expect(app.isRestored)
    }
  }

  /// The screen that would say it is gone.
  @Test(arguments: [("q", 1), ("\u{3}", 130)] as [(String, Int32)])
  func itIsSaidWhatCouldNotBeSaved(_ key: String, _ status: Int32) throws {
    try save { app, other in
      try other.run(Self.refusal)
      try app.type(key, until: Self.word)
    } look: { app, end, titles in
      #expect(end == .exited(status))
      let written = String(decoding: app.written, as: UTF8.self)
      let warning = "DemoCLI: this could not be saved: Save the to-do\r\n  The database has a problem: refused ("
      #expect(written.contains(warning), "\(written)")
      #expect(titles == [])
      #expect(app.isRestored)
    }
  }

  /// A script that ends waits for its last statement, too.
  @Test func theLastStatementOfAScriptIsSavedOrAFailure() throws {
    let script = """
      send toDos.createButtonTapped
      await "Draft of a to-do read" within 1m
      send toDos.destination.presented.create.titleChanged "牛乳"
      send toDos.destination.presented.create.saveButtonTapped

      """
    func play(_ script: String) throws -> Run { try run(["run", "-", "--live", "--db", database], input: script) }
    for _ in 0..<10 { try play(script).expect() }
    let connection = try connection()
    #expect(try titles(connection) == Array(repeating: "牛乳", count: 10))
    _ = try connection.write { try $0.run(Self.refusal) }
    let failed = try play(script)
    failed.expect(1)
    let word =
      "The script did not await it, but this could not be saved: Save the to-do\n  The database has a problem: refused ("
    #expect(failed.errors.hasPrefix(word), "\(failed.errors)")
    // What failed before is in the transcript, and the script goes on.
    try play(script + "await toDos.destination.presented.create.savingFailed within 1m\n").expect()
  }

  /// The names of effects are those that the features give them.
  @Test func eachEffectThatWritesIsWaitedFor() throws {
    let writing =
      ["create", "insert", "setDone", "edit", "delete", "saveDraft", "add", "addHashtags", "remove", "clear"]
      + ["saveTab", "addSearch", "removeSearch", "clearSearches", "setStarred"]
    var calling: Set<String> = []
    for script in ["todos", "recipes", "repositories", "links", "offline", "articles"] {
      let trace = folder.path("session.jsonl")
      let source = Repository.root.appending(path: "Examples/\(script).script").path
      #expect(try run(["run", source, "--trace", trace]).status == 0)
      var names: [Int: String] = [:]
      for line in try folder.text("session.jsonl").split(separator: "\n") {
        let record = try JSONDecoder().decode(Record.self, from: Data(line.utf8))
        guard let effect = record.effect else { continue }
        if record.kind == "started" { names[effect] = record.name }
        guard let endpoint = record.dependency?.prefix(while: { $0 != "(" }).split(separator: ".").last,
          writing.contains(String(endpoint))
        else { continue }
        calling.insert(names[effect] ?? "an effect without a name that calls \(endpoint)")
      }
    }
    #expect(calling.subtracting(DemoCLI.commandLine.savingEffects) == [])
    #expect(calling.isSuperset(of: ["Save the to-do", "Write to-dos", "Write bookmarks", "Star", "Add hashtags"]))
  }

  private struct Record: Decodable {
    var kind: String?
    var effect: Int?
    var name: String?
    var dependency: String?
  }
}
