import Foundation
import TestSupport
import Testing

/// Messages and exit statuses of programs for files that are missing, damaged or protected.
@Suite(.ownThreads) struct FileProblemTests {
  private let folder = TemporaryFolder()
  private static let script = "send incrementButtonTapped\nshow count\n"

  /// A folder with a script, the trace of a session, links to it, to each other and to a page, and a folder.
  init() throws {
    try folder.write(Self.script, to: "a.script")
    try #require(try shell("run a.script --trace trace.jsonl").status == 0)
    for (link, target) in [("link", "trace.jsonl"), ("loop", "loop"), ("first", "second"), ("second", "page")] {
      try FileManager.default.createSymbolicLink(atPath: folder.path(link), withDestinationPath: target)
    }
    try FileManager.default.createDirectory(atPath: folder.path("folder"), withIntermediateDirectories: false)
  }

  private func shell(_ command: String, input: String = "") throws -> Run {
    try run(["-c", "'\(try executable("Counter").path)' \(command)"], program: "Counter", input: input) {
      $0.executableURL = URL(filePath: "/bin/sh")
      $0.currentDirectoryURL = folder.url
    }
  }

  private func files() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.url.path).sorted()
  }

  #if os(Linux)
    @Test(arguments: [
      "--help", "--version", "help script", "run a.script", "run a.script --dry-run", "repl < a.script",
      "replay trace.jsonl", "replay trace.jsonl --to 1", "generate-test trace.jsonl", "report trace.jsonl -o -",
    ])
    func textThatCannotBeWrittenIsAFailureOfEveryCommand(_ command: String) throws {
      let errors = "Counter: cannot write <stdout>: No space left on device\n"
      try shell("\(command) > /dev/full").expect(73, errors: errors)
    }

    @Test func aWorseOutcomeIsToldAndNotThatOfTheText() throws {
      let run = try shell("run - > /dev/full", input: "expect count == 7\n")
      #expect(run.status == 1 && run.errors.contains("expectation failed"), "\(run.errors)")
      #expect(run.errors.hasSuffix("Counter: cannot write <stdout>: No space left on device\n"))
    }

    @Test(arguments: ["report trace.jsonl -o", "generate-test trace.jsonl -o", "run - --trace", "repl --trace"])
    func aDeviceIsWrittenToAndNotReplaced(_ command: String) throws {
      try shell("\(command) /dev/full").expect(73, errors: "Counter: cannot write /dev/full: No space left on device\n")
      var status = stat()
      #expect(stat("/dev/full", &status) == 0 && status.st_mode & S_IFMT == S_IFCHR)
    }
  #endif

  @Test(arguments: ["run", "run --live", "replay", "report", "generate-test"])
  func whatCannotBeReadIsSaidInTheSystemsWords(_ command: String) throws {
    for (file, reason) in [
      ("none", "No such file or directory"), ("a.script/b", "Not a directory"),
      // `run` plays the scripts in a folder.
      ("folder", command.hasPrefix("run") ? "no file in it ends in `.script`" : "Is a directory"),
    ] { try shell("\(command) \(file)").expect(66, errors: "Counter: cannot read \(file): \(reason)\n") }
  }

  @Test(arguments: ["report trace.jsonl -o", "generate-test trace.jsonl -o", "run - --trace", "repl --trace"])
  func whatCannotBeWrittenIsSaidInTheSystemsWords(_ command: String) throws {
    let before = try files()
    for (file, reason) in [
      ("none/page", "No such file or directory"), ("a.script/b", "Not a directory"), ("folder", "Is a directory"),
      ("loop", "Too many levels of symbolic links"),
    ] { try shell("\(command) \(file)").expect(73, errors: "Counter: cannot write \(file): \(reason)\n") }
    #expect(try files() == before, "nothing is left")
    // A link stays one.
    try shell("\(command) first").expect()
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: folder.path("first")) == "second")
    #expect(try files().contains("page"))
  }

  /// Neither by its name, nor by that of a link to it, nor as the file of the standard input.
  @Test(arguments: [
    ("report trace.jsonl -o", "trace.jsonl"), ("report trace.jsonl -o", "link"), ("report - -o", "trace.jsonl"),
    ("generate-test trace.jsonl -o", "link"), ("generate-test - -o", "trace.jsonl"), ("run - --trace", "trace.jsonl"),
    ("repl --trace", "trace.jsonl"),
  ])
  func whatIsReadIsNotReplaced(_ command: String, _ output: String) throws {
    let before = try folder.text("trace.jsonl")
    let what = command.hasSuffix("-o") ? "trace that is read; name another file" : "file that is read; name another one"
    try shell("\(command) \(output) < trace.jsonl")
      .expect(73, errors: "Counter: cannot write \(output): it is the \(what)\n")
    #expect(try folder.text("trace.jsonl") == before)
  }

  @Test func whatIsRecordedIsNotReplacedByItsSession() throws {
    let result = try shell("repl --trace new.jsonl", input: "save --force new.jsonl\nsave none/b\nshow count\n")
    let word = "cannot write none/b: No such file or directory\n"
    result.expect(73, errors: "cannot write new.jsonl: it is the file that the session is recorded to\n" + word)
    // The session and its recording continue.
    #expect(try shell("replay new.jsonl").status == 0)
  }

  /// The example has no number that would end the program.
  @Test func theCounterDoesNotOverflow() throws {
    try shell("run -", input: "send stepChanged \(Int.max)\nrepeat 2 { send incrementButtonTapped }\n").expect()
  }

  @Test(arguments: [0o600, 0o666]) func aFileThatIsReplacedKeepsItsPermissions(_ permissions: Int) throws {
    let trace = folder.path("trace.jsonl")
    try FileManager.default.setAttributes([.posixPermissions: permissions], ofItemAtPath: trace)
    try shell("run - --trace trace.jsonl", input: "send decrementButtonTapped\n").expect()
    #expect(try FileManager.default.attributesOfItem(atPath: trace)[.posixPermissions] as? Int == permissions)
    #expect(try folder.text("trace.jsonl").contains("decrementButtonTapped"))
  }

  @Test(.enabled(if: geteuid() != 0, "the superuser may write every file"))
  func aFileThatMayNotBeWrittenIsNotReplaced() throws {
    try FileManager.default.setAttributes([.posixPermissions: 0o444], ofItemAtPath: folder.path("trace.jsonl"))
    let text = try folder.text("trace.jsonl")
    let errors = "Counter: cannot write trace.jsonl: Permission denied\n"
    try shell("run a.script --trace trace.jsonl").expect(73, errors: errors)
    #expect(try folder.text("trace.jsonl") == text)
  }

  /// A folder, a closed descriptor, and a descriptor that is open for writing only.
  @Test(arguments: [("< .", "Is a directory"), ("<&-", "Bad file descriptor"), ("0> out", "Bad file descriptor")])
  func aStandardInputThatCannotBeRead(_ redirection: String, _ reason: String) throws {
    for command in ["run -", "repl", "repl --trace new.jsonl", "replay -", "report - -o page.html", "generate-test -"] {
      let run = try shell("\(command) \(redirection)")
      run.expect(66, errors: "Counter: cannot read <stdin>: \(reason)\n", "\(command) \(redirection)")
    }
  }

  /// A file that the program opens gets the descriptor of a closed output, and must not be written to as that output.
  @Test(arguments: ["run - --trace new.jsonl", "repl --trace new.jsonl"])
  func anOutputThatIsNotThere(_ command: String) throws {
    let run = try shell("\(command) >&- < /dev/null")
    run.expect(73, errors: "Counter: cannot write <stdout>: Bad file descriptor\n")
    #expect(try folder.text("new.jsonl").split(separator: "\n").count == 2)
    try shell("\(command) 2>&- < /dev/null").expect()
  }

  @Test func aByteOrderMarkIsNoText() throws {
    let mark = "\u{FEFF}"
    try folder.write("\(mark)show step\n", to: "included.script")
    try folder.write("\(mark)include \"included.script\"\nshow count\n", to: "main.script")
    try folder.write(mark + folder.text("trace.jsonl"), to: "marked.jsonl")
    for command in [
      "run main.script", "run -", "repl", "replay marked.jsonl", "replay - < marked.jsonl", "report marked.jsonl -o -",
      "generate-test marked.jsonl",
    ] {
      let run = try shell(command, input: "\(mark)show count\nshow step\n")
      run.expect(errors: "", "\(command)")
      #expect(command.hasPrefix("replay") == run.output.contains("every state was reached"))
    }
  }
}
