import Foundation
import TestSupport

/// The tutorial: its steps, chapter by chapter in the order of the table of contents, with the files that they show.
struct Tutorial {
  /// The code that a step shows.
  struct Step {
    /// The path and the line in the chapter's file.
    let place: String
    /// The title above the code: the path of a file in the package, or "Terminal".
    let name: String
    let resource: Repository.File
    /// The name of the previous version, with which the page compares the file to highlight changes.
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

  /// The files of the package by their paths, after each of the steps.
  func states() -> [(step: Step, files: [String: String])] {
    var files: [String: String] = [:]
    return steps.map { step in
      if !step.isTerminal { files[step.name] = step.resource.text }
      return (step, files)
    }
  }
}

/// Commands that are typed at a terminal, and parts of their output. A line "…" stands for any lines, and "…" in a line
/// for any text.
struct Transcript {
  let commands: [String]
  /// Parts of the output, in this order. The lines of each part are consecutive.
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

  /// The first part that is not in the output after the parts before it; `nil` if there is none.
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
