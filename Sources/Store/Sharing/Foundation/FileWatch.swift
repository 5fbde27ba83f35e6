import Dependencies
import Foundation

/// Reports changes of a file. It watches the folder, because a file that is replaced is a different file, and while
/// there is no folder, the nearest one above it.
final class FileWatch: Sendable {
  /// Dispatch sources can be used on any thread.
  private typealias Source = UncheckedSendable<any DispatchSourceProtocol>

  private static let queue = DispatchQueue(label: "FileWatch")

  private let folder: String
  private let name: String
  private let onChange: @Sendable () -> Void
  private let source = Locked<Source?>(nil)

  /// - Parameter onChange: Called on any thread when the file may have changed, until this is released.
  init(_ url: URL, onChange: @escaping @Sendable () -> Void) throws {
    folder = url.deletingLastPathComponent().path
    name = url.lastPathComponent
    self.onChange = onChange
    try follow()
  }

  deinit { source.withLock { $0 }?.value.cancel() }

  private var nearestFolder: String {
    var url = URL(filePath: folder)
    while url.path != "/", !FileManager.default.fileExists(atPath: url.path) { url.deleteLastPathComponent() }
    return url.path
  }

  private func follow() throws {
    // Repeated, because a folder may be made or removed before it is watched.
    while true {
      let watched = nearestFolder
      let new: Source?
      do {
        new = try makeSource(watched)
      } catch  where nearestFolder != watched {
        continue
      }
      let old = source.withLock { source in
        defer { source = new }
        return source
      }
      old?.value.cancel()
      if nearestFolder == watched { return }
    }
  }

  /// - Parameter names: The names of the files that have changed in the watched folder; an empty one stands for the
  ///   folder, `nil` for all files.
  private func report(_ names: Set<String>?, in watched: String) {
    if names?.contains("") == true || nearestFolder != watched {
      try? follow()
      onChange()
    } else if watched == folder, names?.contains(name) != false {
      onChange()
    }
  }

  private func makeSource(_ path: String) throws -> Source? {
    #if os(Linux) || os(Android)
      let descriptor = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
      // A new file is empty at first, and is reported when it has been written.
      let changes = path == folder ? IN_MOVED_FROM | IN_CLOSE_WRITE | IN_DELETE : IN_CREATE
      let events = UInt32(changes | IN_MOVED_TO | IN_DELETE_SELF | IN_MOVE_SELF)
      guard descriptor >= 0, inotify_add_watch(descriptor, path, events) >= 0 else {
        let error = FileStorageError.notWatched(path)
        if descriptor >= 0 { close(descriptor) }
        throw error
      }
      let source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: Self.queue)
      source.setEventHandler { [weak self] in
        var buffer = [UInt8](repeating: 0, count: 16_384)
        var names: Set<String> = []
        while case let count = read(descriptor, &buffer, buffer.count), count > 0 {
          names.formUnion(Self.names(in: buffer[..<count]))
        }
        self?.report(names, in: path)
      }
    #elseif canImport(Darwin)
      let descriptor = open(path, O_EVTONLY)
      guard descriptor >= 0 else { throw FileStorageError.notWatched(path) }
      let source = DispatchSource.makeFileSystemObjectSource(
        fileDescriptor: descriptor,
        eventMask: [.write, .rename, .delete],
        queue: Self.queue
      )
      // Released with the handler, when the source is cancelled.
      let events = UncheckedSendable(source)
      source.setEventHandler { [weak self] in self?.report(events.value.data == .write ? nil : [""], in: path) }
    #endif
    #if os(Windows)
      return nil
    #else
      source.setCancelHandler { close(descriptor) }
      source.resume()
      return Source(source)
    #endif
  }

  /// Returns the names in the events that Linux has written. An event consists of 16 bytes, of which the last four are
  /// the length of the name, and the name, padded with zeros.
  private static func names(in bytes: ArraySlice<UInt8>) -> Set<String> {
    var (names, rest): (Set<String>, _) = ([], bytes)
    while rest.count >= 16 {
      let length = rest.dropFirst(12).prefix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
      let name = rest.dropFirst(16).prefix(length).prefix { $0 != 0 }
      names.insert(String(decoding: name, as: UTF8.self))
      rest = rest.dropFirst(16 + length)
    }
    return names
  }
}
