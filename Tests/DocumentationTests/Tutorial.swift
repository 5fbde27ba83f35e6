import Foundation

/// The tutorial as it is shown: chapters in the order of the table of contents, with the files that their steps show.
struct Tutorial {
  /// What a step shows.
  struct Step {
    /// The chapter's file and the line in it.
    let place: String
    /// What stands above the code: the path of a file in the package, or "Terminal".
    let name: String
    let resource: Repository.File
    /// The file with which it is compared, to show what is new.
    let previous: String?

    var isTerminal: Bool { name == "Terminal" }
  }

  static let folder = "Sources/Store/Documentation.docc/Tutorials"
  static let resources = "Sources/Store/Documentation.docc/Resources/Tutorial"

  let steps: [Step]

  init() throws {
    let contents = try Repository.file("\(Self.folder)/BuildingARepositorySearch.tutorial")
    steps = try contents.text.matches(of: #/@TutorialReference\(tutorial: "doc:(\w+)"\)/#).flatMap {
      chapter -> [Step] in
      let file = try Repository.file("\(Self.folder)/\(chapter.1).tutorial")
      return try file.lines.enumerated().compactMap { index, line -> Step? in
        guard let code = line.firstMatch(of: #/@Code\(name: "(.+?)", file: "(.+?)"(?:, previousFile: "(.+?)")?\)/#)
        else { return nil }
        return Step(
          place: "\(file.path):\(index + 1)",
          name: String(code.1),
          resource: try Repository.file("\(Self.resources)/\(code.2)"),
          previous: code.3.map { String($0) }
        )
      }
    }
  }

  /// The package after each of the steps: its files by their paths.
  func states() -> [(step: Step, files: [String: String])] {
    var files: [String: String] = [:]
    return steps.map { step in
      if !step.isTerminal { files[step.name] = step.resource.text }
      return (step, files)
    }
  }
}

/// What is typed at a terminal, and some of what it prints: a line "…" stands for any lines, and "…" in a line for any text.
struct Transcript {
  let commands: [String]
  /// What is printed without a gap, in this order.
  let parts: [[String]]

  init(_ text: String) {
    var commands: [String] = []
    var parts: [[String]] = [[]]
    for line in text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) {
      if line.hasPrefix("$ ") {
        commands.append(String(line.dropFirst(2)))
        parts.append([])
      } else if line == "…" {
        parts.append([])
      } else {
        parts[parts.count - 1].append(line)
      }
    }
    self.commands = commands
    self.parts = parts.map { part in
      Array(part.drop { $0.isEmpty }.reversed().drop { $0.isEmpty }.reversed())
    }.filter { !$0.isEmpty }
  }

  /// The first part that was not printed after those before it, if there is one.
  func missingPart(in output: String) -> String? {
    var rest = output.split(separator: "\n", omittingEmptySubsequences: false)[...]
    for part in parts {
      let start = rest.indices.first { start in
        rest.count - (start - rest.startIndex) >= part.count
          && zip(part, rest[start...]).allSatisfy { Self.line($0, matches: $1) }
      }
      guard let start else { return part.joined(separator: "\n") }
      rest = rest[(start + part.count)...]
    }
    return nil
  }

  private static func line(_ wanted: String, matches actual: Substring) -> Bool {
    guard wanted.contains("…"), wanted != actual else { return wanted == actual }
    let pieces = wanted.split(separator: "…", omittingEmptySubsequences: false)
    guard actual.hasPrefix(pieces[0]), actual.hasSuffix(pieces[pieces.count - 1]) else { return false }
    var rest = actual
    for piece in pieces where !piece.isEmpty {
      guard let found = rest.range(of: piece) else { return false }
      rest = rest[found.upperBound...]
    }
    return true
  }
}
