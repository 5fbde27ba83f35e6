import Dependencies
import Foundation

/// Reads, writes and watches files of the file system.
final class SystemFiles: Files {
  let writers = FileWriters()
  private let delay: DispatchTimeInterval
  private let patience: Duration

  /// - Parameters:
  ///   - delay: How long changes are collected after one was saved.
  ///   - patience: How long another process may take to write the same file.
  init(delay: DispatchTimeInterval = .seconds(1), patience: Duration = .seconds(3)) {
    self.delay = delay
    self.patience = patience
  }

  /// Follows symbolic links step by step, because the file, and folders on the way to it, need not exist yet.
  func place(of url: URL) -> URL {
    #if os(Windows)
      return url.resolvingSymlinksInPath().standardizedFileURL
    #else
      var rest = Self.parts(of: url.absoluteURL.path)
      var parts: [String] = []
      var linkCount = 0
      while let part = rest.popLast() {
        switch part {
        case ".": continue
        case "..": _ = parts.popLast()
        default:
          parts.append(part)
          // The system gives up after as many links.
          guard linkCount < 40, let target = Self.target(ofLink: "/" + parts.joined(separator: "/")) else { continue }
          linkCount += 1
          if target.hasPrefix("/") { parts = [] } else { parts.removeLast() }
          rest += Self.parts(of: target)
        }
      }
      return URL(filePath: "/" + parts.joined(separator: "/"), directoryHint: .notDirectory)
    #endif
  }

  #if !os(Windows)
    /// Returns the parts of a path, the last one first.
    private static func parts(of path: String) -> [String] { path.split(separator: "/").reversed().map(String.init) }

    private static func target(ofLink path: String) -> String? {
      var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
      let count = readlink(path, &buffer, buffer.count)
      return count > 0 ? String(decoding: buffer[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self) : nil
    }
  #endif

  func read(_ url: URL) throws -> Data? {
    do {
      return try Data(contentsOf: url)
    } catch let error as CocoaError where error.code == .fileReadNoSuchFile || error.code == .fileNoSuchFile {
      return nil
    }
  }

  func write(_ data: Data, to url: URL) throws {
    let url = place(of: url)
    let folder = try makeFolder(of: url, "written")
    #if os(Windows)
      try data.write(to: url, options: .atomic)
    #else
      try replace(url.path, with: data, using: folder.appending(path: ".\(url.lastPathComponent).saving").path)
    #endif
  }

  private func makeFolder(of url: URL, _ what: String) throws -> URL {
    let folder = url.deletingLastPathComponent()
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    } catch {
      throw FileNotWritten(what: what, reason: "its folder can't be made (\(error.systemDescription))")
    }
    return folder
  }

  #if !os(Windows)
    /// Writes a temporary file in the same folder, and then renames it.
    ///
    /// The name of the temporary file is always the same, so that killed processes leave at most one, which the next
    /// one uses. The process that writes has it locked.
    private func replace(_ path: String, with data: Data, using temporaryPath: String) throws {
      try refuseDevice(path)
      let file = try openLocked(temporaryPath)
      takeOver(path, by: file)
      // The handle closes the file, which unlocks it.
      let handle = FileHandle(fileDescriptor: file, closeOnDealloc: true)
      do {
        try handle.truncate(atOffset: 0)
        try handle.write(contentsOf: data)
        try handle.synchronize()
        try check(rename(temporaryPath, path) == 0, "replaced")
      } catch {
        unlink(temporaryPath)
        throw error is FileNotWritten ? error : FileNotWritten(what: "written", reason: error.systemDescription)
      }
      try handle.close()
    }

