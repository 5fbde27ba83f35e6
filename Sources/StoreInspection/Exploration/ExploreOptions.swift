import Dependencies
import DeterministicExecution
import Foundation
import Store

/// What `explore` is told.
struct ExploreOptions {
  /// The part of the feature whose actions the person does; empty for all.
  var part = ""
  /// What the person does first, as statements of a script.
  var preparation: [String] = []
  var texts: [String] = []
  var rowCount = 1
  /// Whether calls may never be answered.
  var mayHang = false
  var graph: Graph?
  /// A story that is to be run, and no other.
  var story: String?
  var bounds = ExplorationBounds(depth: 6)
  var session = SessionOptions()

  /// A file that shows the points.
  struct Graph {
    enum Format: String { case dot, html }

    let path: String
    let format: Format
  }

  static let numbers = ["--depth", "--actions", "--answers", "--orders", "--points", "--threads", "--rows", "--time"]
  static let valued = numbers + ["--type", "--send", "--graph", "--replay"] + SessionOptions.options

  /// Reads the arguments that follow `explore`.
  init(_ arguments: ArraySlice<String>, known: [DependencyOption]) throws(UsageError) {
    // What is explored is on mock values.
    let known = known.filter { !$0.isLiveOnly }
    var reader = ArgumentReader(
      arguments,
      flags: ["--never"] + known.flags,
      options: Self.valued + known.valued,
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
    guard let number = Int(text), number > 0 || name == "--actions" && number == 0 else {
      throw .refusal(of: text, by: name, nil, "explore \(name) N")
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

  /// The lines of help about the options.
  static func help(_ known: [DependencyOption]) -> [(String, String)] {
    [
      ("--depth N", "try stories of so many steps at most (6)"),
      ("--actions N", "of these, so many actions of the person at most"),
      ("--answers N", "of these, so many answers to calls at most"),
      ("--orders N", "run what is ready after a step in so many orders at most (1)"),
      ("--points N", "tell so many points apart at most, which bounds the memory (100000)"),
      ("--time SECONDS", "take so many seconds of each processor at most (5)"),
      ("--threads N", "explore on so many threads (as many as there are processors)"),
      ("--type TEXT", "type this into fields; several are tried one after the other (a)"),
      ("--rows N", "use so many rows of a list, from either end (1)"),
      ("--never", "calls may never be answered, too"),
      ("--send ACTION", "what the person does first, as scripts have it; several in their order"),
      ("--graph FILE", "show the points and steps in a file: .html to look at, .dot for Graphviz"),
      ("--replay STORY", "run this story, and no other"),
      ("--trace FILE", "record the story that breaks a rule, or the one of --replay"),
      ("--redact NAME", "leave members with this name out of the trace; repeatable"),
    ] + known.filter { !$0.isLiveOnly }.map { ($0.usage, $0.help) }
  }
}
