import Foundation
import TestSupport
import Testing

/// The folders of a module depend on each other in one direction only, like modules.
@Suite(.ownThreads) struct FolderTests {
  /// The folders of each module with the folders that they use. A folder may only use folders above it in this list.
  private static let modules: [String: KeyValuePairs<String, Set<String>>] = [
    "Store": [
      "Memory": [],
      "Collections": ["Memory"],
      "CasePaths": ["Memory"],
      "Diff": ["Collections", "Memory"],
      "Effect": ["Collections", "Memory"],
      "Presentation": ["CasePaths", "Collections", "Diff", "Effect", "Memory"],
      "Reducer": ["CasePaths", "Collections", "Diff", "Effect", "Memory", "Presentation"],
      "Runtime": ["CasePaths", "Collections", "Diff", "Effect", "Memory", "Presentation", "Reducer"],
      "Sharing": ["Collections", "Diff", "Memory"],
      "Macros": ["CasePaths", "Reducer"],
    ],
    "StoreTrace": [
      "Text": [],
      "Files": [],
      "JSON": ["Text"],
      "Trace": ["Files", "JSON", "Text"],
      "Recording": ["Files", "JSON", "Trace"],
      "Replay": ["JSON", "Recording", "Trace"],
    ],
    "StoreScript": ["Screen": [], "Script": [], "Session": ["Screen", "Script"]],
    "StoreWeb": ["Page": [], "Server": [], "MCP": [], "Live": ["MCP", "Page", "Server"]],
    "StoreInspection": [
      "Terminal": [],
      "Commands": ["Terminal"],
      "Compare": ["Commands"],
      "Exploration": ["Commands"],
      "Replay": ["Commands"],
      "TestGeneration": ["Commands"],
      "Live": ["Commands", "TestGeneration"],
      "Prompt": ["Commands", "Replay", "Terminal"],
      "MCP": ["Commands", "Prompt"],
      "Report": ["Commands", "Replay"],
      "TerminalApp": ["Commands", "Terminal"],
    ],
  ]

  @Test(arguments: modules.keys.sorted()) func arrowsBetweenFoldersGoDown(_ module: String) throws {
    let uses = try FolderUses(of: "Sources/\(module)")
    var below: Set<String> = []
    for (folder, used) in try #require(Self.modules[module]) {
      #expect(used.isSubset(of: below), "\(folder) is listed before something that it uses.")
      below.insert(folder)
      for (other, places) in uses[folder] where !used.contains(other) {
        Issue.record("\(module)/\(folder) must not know \(module)/\(other): \(places.sorted().joined(separator: ", "))")
      }
      #expect(used.subtracting(uses[folder].keys) == [], "\(module)/\(folder) is said to use what it does not.")
    }
    #expect(uses.folders == below)
  }

  /// The modules that other programs use.
  private static let guarded = ["Dependencies", "Execution", "Store", "StoreExploration", "StoreTesting"]

  /// Code that could corrupt memory is in one folder, with the reasons why it does not. Other folders may pass on typed
  /// pointers.
  @Test func dangerHasOneRoom() throws {
    // What asks the run time, what calls the system, libedit or libmicrohttpd, and what signal handlers use.
    let others = [
      "Sources/Dependencies/Issues/TestFrameworks.swift", "Sources/Dependencies/Foundation/XCTestObserver.swift",
      "Sources/Dependencies/Processes/SignalDisposition.swift",
      "Sources/StoreExploration/StoryRescue.swift",
      "Sources/StoreInspection/Prompt/LineEditor.swift", "Sources/StoreInspection/Terminal/TerminalRescue.swift",
      "Sources/StoreTrace/Files/Descriptor.swift", "Sources/StoreTrace/Files/TemporaryFileRescue.swift",
      "Sources/StoreWeb/Server/WebBody.swift", "Sources/StoreWeb/Server/WebExchange.swift",
      "Sources/StoreWeb/Server/WebServer.swift",
    ]
    let danger =
      #/UnsafeRaw|UnsafeMutableRaw|unsafeBitCast|unsafeDowncast|Unmanaged|assumingMemoryBound|@_silgen_name|allocate\(capacity|deinitialize\(|\.initialize\(to/#
    let modules = (Self.guarded + ["StoreInspection", "StoreScript", "StoreTrace", "StoreWeb"]).map { "Sources/\($0)/" }
    for file in try Repository.files(in: "Sources") where !file.path.hasPrefix("Sources/Store/Memory/") {
      let isChecked = modules.contains { file.path.hasPrefix($0) } && !others.contains(file.path)
      for (index, line) in file.lines.enumerated() {
        #expect(!line.contains("@exclusivity(unchecked)"), "\(file.path):\(index + 1) belongs in Sources/Store/Memory.")
        guard isChecked, line.contains("nsafe") || line.contains("nitialize") else { continue }
        #expect(!line.contains(danger), "\(file.path):\(index + 1) belongs in Sources/Store/Memory.")
      }
    }
  }

  /// Attributes for speed are only on the way of an operation that a scenario measures: `Benchmarks/README.md` has a
  /// table of them.
  @Test func attributesForSpeedAreDefended() throws {
    let sections = try Repository.file("Benchmarks/README.md").text.split(separator: "\n## ")
    let section = try #require(sections.first { $0.hasPrefix("What is inlined") })
    let rows = section.split(separator: "\n").filter { $0.hasPrefix("|") }.dropFirst(2).map { $0.split(separator: "|") }
    let folder = #/`(\w+/[\w/]+|Dependencies|Execution|StoreExploration|StoreTesting)`/#
    let folders = rows.flatMap { $0[0].matches(of: folder) }.map { "Sources/\($0.1)/" }
    let attribute = #/@(inlinable|usableFromInline|inline\(__always\)|exclusivity)/#
    for folder in Set(folders).sorted() {
      let files = try Repository.files(in: String(folder.dropLast()))
      #expect(files.contains { $0.text.contains(attribute) }, "\(folder) has no such attribute.")
    }
    for module in Self.guarded {
      for file in try Repository.files(in: "Sources/\(module)") where file.text.contains(attribute) {
        #expect(folders.contains { file.path.hasPrefix($0) }, "\(file.path) has an attribute that no scenario defends.")
      }
    }
    let benchmarks = try Repository.files(in: "Benchmarks/Sources").map(\.text).joined()
    for scenario in rows.flatMap({ $0[1].split(separator: ",") }) {
      let name = scenario.trimmingCharacters(in: .whitespaces)
      #expect(benchmarks.contains("\"\(name)"), "There is no scenario \(name).")
    }
  }
}

