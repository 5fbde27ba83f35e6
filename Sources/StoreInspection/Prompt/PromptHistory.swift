import Foundation

/// The statements of earlier sessions, in a file that only its owner can read. In a statement of several lines, all
/// lines but the first begin with a tab.
struct PromptHistory {
  /// The maximum number of statements that are kept.
  static let limit = 1000
  /// The maximum number of bytes of a statement that is kept.
  static let entryLimit = 1 << 16
  /// The number of bytes at the end of the file that are read.
  static let byteLimit = 4 << 20

  let url: URL
  /// The statements, oldest first.
  private(set) var entries: [String] = []
  /// The reason why the file can't be read or written, if that has failed.
  private(set) var problem: String?

  /// Reads the file, if there is one.
  init(url: URL) {
    self.url = url
    do throws(FileError) {
      guard access(path, F_OK) == 0 || errno != ENOENT else { return }
      let (bytes, isCut) = try Self.lastBytes(of: path)
      var lines = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isLineEnd)[...]
      // The first statement may lack its beginning.
      if isCut { lines = lines.dropFirst().drop { $0.first == "\t" } }
      var all: [[Substring]] = []
      for line in lines {
        if line.first == "\t", !all.isEmpty {
          all[all.count - 1].append(line.dropFirst())
        } else {
          all.append([line])
        }
      }
      entries = all.suffix(Self.limit).map { $0.joined(separator: "\n") }.filter { $0.utf8.count <= Self.entryLimit }
      // The file grows with each entry, and is shortened when a session begins.
      if isCut || all.count > Self.limit * 2 {
        try OutputFile.write(entries.map(Self.text).joined(), to: path, permissions: 0o600)
      }
    } catch {
      note(error)
    }
  }

  /// Reads the end of the file. Throws if it is not a regular file, because a pipe would keep the prompt waiting.
  private static func lastBytes(of path: String) throws(FileError) -> (bytes: [UInt8], isCut: Bool) {
    do throws(SystemError) {
      let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
      guard file >= 0 else { throw SystemError() }
      defer { close(file) }
      var status = stat()
      guard fstat(file, &status) == 0 else { throw SystemError() }
      let kind = status.st_mode & S_IFMT
      guard kind != S_IFDIR else { throw SystemError(EISDIR) }
      if kind == S_IFREG {
        let size = Int(status.st_size)
        var offset = max(0, size - byteLimit)
        var bytes: [UInt8] = []
        // Stops at the known end, because another session may be writing more.
        while offset < size, case let part = try Descriptor.read(file, at: offset), !part.isEmpty {
          bytes += part
          offset += part.count
        }
        return (bytes, size > byteLimit)
      }
    } catch {
      throw FileError(.read, path, error)
    }
    throw FileError(.read, path, reason: "it is not a regular file; delete it")
  }

  /// The file in the user's directory for the state of programs.
  static func url(program: String, environment: [String: String]) -> URL {
    // A relative path is ignored, because it would name another file in each folder.
    func folder(_ name: String) -> URL? { environment[name].flatMap { $0.hasPrefix("/") ? URL(filePath: $0) : nil } }
    let directory = folder("XDG_STATE_HOME") ?? (folder("HOME") ?? .homeDirectory).appending(path: ".local/state")
    return directory.appending(path: program).appending(path: "history")
  }

  /// Returns the entry of a statement: its lines without blank ones, and without white space at the beginning.
  static func entry(of statement: String) -> String {
    statement.split(whereSeparator: \.isLineEnd).filter { $0.contains { !$0.isWhitespace } }
      .joined(separator: "\n").trimmingPrefix(while: \.isWhitespace) + ""
  }

  /// Adds an entry and writes it at once, because another session may also write, and this process may be killed.
  mutating func add(_ entry: String) {
    guard entries.last != entry, entry.utf8.count <= Self.entryLimit else { return }
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
