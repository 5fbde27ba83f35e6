import Foundation

/// The options of the command `run`.
struct RunOptions: Equatable {
  /// The paths of the scripts and of folders with scripts; `-` is the standard input.
  var files: [String]
  var session = SessionOptions()
  /// Whether to continue after an expectation that was not met, or an awaited action that was not received.
  var keepsGoing = false
  /// Whether to check the script without running it.
  var isDryRun = false
  /// Variables that are defined before a script begins: `NAME=VALUE`.
  var definitions: [String] = []
  /// Whether to print failures and the summary only.
  var isQuiet = false
  /// Whether to print lines that are longer than the width in full.
  var isFull = false
  /// The number of columns at which lines are cut; `nil` for the width of the terminal.
  var width: Int?
  /// The path of the report in the form of JUnit, if one is to be written.
  var junit: String?
  /// Whether to print only results, in the form of the Test Anything Protocol.
  var isTAP = false

  /// The least number of columns at which lines are cut.
  static let leastWidth = 20
}

extension RunOptions {
  /// Reads the arguments that follow `run`.
  init(_ arguments: ArraySlice<String>, known: [DependencyOption]) throws(UsageError) {
    self.init(files: [])
    files = try Self.table(known).read(arguments, of: "run", into: &self)
    guard let file = files.first else { throw UsageError("`run` needs a file", "run FILE") }
    guard !files.contains("") else { throw UsageError("the file's name is empty", "run FILE") }
    let ofRuns = [
      ("--keep-going", keepsGoing), ("--trace", session.trace != nil), ("--inspect", session.inspection != nil),
    ]
    if isDryRun, let (option, _) = ofRuns.first(where: \.1) {
      throw UsageError("`\(option)` does not go with `--dry-run`: nothing runs", "run \(file) --dry-run")
    }
    if isFull, width != nil {
      throw UsageError("`--width` does not go with `--full`, which cuts nothing", "run \(file) --full")
    }
    if junit == "-" {
      throw UsageError("`--junit` needs a file: the standard output tells what happens", "run \(file) --junit FILE")
    }
    // The script may say that it runs on live values.
    try session.checkValues(known, command: "run \(file)")
  }

  static func table(_ known: [DependencyOption]) -> OptionTable<Self> {
    OptionTable([
      .flag(
        "--keep-going",
        "continue after an expectation that is not met or an action that does not come, and count these"
      ) { $0.keepsGoing = true },
      .flag("--dry-run", "check every line, and those of included files, and run nothing") { $0.isDryRun = true },
      .option("--define", "NAME=VALUE", "define a variable that scripts use as `$NAME`", as: definition) {
        $0.definitions.append($1)
      },
      .flag("--quiet", "print failures and the summary only") { $0.isQuiet = true },
      .flag("--full", "print long lines in full") { $0.isFull = true },
      .option("--width", "N", "cut lines at N columns, and not at the terminal's width or 120", as: width) {
        $0.width = $1
      },
      .option("--junit", "FILE", "write a report that build servers read") { $0.junit = $1 },
      .flag("--tap", "print a line for each script, in the form of the Test Anything Protocol") { $0.isTAP = true },
    ]) + SessionOptions.table(known).pullback(\.session)
  }

  private static func definition(_ text: String, _ option: String) throws(UsageError) -> String {
    guard text.contains("="), !text.hasPrefix("=") else {
      let text = text.truncated(to: 60).printable
      throw UsageError("`\(option)` takes a name and a value, and not `\(text)`", "run FILE \(option) NAME=VALUE")
    }
    return text
  }

  private static func width(_ text: String, _ option: String) throws(UsageError) -> Int {
    guard let width = Int(text), width >= leastWidth else {
      throw UsageError("`\(option)` takes a number from \(leastWidth) on, and not `\(text.printable)`", "help run")
    }
    return width
  }

  /// Returns the console with the settings of these options.
  func console(_ console: Console) -> Console {
    var console = isTAP ? console.writing { _ in } : console
    let (columns, pipeWidth) = (console.columns, console.pipeWidth)
    console.lineWidth = { [isFull, width] in isFull ? nil : width ?? columns() ?? pipeWidth }
    console.isQuiet = isQuiet
    return console
  }

  /// The scripts: the files in the order of the arguments, and those of each folder in the order of their names.
  func scripts() throws -> [String] {
    var scripts: [String] = []
    for file in files {
      var isFolder: ObjCBool = false
      guard FileManager.default.fileExists(atPath: file, isDirectory: &isFolder), isFolder.boolValue else {
        scripts.append(file)
        continue
      }
      let names = (try? FileManager.default.contentsOfDirectory(atPath: file)) ?? []
      let found = names.filter { $0.hasSuffix(".script") }.sorted()
      guard !found.isEmpty else { throw FileError(.read, file, reason: "no file in it ends in `.script`") }
      scripts += found.map { file.hasSuffix("/") ? file + $0 : "\(file)/\($0)" }
    }
    if scripts.count > 1, session.trace != nil {
      throw UsageError("`--trace` records one script, not \(scripts.count)", "run \(scripts[0]) --trace FILE")
    }
    return scripts
  }
}