    private func openLocked(_ path: String) throws -> Int32 {
      var mayRemoveLink = true
      let end = ContinuousClock.now + patience
      while true {
        // Links are not followed, because they could make this process write to a file that somebody else has chosen.
        let file = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o666)
        if file < 0, errno == ELOOP, mayRemoveLink {
          mayRemoveLink = false
          unlink(path)
          continue
        }
        try check(file >= 0, "opened")
        do {
          try lock(file, path, until: end)
        } catch {
          close(file)
          throw error
        }
        // The process that had it locked may have renamed it in the meantime.
        var (mine, current) = (stat(), stat())
        if fstat(file, &mine) == 0, lstat(path, &current) == 0, mine.st_ino == current.st_ino,
          mine.st_dev == current.st_dev
        {
          return file
        }
        close(file)
      }
    }

    /// Locks a file. Waits for other processes until `end` at most, because a process that was stopped keeps its lock.
    private func lock(_ file: Int32, _ path: String, until end: ContinuousClock.Instant) throws {
      while flock(file, LOCK_EX | LOCK_NB) != 0 {
        switch errno {
        case EINTR: continue
        case EWOULDBLOCK: break
        // Some network folders have no locks. The file is replaced in one step there, too.
        default: return
        }
        guard ContinuousClock.now < end else {
          throw FileNotWritten(
            what: "written",
            reason: """
              another process has been writing it for more than \(patience.components.seconds) seconds, and may be \
              stopped: it has "\(path)" locked
              """
          )
        }
        usleep(10_000)
      }
    }

    /// Other programs use devices and pipes, and would find a file in their place.
    private func refuseDevice(_ path: String) throws {
      var replaced = stat()
      guard stat(path, &replaced) == 0, ![S_IFREG, S_IFDIR].contains(replaced.st_mode & S_IFMT) else { return }
      throw FileNotWritten(what: "written", reason: "it is a device or a pipe")
    }

    /// Gives the new file the permissions of the file that it replaces and, as far as this process may, its owner.
    private func takeOver(_ path: String, by file: Int32) {
      var replaced = stat()
      guard stat(path, &replaced) == 0 else { return }
      // First, because a change of the owner can take permissions away.
      _ = fchown(file, replaced.st_uid, replaced.st_gid)
      fchmod(file, replaced.st_mode & 0o7777)
    }

    private func check(_ isDone: Bool, _ what: String) throws {
      guard !isDone else { return }
      throw FileNotWritten(what: what, reason: String(cString: strerror(errno)))
    }
  #endif

  func watch(_ url: URL, _ onChange: @escaping @Sendable () -> Void) throws -> SharedSubscription {
    let url = place(of: url)
    let folder = try makeFolder(of: url, "watched")
    return try FolderWatcher.shared.watch(folder.path, file: url.lastPathComponent, onChange)
  }

  func later(_ body: @escaping @Sendable () -> Void, atExit: @escaping @Sendable () -> Void) {
    let ticket = PendingSaves.shared.add(atExit)
    DispatchQueue.global().asyncAfter(deadline: .now() + delay) {
      // First, so that the program can't end in between without saving.
      body()
      PendingSaves.shared.remove(ticket)
    }
  }
}

/// A file could not be written. The previous contents are unchanged.
struct FileNotWritten: Error, CustomStringConvertible, LocalizedError {
  let what: String
  let reason: String

  var description: String { "The file could not be \(what): \(reason). What was there before is unharmed." }

  var errorDescription: String? { description }
}

extension Error {
  /// The system's message for an error that it returned and that Foundation's error contains. It is the same on all
  /// platforms.
  var systemDescription: String {
    // This error contains no error of the system.
    if (self as? CocoaError)?.code == .fileWriteFileExists { return String(cString: strerror(EEXIST)) }
    guard
      let cause = ((self as NSError).userInfo[NSUnderlyingErrorKey] as? any Error).map({ $0 as NSError }),
      cause.domain == NSPOSIXErrorDomain
    else { return "\(self)" }
    return String(cString: strerror(Int32(cause.code)))
  }
}

/// The changes to save if the program ends before the delay is over.
private final class PendingSaves: Sendable {
  static let shared: PendingSaves = {
    atexit { PendingSaves.shared.flush() }
    return PendingSaves()
  }()

  private struct Contents {
    var count = 0
    var saves: [Int: @Sendable () -> Void] = [:]
  }

  private let contents = Locked(Contents())

  func add(_ save: @escaping @Sendable () -> Void) -> Int {
    contents.withLock { contents in
      contents.count += 1
      contents.saves[contents.count] = save
      return contents.count
    }
  }

  func remove(_ ticket: Int) {
    contents.withLock { _ = $0.saves.removeValue(forKey: ticket) }
  }

  private func flush() {
    let saves = contents.withLock { contents in
      defer { contents.saves = [:] }
      return contents.saves
    }
    for save in saves.sorted(by: { $0.key < $1.key }) { save.value() }
  }
}
