import Foundation
import StoreTrace

/// The state that the files of one script share while they are parsed.
final class ScriptReading {
  private let read: (String) throws(FileError) -> SourceText
  private(set) var errors: [ScriptErrors.Place] = []
  private(set) var warnings: [ScriptErrors.Place] = []
  /// Whether the text ended within brackets or a block.
  var isIncomplete = false
  /// The number of the latest statement.
  var lastID = 0
  /// The number of JSON values that repeated statements have for each of their passes.
  var copiedValues = 0
  /// The time zone of dates that name none, after `context live`.
  var liveTimeZone: TimeZone?
  /// Whether there was a statement that needs the feature.
  var hasRun = false
  /// Whether the script's `context` selects live values; `nil` if there is no `context`.
  var isLive: Bool?
  private var texts: [String: SourceText] = [:]
  private var includeCount = 0
  private var includedSize = 0

  /// The maximum number of includes. Included files can include others, so a few lines can cause many includes.
  private static let includeLimit = 1000

  init(_ read: @escaping (String) throws(FileError) -> SourceText) {
    self.read = read
  }

  /// Notes a mistake. Notes it once, although a file can be included several times.
  func add(_ diagnostic: Diagnostic, in source: SourceText) {
    let isKnown = errors.contains { $0.diagnostic == diagnostic && $0.source.name == source.name }
    if !isKnown { errors.append(ScriptErrors.Place(diagnostic: diagnostic, source: source)) }
  }

  /// Notes a warning, up to a limit.
  func warn(_ diagnostic: Diagnostic, in source: SourceText) {
    let isKnown = warnings.contains { $0.diagnostic == diagnostic && $0.source.name == source.name }
    if !isKnown, warnings.count < ScriptParser.errorLimit {
      warnings.append(.init(diagnostic: diagnostic, source: source))
    }
  }

  /// The text of an included file.
  func file(_ path: String, _ identity: String, includedFrom includes: [String]) throws(FileError) -> SourceText {
    includeCount += 1
    guard includeCount <= Self.includeLimit else {
      throw FileError(.read, path, reason: "files are included more than \(Self.includeLimit) times")
    }
    let text: SourceText
    if let known = texts[identity] { text = known } else { text = try read(path) }
    texts[identity] = text
    includedSize += text.bytes.count
    guard includedSize <= InputFile.scriptLimit else {
      throw FileError(.read, path, reason: "with it the script is larger than \(InputFile.scriptLimit >> 20) MB")
    }
    return text.included(as: path, from: includes)
  }

  /// Returns the same text for all paths of a file.
  static func identity(of path: String) -> String {
    URL(filePath: path).resolvingSymlinksInPath().standardizedFileURL.path
  }

  /// Returns the script with the most similar name in the folder of a missing one.
  static func neighbour(of path: String) -> String? {
    let file = URL(filePath: path)
    let names = try? FileManager.default.contentsOfDirectory(atPath: file.deletingLastPathComponent().path)
    return names?.sorted().prefix(1000).filter { $0.hasSuffix(".script") }.nearest(to: file.lastPathComponent)
  }
}

extension SourceText {
  /// Returns the path of a file that this script names relative to its own folder.
  func path(of file: String) -> String {
    if file.hasPrefix("/") { return file }
    let folder = name.lastIndex(of: "/").map { name[...$0] } ?? ""
    // A lone dash would be the standard input.
    return folder + file == "-" ? "./-" : folder + file
  }
}
