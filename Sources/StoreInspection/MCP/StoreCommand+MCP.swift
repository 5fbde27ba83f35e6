import Dependencies
import Foundation
import StoreWeb

extension StoreCommand where Feature.State: Encodable, Feature.Action: Codable {
  /// Serves the feature to an agent over the Model Context Protocol: `mcp`.
  public static var mcp: Self {
    Self("mcp", summary: "let an agent drive the feature over the Model Context Protocol") { program in
      """
      Speaks the Model Context Protocol on the standard input and output, so that an agent can drive the feature: send
      actions, press what is on the screen, read the state, go back, explore, make tests. A program such as Claude Code
      starts it:

        claude mcp add \(program.name.lowercased()) -- \(program.name) mcp

      Usage
        \(program.name) mcp

      The agent begins sessions by a tool, on mock values unless it asks for live ones. Each is recorded in a temporary
      trace, from which tests and reports are made. Of answers with more than \(MCPAnswer.limit) characters the middle is left
      out, and calls end after a minute. To let an agent use a program that is running, start that with --inspect=control.

      \(ExitCode.help)
      """
    } body: { program, arguments, console in
      var options: Void = ()
      if let word = try OptionTable<Void>([]).read(arguments, of: "mcp", into: &options).first {
        throw UsageError("`mcp` takes no `\(word.truncated(to: 60).printable)`: the agent says what to do", "mcp")
      }
      return try await program.serve(PipedLines(STDIN_FILENO, console: console), console: console)
    }
  }
}

extension StoreCommandLine where Feature.State: Encodable, Feature.Action: Codable {
  /// Answers an agent until its messages end.
  func serve(_ lines: some LineSource, console: Console) async throws -> ExitCode {
    let folder = FileManager.default.temporaryDirectory.appending(path: "\(name)-\(UUID().uuidString)")
    do {
      try FileManager.default.createDirectory(
        at: folder,
        withIntermediateDirectories: true,
        attributes: [.posixPermissions: 0o700]
      )
    } catch {
      throw FileError(.write, folder.path, reason: error.localizedDescription)
    }
    let agent = Agent(self, folder: folder)
    let server = MCPLines(
      MCPServer(name: name, version: version, instructions: agent.instructions, tools: agent.tools, resources: agent),
      write: console.write
    )
    var status = ExitCode.passed
    lines.read(prompt: "", isContinued: false)
    events: for await event in lines.events {
      switch event {
      case .line(let text): server.take(text)
      case .invalidLine: server.take("\u{FFFD}")
      case .unreadable(let error) where error.code == EFBIG:
        server.refuse(JSONRPCError(.invalidRequest, "a message has at most \(PipedLines.lineLimit >> 20) MB"))
      case .tab, .interrupted: break
      case .unreadable(let error):
        console.writeError(FileError(.read, "<stdin>", error).rendered(for: name))
        status = .noInput
        break events
      case .end: break events
      }
      lines.read(prompt: "", isContinued: false)
    }
    lines.stop()
    await server.finish()
    await agent.end()
    return status
  }
}
