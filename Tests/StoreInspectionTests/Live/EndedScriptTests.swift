import Foundation
import TestSupport
import Testing

/// What `run --inspect` says when its scripts have ended.
@Suite(.ownThreads) struct EndedScriptTests {
  @Test(arguments: [
    ("--inspect", "Nothing runs any more. The page stays until Ctrl-C.\n"),
    (
      "--inspect=control",
      "Nothing runs any more. To send actions, use `repl` or `ui`. The page stays until Ctrl-C.\n"
    ),
  ])
  func thePageStaysAndTheProgramSaysWhatIsPossible(option: String, sentence: String) throws {
    let errors = Pipe()
    let program = try RunningProgram(
      ["run", "-", option],
      program: "Counter",
      input: "send incrementButtonTapped\n",
      errors: errors.fileHandleForWriting
    )
    defer { program.kill() }
    var printed = ""
    while !printed.contains("Ctrl-C.\n") {
      printed += String(decoding: errors.fileHandleForReading.availableData, as: UTF8.self)
    }
    #expect(printed.hasSuffix("\n\(sentence)"), "\(printed)")
  }

  @Test func helpSaysWhereActionsCanBeSent() throws {
    let run = try run(["help", "run"], program: "Counter")
    run.expect()
    #expect(run.output.contains("use `repl` or `ui` with --inspect=control"), "\(run.output)")
  }
}
