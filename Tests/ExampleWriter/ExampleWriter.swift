import Foundation
import PackagePlugin

/// Writes the examples that `DocumentationTests` compiles: the files of its folder `Examples`, with the blocks of the
/// documents in place of the lines that name them.
///
/// The plugin is also the tool that it runs, if it has arguments. An executable target would be built before anything
/// else by whoever builds any target of this package, and cost seconds.
@main enum ExampleWriter {
  static func main() async throws {
    let arguments = CommandLine.arguments
    guard arguments.count == 3 else { return try await ExamplePlugin.main() }
    let root = URL(filePath: arguments[1], directoryHint: .isDirectory)
    let files = try examples(in: root)
    var mistakes: [ExampleFile.Mistake] = []
    let written = ExampleFile.written(files, Documents(root: root), mistakes: &mistakes)
    guard mistakes.isEmpty else {
      for mistake in mistakes { print("\(root.path)/\(mistake)") }
      exit(1)
    }
    for (name, text) in written {
      let url = URL(filePath: arguments[2]).appending(path: name)
      // What did not change need not be compiled again.
      if (try? String(contentsOf: url, encoding: .utf8)) != text { try Data(text.utf8).write(to: url) }
    }
  }

  static func examples(in root: URL) throws -> [ExampleFile] {
    let folder = "Tests/DocumentationTests/Examples"
    return try Documents.paths(in: root.appending(path: folder), ["swift"]).map {
      let path = "\(folder)/\($0)"
      return ExampleFile(path: path, text: try String(contentsOf: root.appending(path: path), encoding: .utf8))
    }
  }
}

struct ExamplePlugin: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    let root = context.package.directoryURL
    let output = context.pluginWorkDirectoryURL
    let tool = URL(filePath: CommandLine.arguments[0])
    let examples = try ExampleWriter.examples(in: root)
    return [
      .buildCommand(
        displayName: "Writing the examples of the documentation",
        executable: tool,
        arguments: [root.path, output.path],
        inputFiles: [tool] + (examples.map(\.path) + Documents(root: root).paths).map { root.appending(path: $0) },
        outputFiles: examples.map { output.appending(path: $0.writtenName) }
      )
    ]
  }
}
