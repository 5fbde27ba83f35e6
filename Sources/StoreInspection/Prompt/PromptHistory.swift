import Foundation

/// The lines that were typed in earlier sessions, in a file that only its owner can read.
struct PromptHistory {
  /// So many lines are kept.
  static let limit = 1000

  let url: URL
  /// Oldest first.
  private(set) var lines: [String] = []
  /// Why the file cannot be read or written, once that is known.
  private(set) var problem: String?

  /// Reads the file, if there is one.
  init(url: URL) {
    self.url = url
    do {
      let text = try InputFile.read(url.path(percentEncoded: false), limit: 4 << 20)
      let all = String(decoding: text.bytes, as: UTF8.self).split(whereSeparator: \.isNewline).map(String.init)
      lines = Array(all.suffix(Self.limit))
      // The file grows by a line at a time, and is cut when a session begins.
      if all.count > Self.limit * 2 { try rewrite() }
    } catch let error as FileError where error.access == .read && error.reason == String(cString: strerror(ENOENT)) {
      // The first session.
    } catch {
      note(error)
    }
  }

  /// The file in the user's directory for such things.
  static func url(program: String, environment: [String: String]) -> URL {
    let directory =
      environment["XDG_STATE_HOME"].flatMap { $0.hasPrefix("/") ? URL(filePath: $0) : nil }
      ?? URL(filePath: environment["HOME"] ?? NSHomeDirectory()).appending(path: ".local/state")
    return directory.appending(path: program).appending(path: "history")
  }

  /// What comes back when the arrow key is pressed after a statement was typed: a line, though it had several.
  static func entries(of statement: String) -> [String] {
    let lines = statement.split(whereSeparator: \.isNewline).map(String.init)
    // A comment would swallow what is joined to its line.
    return lines.count > 1 && lines.contains { $0.contains("#") } || lines.isEmpty
      ? lines
      : [
        lines.enumerated().map { $0.offset == 0 ? $0.element : $0.element.trimmingPrefix(while: \.isWhitespace) + "" }
          .joined(separator: " ")
      ]
  }

  /// Adds a line, at once: another session may be writing too, and this one may be killed.
  mutating func add(_ line: String) {
    guard lines.last != line else { return }
    lines.append(line)
    guard problem == nil else { return }
    do {
      try prepareDirectory()
      let file = open(url.path(percentEncoded: false), O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0o600)
      guard file >= 0 else {
        throw FileError(.write, url.path(percentEncoded: false), reason: String(cString: strerror(errno)))
      }
      let handle = FileHandle(fileDescriptor: file, closeOnDealloc: true)
      try handle.write(contentsOf: Data((line + "\n").utf8))
    } catch {
      note(error)
    }
  }

  private func rewrite() throws {
    let path = url.path(percentEncoded: false)
    try OutputFile.write(Data(lines.map { $0 + "\n" }.joined().utf8), to: path)
    guard chmod(path, 0o600) == 0 else { throw FileError(.write, path, reason: String(cString: strerror(errno))) }
  }

  private func prepareDirectory() throws {
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(),
      withIntermediateDirectories: true,
      attributes: [.posixPermissions: 0o700]
    )
  }

  private mutating func note(_ error: any Error) {
    let path = url.path(percentEncoded: false)
    let error = error as? FileError ?? FileError(.write, path, error)
    problem = "the history is not kept: cannot \(error.access.rawValue) \(path.printable): \(error.reason)"
  }
}
