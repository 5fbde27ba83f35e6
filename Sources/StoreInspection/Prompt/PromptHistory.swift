import Foundation

/// What was typed in earlier sessions, in a file that only its owner can read. Of a statement that has several lines, all
/// but the first begin with a tab there.
struct PromptHistory {
  /// So many statements are kept.
  static let limit = 1000

  let url: URL
  /// Oldest first.
  private(set) var entries: [String] = []
  /// Why the file cannot be read or written, once that is known.
  private(set) var problem: String?

  /// Reads the file, if there is one.
  init(url: URL) {
    self.url = url
    do throws(FileError) {
      guard access(path, F_OK) == 0 || errno != ENOENT else { return }
      let text = try InputFile.read(path, limit: 4 << 20)
      let lines = String(decoding: text.bytes, as: UTF8.self).split(whereSeparator: \.isLineEnd)
      var all: [String] = []
      for line in lines {
        if line.first == "\t", let first = all.popLast() {
          all.append(first + "\n" + line.dropFirst())
        } else {
          all.append(String(line))
        }
      }
      entries = Array(all.suffix(Self.limit))
      // The file grows by an entry at a time, and is cut when a session begins.
      if all.count > Self.limit * 2 { try rewrite() }
    } catch {
      note(error)
    }
  }

  /// The file in the user's directory for such things.
  static func url(program: String, environment: [String: String]) -> URL {
    // A relative path would be another one in each folder.
    func folder(_ name: String) -> URL? { environment[name].flatMap { $0.hasPrefix("/") ? URL(filePath: $0) : nil } }
    let directory =
      folder("XDG_STATE_HOME") ?? (folder("HOME") ?? .homeDirectory).appending(path: ".local/state")
    return directory.appending(path: program).appending(path: "history")
  }

  /// What comes back when the arrow key is pressed after a statement was typed: its lines as they were.
  static func entry(of statement: String) -> String {
    statement.split(whereSeparator: \.isLineEnd).filter { $0.contains { !$0.isWhitespace } }
      .joined(separator: "\n").trimmingPrefix(while: \.isWhitespace) + ""
  }

  /// Adds an entry, at once: another session may be writing too, and this one may be killed.
  mutating func add(_ entry: String) {
    guard entries.last != entry else { return }
    entries.append(entry)
    guard problem == nil else { return }
    do throws(FileError) {
      do throws(SystemError) {
        try makeFolder()
        let file = open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw SystemError() }
        defer { close(file) }
        try Descriptor.write(Array(Self.text(of: entry).utf8), to: file)
      } catch {
        throw FileError(.write, path, error)
      }
    } catch {
      note(error)
    }
  }

  private var path: String { url.path(percentEncoded: false) }

  private static func text(of entry: String) -> String { entry.replacing("\n", with: "\n\t") + "\n" }

  private func rewrite() throws(FileError) {
    try OutputFile.write(entries.map(Self.text).joined(), to: path)
    guard chmod(path, 0o600) == 0 else { throw FileError(.write, path, SystemError()) }
  }

  private func makeFolder() throws(SystemError) {
    for end in path.indices.dropFirst() where path[end] == "/" {
      guard mkdir(String(path[..<end]), 0o700) == 0 || errno == EEXIST else { throw SystemError() }
    }
  }

  private mutating func note(_ error: FileError) {
    problem = "the history is not kept: \(error)"
  }
}

extension Character {
  fileprivate var isLineEnd: Bool { self == "\n" || self == "\r\n" || self == "\r" }
}
