import Store

/// Something that a ``StoreCommandLine`` can do: `run`, `replay`, or a command of the program's own.
public struct StoreCommand<Feature: Reducer & SendableMetatype>: Sendable {
  /// What is typed after the program's name.
  public let name: String
  /// What it does, in a few words that begin in lower case.
  public let summary: String
  let help: @Sendable (StoreCommandLine<Feature>) -> String
  let body: @Sendable (StoreCommandLine<Feature>, ArraySlice<String>, Console) async throws -> ExitCode
  /// Plays the script that comes with the program, if this is the command that plays scripts.
  var demonstrate: (@Sendable (StoreCommandLine<Feature>, _ script: String, Console) async throws -> ExitCode)?

  /// Makes a command.
  ///
  /// - Parameters:
  ///   - help: What `--help` prints.
  ///   - body: Is given the arguments that follow the command's name, and not called when they ask for help. A
  ///     ``UsageError`` that it throws is printed with what to try instead.
  public init(
    _ name: String,
    summary: String,
    help: String,
    body: @escaping @Sendable (ArraySlice<String>, Console) async throws -> ExitCode
  ) {
    self.init(name, summary: summary) { _ in
      help
    } body: {
      try await body($1, $2)
    }
  }

  init(
    _ name: String,
    summary: String,
    help: @escaping @Sendable (StoreCommandLine<Feature>) -> String,
    body: @escaping @Sendable (StoreCommandLine<Feature>, ArraySlice<String>, Console) async throws -> ExitCode
  ) {
    self.name = name
    self.summary = summary
    self.help = help
    self.body = body
  }
}
