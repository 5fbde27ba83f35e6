import Dependencies
import DeterministicExecution
import Foundation
import Store

/// The options of the command `explore`.
struct ExploreOptions {
  /// The path of the actions that the person sends; empty for all actions.
  var part = ""
  /// The actions that the person sends first, as a script writes them.
  var preparation: [String] = []
  var texts: [String] = []
  var rowCount = 1
  /// Whether calls may also remain without an answer.
  var mayHang = false
  var graph: Graph?
  /// The only story to run; `nil` to explore.
  var story: String?
  var bounds = ExplorationBounds(depth: 6)
  var session = SessionOptions()

  /// A file to which the points are written.
  struct Graph {
    enum Format: String { case dot, html }

    let path: String
    let format: Format
  }

  static let numbers = ["--depth", "--actions", "--answers", "--orders", "--points", "--threads", "--rows", "--time"]
  static let valued = numbers + ["--type", "--send", "--graph", "--replay"] + SessionOptions.options

  /// Reads the arguments that follow `explore`.
  init(_ arguments: ArraySlice<String>, known: [DependencyOption]) throws(UsageError) {
    // Explorations run on mock values.
    let liveOptions = known.filter(\.isLiveOnly).map(\.name) + SessionOptions.flags
    let known = known.filter { !$0.isLiveOnly }
    var reader = ArgumentReader(
      arguments,
      flags: ["--never"] + known.flags,
      options: Self.valued + known.valued,
      missing: Dictionary(liveOptions.map { ($0, "explorations run on mock values") }) { first, _ in first },
      suggestion: "help explore"
    )
    var parts: [String] = []
    while let argument = try reader.next() {
      switch argument {
      case .operand(let part): parts.append(part)
      case .flag("--never"): mayHang = true
      case .option("--type", let text): texts.append(text)
      case .option("--send", let action): preparation.append(action)
      case .option("--replay", let story): self.story = story
      case .option("--graph", let path): graph = try Self.graph(path)
      case .option(let name, let value) where Self.numbers.contains(name): try set(name, value)
      case .flag, .option: _ = session.take(argument, known)
      }
    }
    guard parts.count <= 1 else {
      throw UsageError("`explore` takes one part of the feature, and here are \(parts.count)", "explore \(parts[0])")
    }
    if texts.isEmpty { texts = ["a"] }
    part = parts.first ?? ""
    try session.check(known, command: "explore")
    if graph != nil, story != nil {
      throw UsageError("`--graph` does not go with `--replay`: a story has no graph", "help explore")
    }
    if let trace = session.trace, trace == graph?.path {
      throw UsageError("`--graph` and `--trace` need a file each", "explore --graph states.html --trace story.jsonl")
    }
  }

  private mutating func set(_ name: String, _ text: String) throws(UsageError) {
    let least = name == "--actions" ? 0 : 1
    guard let number = Int(text), number >= least else {
      throw .refusal(of: text, by: name, "it takes a whole number from \(least) on", "explore \(name) N")
    }
    switch name {
    case "--depth": bounds.depth = number
    case "--actions": bounds.actions = number
    case "--answers": bounds.answers = number
    case "--orders": bounds.orders = number
    case "--points": bounds.points = number
    case "--threads": bounds.threads = min(number, 64)
    case "--time": bounds.time = .seconds(min(number, 1_000_000))
    default: rowCount = number
    }
  }

  private static func graph(_ path: String) throws(UsageError) -> Graph {
    guard let format = Graph.Format(rawValue: URL(filePath: path).pathExtension.lowercased()) else {
      throw .refusal(of: path, by: "--graph", "it writes .dot and .html", "explore --graph states.html")
    }
    return Graph(path: path, format: format)
  }

  /// The rows of help about the options.
  static func help(_ known: [DependencyOption]) -> [(String, String)] {
    [
      ("--depth N", "try stories of at most N steps (6)"),
      ("--actions N", "at most N of the steps are actions of the person"),
      ("--answers N", "at most N of the steps are answers to calls"),
      ("--orders N", "run what is ready after a step in at most N orders (1)"),
      ("--points N", "stop after N different points, to limit the memory (100000)"),
      ("--time SECONDS", "stop after so many seconds of processor time on each thread (5)"),
      ("--threads N", "explore on N threads (as many as there are processors)"),
      ("--type TEXT", "type this into fields; several are tried one after the other (a)"),
      ("--rows N", "try the first N and the last N rows of a list (1)"),
      ("--never", "also try that a call is never answered"),
      ("--send ACTION", "send this first, written as in scripts; repeatable, in this order"),
      ("--graph FILE", "show the points and steps in a file: .html to look at, .dot for Graphviz"),
      ("--replay STORY", "run this story, and no other"),
      ("--trace FILE", "record the story that breaks a rule, or the one of --replay"),
      ("--redact NAME", "hide values whose name contains NAME in the trace, also in other texts; repeatable"),
    ] + known.filter { !$0.isLiveOnly }.map { ($0.usage, $0.help) }
  }
}
