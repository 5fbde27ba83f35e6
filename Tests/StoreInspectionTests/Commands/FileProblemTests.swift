import Foundation
import TestSupport
import Testing

@testable import StoreInspection

/// Messages and exit statuses of programs for files that are missing, damaged or protected.
@Suite(.ownThreads) struct FileProblemTests {
  private let folder = TemporaryFolder()
  private static let script = "send incrementButtonTapped\nshow count\n"

  /// Records a session, and returns the path of its trace.
  private func recordedTrace() throws -> String {
    let trace = folder.path("trace.jsonl")
    #expect(try run(["run", "-", "--trace", trace], program: "Counter", input: Self.script).status == 0)
    return trace
  }

  #if os(Linux)
    private func runWithFullDisk(_ arguments: [String], input text: String = "") throws -> Run {
      try run(arguments, program: "Counter", input: text) {
        $0.standardOutput = FileHandle(forWritingAtPath: "/dev/full")
      }
    }

    @Test func textThatCannotBeWrittenIsAFailureOfEveryCommand() throws {
      let trace = try recordedTrace()
      for arguments in [
        ["--help"], ["--version"], ["help", "script"], ["run", "-"], ["run", "-", "--dry-run"], ["repl"],
        ["replay", trace], ["replay", trace, "--to", "1"], ["generate-test", trace], ["report", trace],
        ["report", trace, "-o", "-"],
      ] {
        let run = try runWithFullDisk(arguments, input: Self.script)
        run.expect(73, errors: "Counter: cannot write <stdout>: No space left on device\n", "\(arguments)")
      }
    }

    @Test func aWorseOutcomeIsToldAndNotThatOfTheText() throws {
      let run = try runWithFullDisk(["run", "-"], input: "expect count == 7\n")
      run.expect(1)
      #expect(run.errors.contains("expectation failed"))
      #expect(run.errors.hasSuffix("Counter: cannot write <stdout>: No space left on device\n"))
    }

    @Test(arguments: [["report"], ["generate-test"], ["run", "-", "--trace"], ["repl", "--trace"]])
    func aDeviceIsWrittenToAndNotReplaced(_ command: [String]) throws {
      let trace = try recordedTrace()
      let options = command.count == 1 ? [trace, "-o"] : []
      let result = try run(command + options + ["/dev/full"], program: "Counter")
      result.expect(73, errors: "Counter: cannot write /dev/full: No space left on device\n")
      var status = stat()
      #expect(stat("/dev/full", &status) == 0 && status.st_mode & S_IFMT == S_IFCHR)
    }
  #endif

