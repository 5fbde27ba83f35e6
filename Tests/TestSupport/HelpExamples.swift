import Foundation
import Testing

/// Runs the examples of a help text, one after the other in a folder of their own, as a reader would.
package func runExamples(of topic: String, program: String, in folder: URL) throws {
  let help = try run(["help", topic], program: program).output
  let lines = help.split(separator: "\n", omittingEmptySubsequences: false)
  let examples = try #require(lines.firstIndex(of: "Examples"), "\(topic) has no examples")
  let folderOfProgram = try executable(program).deletingLastPathComponent().path
  try FileManager.default.createSymbolicLink(
    at: folder.appending(path: "Examples"),
    withDestinationURL: Repository.root.appending(path: "Examples")
  )
  let environment = ["PATH": "\(folderOfProgram):/usr/bin:/bin", "HOME": folder.path, "TERM": "xterm-256color"]
  for line in lines[(examples + 1)...].prefix(while: { !$0.isEmpty }) {
    let command = "cd '\(folder.path)' && \(line)"
    if line.contains("\(program) ui") {
      let terminal = try TerminalProcess(["-c", command], program: "/bin/sh", environment: environment)
      try terminal.wait(for: "q: quit")
      terminal.type("q")
      #expect(try terminal.end() == .exited(0), "\(line)")
    } else {
      try run(["-c", command], program: "/bin/sh", environment: environment).expect(errors: "", "\(line)")
    }
  }
}