/// The types and global functions that the files of each folder use of other folders.
private struct FolderUses {
  /// Files and names, by the folder that uses them and the folder that declares them.
  private var uses: [String: [String: Set<String>]] = [:]
  private(set) var folders: Set<String> = []

  init(of module: String) throws {
    let depth = module.split(separator: "/").count
    let files = try Repository.files(in: module).map { file in
      (parts: file.path.split(separator: "/").map(String.init), text: file.text)
    }
    // Names that several folders declare are ignored, such as macros that are named after what they generate.
    var homes: [String: Set<String>] = [:]
    for file in files {
      for name in Self.declarations(in: file.text) { homes[name, default: []].insert(file.parts[depth]) }
    }
    let code = try CodeWords()
    for file in files {
      let folder = file.parts[depth]
      folders.insert(folder)
      for word in code.words(in: file.text) {
        guard let home = homes[word], home.count == 1, let home = home.first, home != folder else { continue }
        uses[folder, default: [:]][home, default: []].insert("\(file.parts.last ?? ""): \(word)")
      }
    }
  }

  subscript(folder: String) -> [String: Set<String>] { uses[folder] ?? [:] }

  private static let keywords: Set = ["struct", "class", "enum", "actor", "protocol", "typealias", "func"]
  private static let modifiers: Set = ["public", "package", "internal", "final", "indirect", "nonisolated", "macro"]

  private static func declarations(in text: String) -> [String] {
    text.split(separator: "\n").compactMap { line in
      let parts = line.split(separator: " ").map(String.init)
      guard !line.hasPrefix(" "), let keyword = parts.firstIndex(where: keywords.contains), keyword + 1 < parts.count,
        parts[..<keyword].allSatisfy({ $0.hasPrefix("@") || modifiers.contains($0) })
      else { return nil }
      let name = parts[keyword + 1].prefix { $0.isLetter || $0.isNumber || $0 == "_" }
      return parts[keyword] == "func" ? "\(name)(" : String(name)
    }
  }
}

/// Finds the words in code, without comments, members, and the text of string literals, of which interpolations are code.
/// The name of a called function is listed with and without its opening parenthesis.
private struct CodeWords {
  /// Comments, string literals, and words that are no members. Not `Regex`, which takes much longer in a debug build.
  private let pieces: NSRegularExpression
  private let interpolations: NSRegularExpression

  init() throws {
    // There may be parentheses in those of an interpolation.
    let interpolation = #"\\\(((?:[^()]|\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\))*)\)"#
    let strings = #"(?:"""[\s\S]*?""")|"(?:"# + interpolation + #"|\\.|[^"\\\n])*""#
    pieces = try NSRegularExpression(pattern: #"//.*|/\*[\s\S]*?\*/|(?<![.\w])\w+\(?|"# + strings)
    interpolations = try NSRegularExpression(pattern: interpolation)
  }

  func words(in code: String) -> Set<String> {
    var words: Set<String> = []
    for match in pieces.matches(in: code, range: NSRange(code.startIndex..., in: code)) {
      guard let range = Range(match.range, in: code) else { continue }
      let piece = String(code[range])
      if piece.hasPrefix("\"") {
        for match in interpolations.matches(in: piece, range: NSRange(piece.startIndex..., in: piece)) {
          if let range = Range(match.range(at: 1), in: piece) { words.formUnion(self.words(in: String(piece[range]))) }
        }
      } else if !piece.hasPrefix("/") {
        words.formUnion([piece, String(piece.prefix { $0 != "(" })])
      }
    }
    return words
  }
}
