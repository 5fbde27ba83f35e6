import Dependencies
import Foundation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#elseif canImport(Darwin)
  import Darwin
#endif

/// Tells of changes of files in folders. Folders are watched, as a file that is replaced is another file.
final class FolderWatcher: Sendable {
  static let shared = FolderWatcher()

  private struct Watch {
    let file: String
    let onChange: @Sendable () -> Void
  }

  private struct Folder {
    /// What ends the watch of the system.
    let stop: @Sendable () -> Void
    var watches: [Int: Watch] = [:]
  }

  private struct Contents {
    var count = 0
    var folders: [String: Folder] = [:]
  }

  private let contents = Locked(Contents())
  private let queue = DispatchQueue(label: "FolderWatcher")

  /// Calls a closure when a file in a folder may have changed, on any thread.
  func watch(_ path: String, file: String, _ onChange: @escaping @Sendable () -> Void) throws -> SharedSubscription {
    let id = contents.withLock { contents in
      contents.count += 1
      return contents.count
    }
    let watch = Watch(file: file, onChange: onChange)
    // The lock is held while the system is asked, so that a folder is watched once.
    try contents.withLock { contents in
      if contents.folders[path] == nil { contents.folders[path] = Folder(stop: try watchFolder(path)) }
      contents.folders[path]?.watches[id] = watch
    }
    return SharedSubscription { [self] in
      let ended: (@Sendable () -> Void)? = contents.withLock { contents in
        contents.folders[path]?.watches[id] = nil
        guard let folder = contents.folders[path], folder.watches.isEmpty else { return nil }
        contents.folders[path] = nil
        return folder.stop
      }
      ended?()
    }
  }

  /// - Parameter file: What has changed; `nil` if nobody knows.
  private func tell(_ path: String, file: String?) {
    let watches = contents.withLock { $0.folders[path].map { Array($0.watches.values) } ?? [] }
    for watch in watches where file == nil || file == watch.file { watch.onChange() }
  }

  #if os(Linux) || os(Android)
    private func watchFolder(_ path: String) throws -> @Sendable () -> Void {
      let descriptor = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
      guard descriptor >= 0 else { throw FolderNotWatched(path: path) }
      let events = UInt32(IN_MOVED_TO | IN_MOVED_FROM | IN_CLOSE_WRITE | IN_DELETE)
      guard inotify_add_watch(descriptor, path, events) >= 0 else {
        let error = FolderNotWatched(path: path)
        close(descriptor)
        throw error
      }
      let source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
      source.setEventHandler { [weak self] in
        var buffer = [UInt8](repeating: 0, count: 16_384)
        while case let count = read(descriptor, &buffer, buffer.count), count > 0 {
          for file in Self.names(in: buffer[..<count]) { self?.tell(path, file: file) }
        }
      }
      source.setCancelHandler { close(descriptor) }
      source.resume()
      // Sources may be cancelled on any thread.
      let watch = UncheckedSendable(source)
      return { watch.value.cancel() }
    }

    /// The names in events as the system writes them: four numbers of four bytes each, the last of which is the length of
    /// the name that follows, which ends with zeros.
    private static func names(in events: ArraySlice<UInt8>) -> Set<String?> {
      var names: Set<String?> = []
      var start = events.startIndex
      while start + 16 <= events.endIndex {
        let length = events[(start + 12)..<(start + 16)].reversed().reduce(0) { $0 << 8 | Int($1) }
        let end = min(start + 16 + length, events.endIndex)
        let name = events[(start + 16)..<end].prefix { $0 != 0 }
        names.insert(name.isEmpty ? nil : String(decoding: name, as: UTF8.self))
        start = end
      }
      return names
    }
  #elseif canImport(Darwin)
    private func watchFolder(_ path: String) throws -> @Sendable () -> Void {
      let descriptor = open(path, O_EVTONLY)
      guard descriptor >= 0 else { throw FolderNotWatched(path: path) }
      let source = DispatchSource.makeFileSystemObjectSource(
        fileDescriptor: descriptor,
        eventMask: [.write, .rename, .delete],
        queue: queue
      )
      source.setEventHandler { [weak self] in self?.tell(path, file: nil) }
      source.setCancelHandler { close(descriptor) }
      source.resume()
      // Sources may be cancelled on any thread.
      let watch = UncheckedSendable(source)
      return { watch.value.cancel() }
    }
  #else
    private func watchFolder(_ path: String) throws -> @Sendable () -> Void { {} }
  #endif
}

/// The system does not tell of changes in a folder.
struct FolderNotWatched: Error, CustomStringConvertible, LocalizedError {
  private let path: String
  private let reason = String(cString: strerror(errno))

  init(path: String) {
    self.path = path
  }

  var description: String {
    """
    Changes of files in "\(path)" can't be followed: \(reason).

    What this program saves is not affected. Too many watched folders are the usual cause.
    """
  }

  var errorDescription: String? { description }
}
