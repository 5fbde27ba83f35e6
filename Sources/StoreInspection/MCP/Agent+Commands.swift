import Dependencies
import Foundation
import Store
import StoreWeb

// The commands of the program, as tools.
extension Agent {
  private static var trace: MCPTool.Parameter { .required("trace", "the name of a session, or the path of a trace") }

  var commandTools: [MCPTool] {
    [
      MCPTool(
        name: "explore",
        description: """
          Tries all that a person can do on the screen and all answers of clients, in all orders, and prints the shortest way \
          to a broken rule or a reported issue; with `cover`, to an action.
          """,
        parameters: [
          .optional("part", "the path of the actions that the person does, such as `search`"),
          .optional("cover", "the path of an action to search for"),
          .optional("replay", "the only story to run, as an earlier answer names it: `s0 a0.1`"),
          .optional("trace", "record the story that is found, or run again, to this file"),
          .optional("depth", "the number of steps of a story", .integer),
          .optional("actions", "the number of actions of the person in a story", .integer),
          .optional("answers", "the number of answers in a story", .integer),
          .optional("orders", "the number of orders of the jobs that are ready after a step (1)", .integer),
          .optional("points", "the number of different points", .integer),
          .optional("seconds", "the time, at most \(Self.limit) (5)", .integer),
          .optional("send", "actions that are sent first, as scripts write them", .strings),
        ]
      ) { arguments in
        if arguments.string("trace") != nil { _ = try self.path(arguments, "trace") }
        let bounds = arguments.options("depth", "actions", "answers", "orders", "points")
        let others = arguments.options("cover", "replay", "trace", "send")
        let time = "--time=\(min(arguments.integer("seconds") ?? 5, Self.limit))"
        return await self.command("explore", [time] + bounds + others, arguments.string("part"))
      },
      MCPTool(
        name: "replay",
        description: "Feeds a recorded session through the reducers again, and compares the states.",
        parameters: [
          Self.trace, .optional("to", "stop after this step and print the state", .integer),
          .optional("until_path", "find the first step that changed what is at this path"),
          .optional("skip", "leave out this action and what followed from it", .integer),
        ],
        isReadOnly: true
      ) { arguments in
        let trace = try self.trace(arguments, "trace")
        return await self.command("replay", arguments.options("to", "until_path", "skip"), trace)
      },
      MCPTool(
        name: "compare",
        description: "Says at which step two recorded sessions part.",
        parameters: [
          .required("first", "the name of a session, or the path of a trace"), .required("second", "another one"),
        ],
        isReadOnly: true
      ) { await self.command("compare", [], try self.trace($0, "first"), try self.trace($0, "second")) },
      MCPTool(
        name: "generate_test",
        description: "Makes a Swift test of a recorded session, which asserts each change of the state.",
        parameters: [
          Self.trace, .optional("feature", "test only the feature with this property in the program's state"),
          .optional("to", "leave out the later steps", .integer),
          .optional("file", "write the test to this file, and copy the trace beside it"),
        ],
        shorter: "`file` writes all of it to a file"
      ) { arguments in
        let trace = try self.trace(arguments, "trace")
        let options = arguments.options("feature", "to")
        if arguments.string("file") != nil {
          return await self.command("generate-test", options + ["-o=\(try self.path(arguments, "file"))"], trace)
        }
        var answer = await self.command("generate-test", options, trace)
        if !answer.isError {
          answer.text += "\nThe test reads a copy of the trace that lies beside it: with `file`, both are written."
        }
        return answer
      },
      MCPTool(
        name: "report",
        description: "Makes a page of a recorded session, for a person to look at in a browser.",
        parameters: [Self.trace, .required("file", "the path of the page, such as `report.html`")]
      ) { await self.command("report", ["-o=\(try self.path($0, "file"))"], try self.trace($0, "trace")) },
    ].filter { has($0.name.replacing("_", with: "-")) }
  }

  /// Returns the path of a trace: the trace of a session, or a file.
  private func trace(_ arguments: MCPArguments, _ name: String) throws -> String {
    let value = try path(arguments, name)
    return sessions.withLock { $0.all[value]?.trace } ?? value
  }

  /// Returns the path of a file. The standard input and output are refused, because the protocol uses them.
  private func path(_ arguments: MCPArguments, _ name: String) throws -> String {
    let path = arguments.string(name) ?? ""
    guard path != "-", !path.isEmpty else { throw MCPMistake("`\(name)` is the path of a file.") }
    return path
  }

  /// Performs a command of the program. An operand may begin with dashes.
  func command(_ name: String, _ options: [String] = [], _ operands: String?...) async -> MCPAnswer {
    let operands = operands.compactMap(\.self)
    let words = [name] + options + (operands.isEmpty ? [] : ["--"] + operands)
    let (output, errors) = (PrintedText(), PrintedText())
    let console = output.console.writing(output.console.write, errors: errors.console.write)
    let status = await program.status(of: words, console: console)
    return MCPAnswer(output.take().text + errors.take().text, isError: status != .passed)
  }

  private func has(_ command: String) -> Bool { program.commands.contains { $0.name == command } }
}

extension MCPArguments {
  /// The arguments with these names as options of a command, which are named as they are: `until_path` is
  /// `--until-path`. An option with several values is repeated. A value may begin with dashes.
  fileprivate func options(_ names: String...) -> [String] {
    names.flatMap { name in
      let texts = string(name).map { [$0] } ?? integer(name).map { ["\($0)"] } ?? strings(name)
      return texts.map { "--\(name.replacing("_", with: "-"))=\($0)" }
    }
  }
}
