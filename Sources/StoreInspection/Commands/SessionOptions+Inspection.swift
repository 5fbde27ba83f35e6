import Dependencies
import StoreWeb

extension StoreCommandLine {
  /// Serves the page of the option `--inspect`, and says where it is, and where an agent connects; `nil` without the option.
  func inspector(for options: SessionOptions, console: Console) throws -> LiveInspector? {
    guard let access = options.inspection else { return nil }
    let inspector = LiveInspector(
      program: name,
      version: version,
      access: access,
      redacting: redactedNames + options.redactedNames
    )
    do {
      let address = try inspector.serve(port: options.inspectionPort)
      console.writeError("The session is shown at \(address)\n")
      if let address = inspector.agentAddress { console.writeError("For agents (MCP over HTTP): \(address)\n") }
    } catch {
      throw UsageError("the page can't be served: \(error)", "--inspect --inspect-port 8081")
    }
    return inspector
  }
}

extension StoreCommandLine where Feature.Action: Decodable {
  /// The setup of the feature for a session that a page shows.
  ///
  /// - Parameter tools: The functions that the page can use.
  func setup(
    for options: SessionOptions,
    reading files: [String] = [],
    on shown: LiveStore?,
    _ tools: LiveTools<Feature.State> = LiveTools()
  ) throws(FileError) -> FeatureSetup<Feature> {
    guard let shown else { return try setup(for: options, reading: files) }
    var setup = try setup(for: options, reading: files, show: { shown.begin($0) })
    var tools = tools
    if let screen = setup.screen {
      tools.screen = { state, dependencies in
        let drawn = screen(ObservedState(state), ScreenContext(width: 80, dependencies))
        return drawn.lines.map { (text: $0.trimmed, style: "\($0.style)") }
      }
    }
    setup.didMakeStore = { [tools] in shown.control($0, tools, script: $1) }
    return setup
  }
}

extension LiveInspector {
  /// Adds a session to the page.
  func add<Feature>(_ feature: Feature.Type, of script: String? = nil) -> LiveStore {
    add(script.map { "\(feature), \($0)" } ?? "\(feature)") { true }
  }

  /// Keeps the page open until Ctrl-C ends the program.
  ///
  /// - Parameter access: What the page was allowed to do with the session, which has ended.
  func waitUntilInterrupted(_ access: Access?, _ console: Console) async {
    let advice = access == .control ? " To send actions, use `repl` or `ui`." : ""
    console.writeError("Nothing runs any more.\(advice) The page stays until Ctrl-C.\n")
    let (ends, end) = AsyncStream.makeStream(of: Never.self)
    let interruption = Interruption { end.finish() }
    for await _ in ends {}
    withExtendedLifetime(interruption) {}
  }
}
