/// The options of a command. Each entry has the name of an option, its help, and the code that sets it.
package struct OptionTable<Options> {
  package struct Row {
    let option: CommandOption
    let set: (inout Options, String) throws(UsageError) -> Void
  }

  private(set) var rows: [Row]
  /// The reasons why this command lacks options that other commands have, by option.
  var missing: [String: String] = [:]

  package init(_ rows: [Row]) {
    self.rows = rows
  }

  /// The part of a help text that lists the options.
  ///
  /// - Parameter width: The width at which lines are broken between words.
  package func help(width: Int = .max) -> String {
    HelpText.table(rows.map { ($0.option.usage, $0.option.help) }, width: width)
  }

  /// The table for options that contain these ones.
  func pullback<Whole>(_ part: WritableKeyPath<Whole, Options>) -> OptionTable<Whole> {
    var table = OptionTable<Whole>(
      rows.map { row in
        .init(option: row.option) { whole, text throws(UsageError) in try row.set(&whole[keyPath: part], text) }
      }
    )
    table.missing = missing
    return table
  }

  static func + (one: Self, other: Self) -> Self {
    var table = Self(one.rows + other.rows)
    table.missing = one.missing.merging(other.missing) { first, _ in first }
    return table
  }

  /// Sets options from the arguments that follow the name of a command.
  ///
  /// - Returns: The operands: arguments that are not options, such as `-` and files, and all arguments after `--`.
  package func read(
    _ arguments: ArraySlice<String>,
    of command: String,
    into options: inout Options
  ) throws(UsageError) -> [String] {
    let suggestion = "help \(command)"
    let valued = rows.filter { $0.option.value != nil }.map(\.option.name)
    if arguments.askForHelp(besidesValuesOf: valued) { throw .help }
    var operands: [String] = []
    var arguments = arguments
    while let argument = arguments.popFirst() {
      if argument == "--" { return operands + arguments }
      guard argument.hasPrefix("-"), argument != "-" else {
        operands.append(argument)
        continue
      }
      // `--port 80` or `--port=80`.
      let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      let name = parts[0]
      guard let row = rows.first(where: { $0.option.name == name }) else {
        if let reason = missing[name] { throw UsageError("there is no `\(name)` here: \(reason)", suggestion) }
        throw .unknown("option", name, rows.map(\.option.name) + ["--help"], suggestion: suggestion)
      }
      if row.option.optionalValue != nil {
        try row.set(&options, parts.count == 2 ? parts[1] : "")
      } else if row.option.value == nil {
        guard parts.count == 1 else { throw UsageError("`\(name)` takes no value", suggestion) }
        try row.set(&options, "")
      } else {
        guard let value = parts.count == 2 ? parts[1] : arguments.popFirst(), !value.isEmpty else {
          throw UsageError("`\(name)` needs a value", suggestion)
        }
        try row.set(&options, value)
      }
    }
    return operands
  }
}

extension OptionTable.Row {
  /// An option with a value, such as `--port 80`. Help shows the placeholder for the value.
  package static func option(
    _ name: String,
    _ placeholder: String,
    _ help: String,
    set: @escaping (inout Options, String) -> Void
  ) -> Self {
    Self(option: CommandOption(name, value: placeholder, help: help), set: set)
  }

  /// An option whose value is not a text.
  ///
  /// - Parameter read: Reads the text that was typed. It also gets the name of the option, for its error.
  package static func option<Value>(
    _ name: String,
    _ placeholder: String,
    _ help: String,
    as read: @escaping (_ text: String, _ option: String) throws(UsageError) -> Value,
    set: @escaping (inout Options, Value) -> Void
  ) -> Self {
    Self(option: CommandOption(name, value: placeholder, help: help)) { options, text throws(UsageError) in
      set(&options, try read(text, name))
    }
  }

  /// An option without a value, such as `--live`.
  package static func flag(_ name: String, _ help: String, set: @escaping (inout Options) -> Void) -> Self {
    Self(option: CommandOption(flag: name, help: help)) { options, _ in set(&options) }
  }
}

extension [String] {
  /// The file that is the only operand of a command.
  ///
  /// - Parameter content: The word for what is in the file: `trace`.
  func onlyFile(_ content: String = "file", of command: String, options: String = "") throws(UsageError) -> String {
    let suggestion = "\(command) FILE\(options)"
    guard let file = first else { throw UsageError("`\(command)` needs a \(content)", suggestion) }
    guard count == 1 else {
      throw UsageError("`\(command)` takes one \(content), not \(count)", "\(command) \(file)")
    }
    guard !file.isEmpty else { throw UsageError("the \(content)'s name is empty", suggestion) }
    return file
  }
}

extension ArraySlice<String> {
  /// Whether the arguments contain `--help` or `-h`, other than as the value of an option that takes one.
  func askForHelp(besidesValuesOf options: [String] = []) -> Bool {
    var rest = self
    while let argument = rest.popFirst(), argument != "--" {
      if argument == "--help" || argument == "-h" { return true }
      if options.contains(argument) { _ = rest.popFirst() }
    }
    return false
  }
}
