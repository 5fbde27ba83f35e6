import Dependencies
import Foundation
import Store
import StoreExploration

/// The options of the command `explore`.
struct ExploreOptions {
  /// The path of the actions that the person sends; empty for all actions.
  var part = ""
  /// The actions that the person sends first, written as in a script.
  var preparation: [String] = []
  var texts: [String] = []
  var rowCount = 1
  /// Whether calls may also remain without an answer.
  var mayHang = false
  /// The path of a file to which the points are written.
  var graph: String?
  /// The only story to run; `nil` to explore.
  var story: String?
  /// The path of the action to search for; `nil` to explore everything.
  var goal: String?
  /// Whether everything that was not covered is listed.
  var listsAll = false
  var bounds = ExplorationBounds(depth: .max)
  var session = SessionOptions()

  /// Reads the arguments that follow `explore`.
  init(_ arguments: ArraySlice<String>, known: [DependencyOption]) throws(UsageError) {
    let parts = try Self.table(known).read(arguments, of: "explore", into: &self)
    guard parts.count <= 1 else {
      throw UsageError("`explore` takes one part of the feature, not \(parts.count)", "explore \(parts[0])")
    }
    if texts.isEmpty { texts = ["a"] }
    part = parts.first ?? ""
    try session.check(known, command: "explore")
    if graph != nil, story != nil {
      throw UsageError("`--graph` does not go with `--replay`: a story has no graph", "help explore")
    }
    if let trace = session.trace, trace == graph {
      throw UsageError("`--graph` and `--trace` need a file each", "explore --graph states.html --trace story.jsonl")
    }
  }

  static func table(_ known: [DependencyOption]) -> OptionTable<Self> {
    var table = OptionTable<Self>([
      .option("--cover", "ACTION", "search for a story in which this action comes, and print it") { $0.goal = $1 },
      .flag("--coverage", "list all actions that did not come, and all calls that were not made or did not fail") {
        $0.listsAll = true
      },
      .option("--depth", "N", "try stories of at most N steps (as many as the time allows)", as: number) {
        $0.bounds.depth = $1
      },
      .option("--actions", "N", "at most N of the steps are actions of the person", as: numberOrNone) {
        $0.bounds.actions = $1
      },
      .option("--answers", "N", "at most N of the steps are answers to calls", as: number) { $0.bounds.answers = $1 },
      .option("--orders", "N", "run the jobs that are ready after a step in at most N orders (1)", as: number) {
        $0.bounds.orders = $1
      },
      .option("--points", "N", "stop after N different points, to limit the memory (100000)", as: number) {
        $0.bounds.points = $1
      },
      .option("--time", "SECONDS", "stop after this many seconds of processor time (5)", as: number) {
        $0.bounds.time = .seconds(min($1, 1_000_000))
      },
      .option("--type", "TEXT", "type this into fields; several are tried one after the other (a)") {
        $0.texts.append($1)
      },
      .option("--rows", "N", "try the first N and the last N rows of a list (1)", as: number) { $0.rowCount = $1 },
      .flag("--never", "also try that a call is never answered") { $0.mayHang = true },
      .option("--send", "ACTION", "send this first, written as in scripts; repeatable, in this order") {
        $0.preparation.append($1)
      },
      .option("--graph", "FILE", "show the points and steps in an .html file", as: graph) { $0.graph = $1 },
      .option("--replay", "STORY", "run this story, and no other") { $0.story = $1 },
      .option("--trace", "FILE", "record the story that breaks a rule, or the one of --cover or --replay") {
        $0.session.trace = $1
      },
      .option(
        "--redact",
        "NAME",
        "hide values whose name contains NAME in the trace, also in other texts; repeatable"
      ) { $0.session.redactedNames.append($1) },
    ])
    table = table + SessionOptions.table(ofProgram: known.filter { !$0.isLiveOnly }).pullback(\.session)
    for option in known.filter(\.isLiveOnly).map(\.name) + ["--live"] {
      table.missing[option] = "explorations run on mock values"
    }
    table.missing["--threads"] = "an exploration runs on one thread"
    return table
  }

  /// Returns the arguments with which `--replay` runs a story again. They lack the options for files, limits and lists,
  /// which have no meaning there.
  static func wordsForReplay(_ arguments: ArraySlice<String>) -> [String] {
    let flags = ["--coverage"]
    let options = [
      "--replay", "--graph", "--trace", "--redact", "--depth", "--actions", "--answers", "--points", "--time",
    ]
    var words: [String] = []
    var rest = arguments
    while let word = rest.popFirst() {
      let name = word.prefix { $0 != "=" }
      if options.contains(String(name)) {
        if name.count == word.count { _ = rest.popFirst() }
      } else if !flags.contains(word) {
        words.append(word)
      }
    }
    return words
  }

  private static func number(_ text: String, _ option: String) throws(UsageError) -> Int {
    try number(text, option, from: 1)
  }

  private static func numberOrNone(_ text: String, _ option: String) throws(UsageError) -> Int {
    try number(text, option, from: 0)
  }

  private static func number(_ text: String, _ option: String, from least: Int) throws(UsageError) -> Int {
    guard let number = Int(text), number >= least else {
      throw .refusal(of: text, by: option, "it takes a whole number from \(least) on", "explore \(option) N")
    }
    return number
  }

  private static func graph(_ path: String, _ option: String) throws(UsageError) -> String {
    guard URL(filePath: path).pathExtension.lowercased() == "html" else {
      throw .refusal(of: path, by: option, "it writes .html", "explore \(option) states.html")
    }
    return path
  }
}
