import Dependencies
import Foundation

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

/// The files of the system.
final class SystemFiles: Files {
  private let delay: DispatchTimeInterval

  /// - Parameter delay: How long a change waits for others after one was saved.
  init(delay: DispatchTimeInterval = .seconds(1)) {
    self.delay = delay
  }

  func read(_ url: URL) throws -> Data? {
    do {
      return try Data(contentsOf: url)
    } catch let error as CocoaError where error.code == .fileReadNoSuchFile || error.code == .fileNoSuchFile {
      return nil
    }
  }

  func write(_ data: Data, to url: URL) throws {
    let url = url.resolvingSymlinksInPath()
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
    /// Writes a file beside the one in question, and then gives it that one's name.
    ///
    /// Its name is always the same, so that processes that are killed leave one at most, which the next one uses. Who
    /// writes has it locked.
    private func replace(_ path: String, with data: Data, using temporaryPath: String) throws {
      let file = try openLocked(temporaryPath)
      // It closes the file, and so unlocks it.
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
      while true {
        let file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o666)
        try check(file >= 0, "opened")
        while flock(file, LOCK_EX) != 0 && errno == EINTR {}
        // Whoever had it locked may have given it its final name meanwhile.
        var (mine, current) = (stat(), stat())
        if fstat(file, &mine) == 0, stat(path, &current) == 0, mine.st_ino == current.st_ino,
          mine.st_dev == current.st_dev
        {
          return file
        }
        close(file)
      }
    }

    private func check(_ isDone: Bool, _ what: String) throws {
      guard !isDone else { return }
      throw FileNotWritten(what: what, reason: String(cString: strerror(errno)))
    }
  #endif

  func watch(_ url: URL, _ onChange: @escaping @Sendable () -> Void) throws -> SharedSubscription {
    let url = url.resolvingSymlinksInPath()
    let folder = try makeFolder(of: url, "watched")
    return try FolderWatcher.shared.watch(folder.path, file: url.lastPathComponent, onChange)
  }

  func later(_ body: @escaping @Sendable () -> Void, atExit: @escaping @Sendable () -> Void) {
    let ticket = PendingSaves.shared.add(atExit)
    DispatchQueue.global().asyncAfter(deadline: .now() + delay) {
      PendingSaves.shared.remove(ticket)
      body()
    }
  }
}

/// A file could not be written. What was there is unharmed.
struct FileNotWritten: Error, CustomStringConvertible, LocalizedError {
  let what: String
  let reason: String

  var description: String { "The file could not be \(what): \(reason). What was there before is unharmed." }

  var errorDescription: String? { description }
}

extension Error {
  /// The system's own words for what it has refused, which Foundation's errors have within: they are the same everywhere.
  var systemDescription: String {
    // This one has nothing within.
    if (self as? CocoaError)?.code == .fileWriteFileExists { return String(cString: strerror(EEXIST)) }
    guard
      let cause = ((self as NSError).userInfo[NSUnderlyingErrorKey] as? any Error).map({ $0 as NSError }),
      cause.domain == NSPOSIXErrorDomain
    else { return "\(self)" }
    return String(cString: strerror(Int32(cause.code)))
  }
}

/// What is to be done if the program ends before it was done anyway.
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
