import Foundation
import TestSupport
import Testing

@testable import StoreInspection

/// What programs say and return when files are not as they should be.
@Suite(.ownThreads) struct FileProblemTests {
  private static let script = "send incrementButtonTapped\nshow count\n"

  private func withTrace(_ body: (_ folder: URL, _ trace: String) throws -> Void) throws {
    try withTemporaryDirectory { folder in
      let trace = folder.appending(path: "trace.jsonl").path
      #expect(try run(["run", "-", "--trace", trace], program: "Counter", input: Self.script).status == 0)
      try body(folder, trace)
    }
  }

  #if os(Linux)
    private func runWithFullDisk(_ arguments: [String], input text: String = "") throws -> (
      status: Int32, errors: String
    ) {
      let (process, _) = try process(arguments, program: "Counter")
      return try withTemporaryDirectory { folder in
        let errors = Pipe()
        process.standardInput = try TestSupport.input(text, in: folder)
        process.standardOutput = FileHandle(forWritingAtPath: "/dev/full")
        process.standardError = errors
        try process.run()
        let message = try errors.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return (process.terminationStatus, String(decoding: message, as: UTF8.self))
      }
    }

    @Test func textThatCannotBeWrittenIsAFailureOfEveryCommand() throws {
      try withTrace { _, trace in
        for arguments in [
          ["--help"], ["--version"], ["help", "script"], ["run", "-"], ["run", "-", "--dry-run"], ["repl"],
          ["replay", trace], ["replay", trace, "--to", "1"], ["generate-test", trace], ["report", trace],
          ["report", trace, "-o", "-"],
        ] {
          let (status, errors) = try runWithFullDisk(arguments, input: Self.script)
          #expect(status == 73, "\(arguments)")
          #expect(errors == "Counter: cannot write <stdout>: No space left on device\n", "\(arguments)")
        }
      }
    }

    @Test func aWorseOutcomeIsToldAndNotThatOfTheText() throws {
      let (status, errors) = try runWithFullDisk(["run", "-"], input: "expect count == 7\n")
      #expect(status == 1)
      #expect(errors.contains("expectation failed"))
      #expect(errors.hasSuffix("Counter: cannot write <stdout>: No space left on device\n"))
    }

    @Test(arguments: [["report"], ["generate-test"], ["run", "-", "--trace"], ["repl", "--trace"]])
    func aDeviceIsWrittenToAndNotReplaced(_ command: [String]) throws {
      try withTrace { _, trace in
        let options = command.count == 1 ? [trace, "-o"] : []
        let result = try run(command + options + ["/dev/full"], program: "Counter")
        #expect(result.status == 73)
        #expect(result.errors == "Counter: cannot write /dev/full: No space left on device\n")
        var status = stat()
        #expect(stat("/dev/full", &status) == 0 && status.st_mode & S_IFMT == S_IFCHR)
      }
    }
  #endif

  @Test func reasonsAreInTheSystemsWords() throws {
    try withTrace { folder, trace in
      let missing = folder.appending(path: "a/b").path
      let beneathFile = trace + "/b"
      func expect(_ arguments: [String], _ status: Int32, _ message: String) throws {
        let result = try run(arguments, program: "Counter", input: "save \(missing)\n")
        #expect(result.status == status, "\(arguments)")
        #expect(result.errors == message, "\(arguments)")
      }
      let reading = [["run"], ["run", "--live"], ["replay"], ["report"], ["generate-test"]]
      for (path, reason) in [
        (missing, "No such file or directory"), (folder.path, "Is a directory"), (beneathFile, "Not a directory"),
      ] {
        for command in reading { try expect(command + [path], 66, "Counter: cannot read \(path): \(reason)\n") }
      }
      for (path, reason) in [
        (missing, "No such file or directory"), (folder.path, "Is a directory"), (beneathFile, "Not a directory"),
      ] {
        for command in [["report", trace, "-o"], ["generate-test", trace, "-o"], ["repl", "--trace"]] {
          try expect(command + [path], 73, "Counter: cannot write \(path): \(reason)\n")
        }
      }
      try expect(["repl"], 73, "cannot write \(missing): No such file or directory\n")
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["trace.jsonl"], "nothing is left")
    }
  }

  @Test func aByteOrderMarkIsNoText() throws {
    try withTrace { folder, trace in
      let mark = "\u{FEFF}"
      let included = folder.appending(path: "included.script")
      let script = folder.appending(path: "main.script")
      try Data("\(mark)show step\n".utf8).write(to: included)
      try Data("\(mark)include \"included.script\"\nshow count\n".utf8).write(to: script)
      let marked = folder.appending(path: "marked.jsonl")
      try Data("\(mark)\(try String(contentsOfFile: trace, encoding: .utf8))".utf8).write(to: marked)
      for arguments in [
        ["run", script.path], ["run", "-"], ["repl"], ["replay", marked.path], ["report", marked.path, "-o", "-"],
        ["generate-test", marked.path],
      ] {
        let result = try run(arguments, program: "Counter", input: "\(mark)show count\nshow step\n")
        #expect(result.status == 0, "\(arguments)")
        #expect(result.errors == "", "\(arguments)")
      }
      let piped = try run(["replay", "-"], program: "Counter", input: try String(contentsOf: marked, encoding: .utf8))
      #expect(piped.status == 0 && piped.output.contains("every state was reached"))
    }
  }
}
