import Foundation

@main
struct DemoCLI {
  static let version = "0.1.0"

  static func main() async {
    // A reader that goes away shows as a failed write instead of ending the process.
    signal(SIGPIPE, SIG_IGN)
    let status = await run(Array(CommandLine.arguments.dropFirst()), console: .standard())
    exit(status.rawValue)
  }

  static func run(_ arguments: [String], console: Console) async -> ExitCode {
    do {
      switch try Invocation(arguments) {
      case .demo:
        let options = RunOptions(file: DemoScript.source.name)
        return await RunCommand(options: options, console: console).play(DemoScript.source)
      case .run(let options): return await RunCommand(options: options, console: console)()
      case .serve(let options): return await ServeCommand(options: options, console: console)()
      case .help(let topic): console.write(topic.text + "\n")
      case .version: console.write("DemoCLI \(version)\n")
      }
      return .passed
    } catch {
      console.writeError(error.rendered)
      return .usage
    }
  }
}
