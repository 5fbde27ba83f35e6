import Foundation
import PackagePlugin

/// Writes what `DocumentationTests` compiles: the Swift blocks of the documents, in functions and types.
///
/// The plugin is also the tool that it runs, if it has arguments. An executable target would be built before anything
/// else by whoever builds any target of this package, and cost seconds.
@main enum ExampleWriter {
  static func main() async throws {
    let arguments = CommandLine.arguments
    guard arguments.count == 3 else { return try await ExamplePlugin.main() }
    let documents = Documents(root: URL(filePath: arguments[1], directoryHint: .isDirectory))
    for examples in try Examples.all(in: documents) {
      let url = URL(filePath: arguments[2]).appending(path: examples.fileName)
      let text = try examples.text(in: documents)
      // What did not change need not be compiled again.
      if (try? String(contentsOf: url, encoding: .utf8)) != text { try Data(text.utf8).write(to: url) }
    }
  }
}

struct ExamplePlugin: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    let root = context.package.directoryURL
    let output = context.pluginWorkDirectoryURL
    let tool = URL(filePath: CommandLine.arguments[0])
    let documents = Documents(root: root)
    let preludes = Documents.paths(in: root.appending(path: Examples.folder), "swift").map {
      "\(Examples.folder)/\($0)"
    }
    return [
      .buildCommand(
        displayName: "Writing the examples of the documentation",
        executable: tool,
        arguments: [root.path, output.path],
        inputFiles: [tool] + (preludes + documents.paths).map { root.appending(path: $0) },
        outputFiles: try Examples.all(in: documents).map { output.appending(path: $0.fileName) }
      )
    ]
  }
}