  @Test func reasonsAreInTheSystemsWords() throws {
    let trace = try recordedTrace()
    let missing = folder.path("a/b")
    let beneathFile = trace + "/b"
    func expect(_ arguments: [String], _ status: Int32, _ message: String) throws {
      let result = try run(arguments, program: "Counter", input: "save \(missing)\n")
      result.expect(status, errors: message, "\(arguments)")
    }
    let reading = [["run"], ["run", "--live"], ["replay"], ["report"], ["generate-test"]]
    for (path, reason) in [
      (missing, "No such file or directory"), (folder.url.path, "Is a directory"), (beneathFile, "Not a directory"),
    ] {
      for command in reading {
        // `run` plays the scripts in a folder.
        let isFolder = path == folder.url.path && command[0] == "run"
        let reason = isFolder ? "no file in it ends in `.script`" : reason
        try expect(command + [path], 66, "Counter: cannot read \(path): \(reason)\n")
      }
    }
    for (path, reason) in [
      (missing, "No such file or directory"), (folder.url.path, "Is a directory"), (beneathFile, "Not a directory"),
    ] {
      for command in [["report", trace, "-o"], ["generate-test", trace, "-o"], ["repl", "--trace"]] {
        try expect(command + [path], 73, "Counter: cannot write \(path): \(reason)\n")
      }
    }
    try expect(["repl"], 73, "cannot write \(missing): No such file or directory\n")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == ["trace.jsonl"], "nothing is left")
  }

  @Test func aFolderIsRefusedBeforeAnythingIsWritten() throws {
    let error = #expect(throws: FileError.self) { try OutputFile(folder.url.path) }
    #expect(error?.reason == "Is a directory")
    let empty = #expect(throws: FileError.self) { try OutputFile("") }
    #expect(empty?.reason == "No such file or directory")
  }

  /// The example has no number that would end the program.
  @Test func theCounterDoesNotOverflow() throws {
    let script = "send stepChanged \(Int.max)\nsend incrementButtonTapped\nsend incrementButtonTapped\n"
    #expect(try run(["run", "-"], program: "Counter", input: script).status == 0)
  }

  @Test func theFileOfTheStandardInputIsNotReplaced() throws {
    let trace = try recordedTrace()
    let text = try Data(contentsOf: URL(filePath: trace))
    let script = folder.path("a.script")
    try folder.write(Self.script, to: "a.script")
    for (arguments, file, what) in [
      (["report", "-", "-o", trace], trace, "trace that is read; name another file"),
      (["generate-test", "-", "-o", trace], trace, "trace that is read; name another file"),
      (["run", "-", "--trace", script], script, "file that is read; name another one"),
      (["repl", "--trace", script], script, "file that is read; name another one"),
    ] {
      let run = try run(arguments, program: "Counter") {
        $0.standardInput = try FileHandle(forReadingFrom: URL(filePath: file))
      }
      run.expect(73, errors: "Counter: cannot write \(file): it is the \(what)\n", "\(arguments)")
    }
    #expect(try Data(contentsOf: URL(filePath: trace)) == text)
    #expect(try folder.text("a.script") == Self.script)
  }

  @Test func aFileThatIsReplacedKeepsItsPermissions() throws {
    let trace = try recordedTrace()
    for permissions in [0o600, 0o640, 0o666] {
      try FileManager.default.setAttributes([.posixPermissions: permissions], ofItemAtPath: trace)
      let result = try run(["run", "-", "--trace", trace], program: "Counter", input: "send decrementButtonTapped\n")
      #expect(result.status == 0)
      let attributes = try FileManager.default.attributesOfItem(atPath: trace)
      #expect(attributes[.posixPermissions] as? Int == permissions)
      #expect(try String(contentsOfFile: trace, encoding: .utf8).contains("decrementButtonTapped"))
    }
  }

  @Test(.enabled(if: geteuid() != 0, "the superuser may write every file"))
  func aFileThatMayNotBeWrittenIsNotReplaced() throws {
    let trace = try recordedTrace()
    try FileManager.default.setAttributes([.posixPermissions: 0o444], ofItemAtPath: trace)
    let text = try Data(contentsOf: URL(filePath: trace))
    let result = try run(["run", "-", "--trace", trace], program: "Counter", input: Self.script)
    result.expect(73, errors: "Counter: cannot write \(trace): Permission denied\n")
    #expect(try Data(contentsOf: URL(filePath: trace)) == text)
  }

  @Test func whatIsReadIsNotReplaced() throws {
    let trace = try recordedTrace()
    let link = folder.path("link")
    #expect(symlink(trace, link) == 0)
    let before = try String(contentsOfFile: trace, encoding: .utf8)
    for output in [trace, link] {
      for command in ["report", "generate-test"] {
        let result = try run([command, trace, "-o", output], program: "Counter")
        result.expect(73, errors: "Counter: cannot write \(output): it is the trace that is read; name another file\n")
      }
    }
    #expect(try String(contentsOfFile: trace, encoding: .utf8) == before)
    // The session and its recording continue.
    let new = folder.path("new.jsonl")
    let result = try run(["repl", "--trace", new], program: "Counter", input: "save --force \(new)\nshow count\n")
    result.expect(73, errors: "cannot write \(new): it is the file that the session is recorded to\n")
    #expect(try run(["replay", new], program: "Counter").status == 0)
  }

  @Test func aLinkStaysOne() throws {
    let trace = try recordedTrace()
    func link(_ name: String, to target: String) -> String {
      let path = folder.path(name)
      #expect(symlink(target, path) == 0)
      return path
    }
    for (command, option) in [
      (["report", trace], "-o"), (["generate-test", trace], "-o"), (["run", "-"], "--trace"),
    ] {
      let loop = link("loop", to: "loop")
      let first = link("first", to: "second")
      _ = link("second", to: "page")
      let failed = try run(command + [option, loop], program: "Counter")
      failed.expect(73, errors: "Counter: cannot write \(loop): Too many levels of symbolic links\n")
      #expect(try run(command + [option, first], program: "Counter").status == 0)
      #expect(try FileManager.default.destinationOfSymbolicLink(atPath: first) == "second")
      for name in ["loop", "first", "second", "page"] {
        try FileManager.default.removeItem(at: folder.url.appending(path: name))
      }
      // The trace that is copied beside a test.
      try? FileManager.default.removeItem(at: folder.url.appending(path: "first.jsonl"))
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == ["trace.jsonl"])
    }
  }

  /// A folder, a closed descriptor, and a descriptor that is open for writing only.
  @Test(arguments: [("< .", "Is a directory"), ("<&-", "Bad file descriptor"), ("0> out", "Bad file descriptor")])
  func aStandardInputThatCannotBeRead(_ redirection: String, _ reason: String) throws {
    _ = try recordedTrace()
    for command in [
      "run -", "repl", "repl --trace new.jsonl", "replay -", "report - -o page.html", "generate-test -",
    ] {
      let run = try shell("\(command) \(redirection)")
      run.expect(66, errors: "Counter: cannot read <stdin>: \(reason)\n", "\(command) \(redirection)")
    }
  }

  /// A file that the program opens gets the descriptor of a closed output, and must not be written to as that output.
  @Test func anOutputThatIsNotThere() throws {
    _ = try recordedTrace()
    for command in ["run - --trace new.jsonl", "repl --trace new.jsonl"] {
      let run = try shell("\(command) >&- < /dev/null")
      run.expect(73, errors: "Counter: cannot write <stdout>: Bad file descriptor\n", "\(command)")
      let trace = try folder.text("new.jsonl")
      #expect(trace.split(separator: "\n").count == 2, "\(trace)")
      let silent = try shell("\(command) 2>&- < /dev/null")
      #expect(silent.status == 0)
    }
  }

  private func shell(_ command: String) throws -> Run {
    try run(["-c", "'\(try executable("Counter").path)' \(command)"], program: "Counter") {
      $0.executableURL = URL(filePath: "/bin/sh")
      $0.currentDirectoryURL = folder.url
    }
  }

  @Test func aByteOrderMarkIsNoText() throws {
    let trace = try recordedTrace()
    let mark = "\u{FEFF}"
    let script = folder.url.appending(path: "main.script")
    try folder.write("\(mark)show step\n", to: "included.script")
    try folder.write("\(mark)include \"included.script\"\nshow count\n", to: "main.script")
    let marked = folder.url.appending(path: "marked.jsonl")
    try folder.write("\(mark)\(try String(contentsOfFile: trace, encoding: .utf8))", to: "marked.jsonl")
    for arguments in [
      ["run", script.path], ["run", "-"], ["repl"], ["replay", marked.path], ["report", marked.path, "-o", "-"],
      ["generate-test", marked.path],
    ] {
      let result = try run(arguments, program: "Counter", input: "\(mark)show count\nshow step\n")
      result.expect(errors: "", "\(arguments)")
    }
    let piped = try run(["replay", "-"], program: "Counter", input: try folder.text("marked.jsonl"))
    #expect(piped.status == 0 && piped.output.contains("every state was reached"))
  }
}
