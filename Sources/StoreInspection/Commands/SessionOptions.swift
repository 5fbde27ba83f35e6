import Dependencies
import StoreWeb

/// The options of all commands that run a feature.
struct SessionOptions: Equatable {
  /// Whether to use live values and real time, instead of mock values and a virtual clock.
  var isLive = false
  /// The path of the trace to record, if there is one.
  var trace: String?
  /// Further names whose values the trace redacts.
  var redactedNames: [String] = []
  /// What a page in a browser may do with the session; `nil` if there is none.
  var inspection: LiveInspector.Access?
  /// The port of the page; 0 for one that the system chooses.
  var inspectionPort: UInt16 = 0
  /// The values of the program's own options.
  var values: [String: String] = [:]

  /// The table of these options.
  ///
  /// - Parameters:
  ///   - known: The program's own options.
  ///   - canRecord: Whether the command can record a trace.
  static func table(_ known: [DependencyOption], canRecord: Bool = true) -> OptionTable<Self> {
    let live = OptionTable<Self>([
      .flag("--live", "use live values and real time: network, clock, environment, database") { $0.isLive = true }
    ])
    let recording = OptionTable<Self>([
      .option("--trace", "FILE", "record every step as JSON lines, for `replay`, `report` and `generate-test`") {
        $0.trace = $1
      },
      .option(
        "--redact",
        "NAME",
        "hide values whose name contains NAME, `token`, `authorization` or `password`, also in other texts"
      ) { $0.redactedNames.append($1) },
    ])
    return (canRecord ? live + recording + inspection : live) + table(ofProgram: known)
  }

  private static var inspection: OptionTable<Self> {
    OptionTable([
      .init(
        option: CommandOption(
          "--inspect",
          optional: "control",
          help: "show the session in a browser, and to agents, as it goes on; with `control`, they can change it"
        )
      ) { options, value throws(UsageError) in
        guard ["", "control"].contains(value) else {
          throw UsageError("`--inspect` takes `control` or nothing, and not `\(value.printable)`", "--inspect=control")
        }
        options.inspection = value.isEmpty ? .readOnly : .control
      },
      .option("--inspect-port", "PORT", "the port of that page (default: one that is free)", as: port) {
        $0.inspectionPort = $1
      },
    ])
  }

  private static func port(_ text: String, _ option: String) throws(UsageError) -> UInt16 {
    guard let port = UInt16(text) else {
      throw .refusal(of: text, by: option, "it is not a number from 0 to 65535", "\(option) 8080")
    }
    return port
  }

  /// The table of the program's own options.
  static func table(ofProgram known: [DependencyOption]) -> OptionTable<Self> {
    OptionTable(known.map { known in .init(option: known.option) { $0.values[known.name] = $1 } })
  }

  /// Checks the options of a command that runs on live values only with `--live`.
  func check(_ known: [DependencyOption], command: String) throws(UsageError) {
    try checkContext(known, command: command, isLive: isLive)
    try checkValues(known, command: command)
  }

  /// Checks that options for live values are passed only if the session uses live values.
  func checkContext(_ known: [DependencyOption], command: String, isLive: Bool) throws(UsageError) {
    for option in known where values[option.name] != nil && option.isLiveOnly && !isLive {
      throw UsageError(
        "`\(option.name)` goes with `--live`: mock values are not kept",
        "\(command) --live \(option.option.usage)"
      )
    }
  }

  /// Checks the values of the options, and the options for traces.
  func checkValues(_ known: [DependencyOption], command: String) throws(UsageError) {
    for option in known {
      guard let value = values[option.name] else { continue }
      do {
        var dependencies = DependencyValues.current
        try option.update(&dependencies, value)
      } catch {
        throw .refusal(of: value, by: option.name, "\(error)", "\(command) \(option.option.usage)")
      }
    }
    if let name = redactedNames.first, trace == nil, inspection == nil {
      throw UsageError("`--redact` goes with `--trace`", "\(command) --trace FILE --redact \(name)")
    }
    if inspectionPort > 0, inspection == nil {
      throw UsageError(
        "`--inspect-port` goes with `--inspect`",
        "\(command) --inspect --inspect-port \(inspectionPort)"
      )
    }
    if trace == "-" {
      throw UsageError("`--trace` needs a file: the standard output tells what happens", "\(command) --trace FILE")
    }
  }

  /// Sets the dependencies of the program's own options.
  func update(_ dependencies: inout DependencyValues, _ known: [DependencyOption]) {
    for option in known {
      // `check` has refused values that an option does not take.
      if let value = values[option.name] { try? option.update(&dependencies, value) }
    }
  }
}

extension StoreCommandLine {
  /// The setup of the feature for a session with these options.
  ///
  /// - Parameter files: The files that the session reads. Throws if the trace is to replace one of them, or
  ///   one of ``dataFiles``.
  /// - Parameter show: Begins to show the session on a page.
  func setup(
    for options: SessionOptions,
    reading files: [String] = [],
    show: (@Sendable (TraceHeader) -> any TraceSink)? = nil
  ) throws(FileError) -> FeatureSetup<Feature> {
    var setup = self.setup.adding { [known = self.options] in options.update(&$0, known) }
    if options.trace == nil, show == nil { return setup }
    let words = Redaction.standardWords + redactedNames + options.redactedNames
    setup.trace = TraceDestination(
      path: options.trace,
      program: name,
      version: version,
      redaction: Redaction(words),
      show: show
    )
    guard let path = options.trace else { return setup }
    if files.contains(where: { TraceWriter.isSameFile(path, $0) }) {
      throw FileError(.write, path, reason: "it is the file that is read; name another one")
    }
    let standardFiles = dataFiles(self.setup.dependencies)
    if (standardFiles + dataFiles(setup.dependencies)).contains(where: { TraceWriter.isSameFile(path, $0) }) {
      throw FileError(.write, path, reason: "\(name) keeps its data in this file; name another one")
    }
    return setup
  }

  /// The files that the program keeps its data in, with live values that `update` has changed.
  private func dataFiles(_ update: (inout DependencyValues) -> Void) -> [String] {
    guard let dataFiles else { return [] }
    let values = withDependencies {
      $0.context = .live
      update(&$0)
    } operation: {
      DependencyValues.current
    }
    return dataFiles(values)
  }
}
