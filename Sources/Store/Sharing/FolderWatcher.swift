import Dependencies
import Foundation

/// Reports changes of files in folders. It watches folders, because a file that is replaced is a different file.
final class FolderWatcher: Sendable {
  static let shared = FolderWatcher()

  private struct Watch {
    let file: String
    let onChange: @Sendable () -> Void
  }

  /// What the system watches: the folder or, while that is missing, the nearest folder above it.
  private struct Place: Equatable {
    let path: String
    /// Identifies the folder: one that was removed and made again is a different one.
    let identity: [UInt64]
  }

  private struct Folder {
    var place: Place
    /// Ends the system's watch on the place.
    var stop: @Sendable () -> Void
    var watches: [Int: Watch] = [:]
  }

  private struct Contents {
    var count = 0
    var folders: [String: Folder] = [:]
  }

  private let contents = Locked(Contents())
  private let queue = DispatchQueue(label: "FolderWatcher")

  /// Calls a closure, on any thread, when a file in a folder may have changed.
  func watch(_ path: String, file: String, _ onChange: @escaping @Sendable () -> Void) throws -> SharedSubscription {
    let id = contents.withLock { contents in
      contents.count += 1
      return contents.count
    }
    let watch = Watch(file: file, onChange: onChange)
    // Locked while the system's watch is made, so that each folder is watched only once.
    let stopped = try contents.withLock { contents in
      let stopped = try follow(path, in: &contents)
      contents.folders[path]?.watches[id] = watch
      return stopped
    }
    for stop in stopped { stop() }
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

  /// Makes the system watch the folder that is at a path now. Returns the functions that end its watches on others.
  private func follow(_ path: String, in contents: inout Contents) throws -> [@Sendable () -> Void] {
    var stopped: [@Sendable () -> Void] = []
    // Repeated, because the folder may be made or removed before it is watched.
    while case let place = Self.place(of: path), contents.folders[path]?.place != place {
      let stop: @Sendable () -> Void
      do {
        stop = try watch(place.path, for: path)
      } catch {
        // The place has just been removed, or the folder was made.
        if Self.place(of: path) != place { continue }
        for stop in stopped { stop() }
        throw error
      }
      if let known = contents.folders[path] { stopped.append(known.stop) }
      contents.folders[path] = Folder(place: place, stop: stop, watches: contents.folders[path]?.watches ?? [:])
    }
    return stopped
  }

  /// Called when a folder, or one on the way to it, may have been made, moved or removed.
  ///
  /// - Parameter isGone: Whether the folder that the system watches was replaced or removed. The new one may have the
  ///   same identity, because numbers of files are used again.
  private func placeHasChanged(_ path: String, isGone: Bool) {
    let stopped: [@Sendable () -> Void] = contents.withLock { contents in
      guard let folder = contents.folders[path] else { return [] }
      if isGone { contents.folders[path]?.place = Place(path: folder.place.path, identity: []) }
      // If the system can't watch it, changes are noticed when the next watch is made.
      return (try? follow(path, in: &contents)) ?? []
    }
    for stop in stopped { stop() }
    // Files in the folder may have changed before it was watched.
    if !stopped.isEmpty { notify(path, file: nil) }
  }

  private static func place(of path: String) -> Place {
    var path = path
    while true {
      let identity = identity(of: path)
      if !identity.isEmpty || path == "/" || path.isEmpty { return Place(path: path, identity: identity) }
      path = URL(filePath: path).deletingLastPathComponent().path
    }
  }

  private static func identity(of path: String) -> [UInt64] {
    #if os(Windows)
      // Folders are not watched.
      return [0]
    #else
      var folder = stat()
      guard stat(path, &folder) == 0 else { return [] }
      return [UInt64(truncatingIfNeeded: folder.st_dev), UInt64(truncatingIfNeeded: folder.st_ino)]
    #endif
  }

  /// - Parameter file: The name of the file that has changed; `nil` if it is not known.
  private func notify(_ path: String, file: String?) {
    let watches = contents.withLock { $0.folders[path].map { Array($0.watches.values) } ?? [] }
    for watch in watches where file == nil || file == watch.file { watch.onChange() }
  }

  #if os(Linux) || os(Android)
    private struct Event: Hashable {
      /// The name of the file; `nil` if the event is about the folder itself.
      let file: String?
      let mask: UInt32

      func has(_ events: UInt32) -> Bool { mask & events != 0 }
    }

    /// Watches a place for what happens to a folder that is, or will be, there or below.
    private func watch(_ place: String, for path: String) throws -> @Sendable () -> Void {
      let descriptor = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
      guard descriptor >= 0 else { throw FolderNotWatched(path: path) }
      var events = UInt32(IN_MOVED_TO | IN_CREATE | IN_DELETE_SELF | IN_MOVE_SELF)
      if place == path { events |= UInt32(IN_MOVED_FROM | IN_CLOSE_WRITE | IN_DELETE) }
      guard inotify_add_watch(descriptor, place, events) >= 0 else {
        let error = FolderNotWatched(path: path)
        close(descriptor)
        throw error
      }
      let source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
      source.setEventHandler { [weak self] in
        var buffer = [UInt8](repeating: 0, count: 16_384)
        while case let count = read(descriptor, &buffer, buffer.count), count > 0 {
          self?.handle(Self.events(in: buffer[..<count]), at: place, for: path)
        }
      }
      source.setCancelHandler { close(descriptor) }
      source.resume()
      // Dispatch sources can be cancelled on any thread.
      let watch = UncheckedSendable(source)
      return { watch.value.cancel() }
    }

    private func handle(_ events: Set<Event>, at place: String, for path: String) {
      let isGone = events.contains { $0.has(UInt32(IN_DELETE_SELF | IN_MOVE_SELF | IN_UNMOUNT)) }
      if isGone || place != path { placeHasChanged(path, isGone: isGone) }
      guard place == path else { return }
      for event in events {
        // A new file is empty at first, and is reported when it has been written. A new link is complete.
        guard event.has(UInt32(IN_CREATE)) else {
          notify(path, file: event.file)
          continue
        }
        if let file = event.file, Self.isLink(path + "/" + file) { notify(path, file: file) }
      }
    }

    private static func isLink(_ path: String) -> Bool {
      var file = stat()
      return lstat(path, &file) == 0 && file.st_mode & S_IFMT == S_IFLNK
    }

    /// Returns the events that the system has written. An event consists of four numbers of four bytes each, of which
    /// the second says what has happened and the last is the length of the name, and the name, which is padded with
    /// zeros.
    private static func events(in bytes: ArraySlice<UInt8>) -> Set<Event> {
      func number(at start: Int) -> UInt32 { bytes[start..<(start + 4)].reversed().reduce(0) { $0 << 8 | UInt32($1) } }
      var events: Set<Event> = []
      var start = bytes.startIndex
      while start + 16 <= bytes.endIndex {
        let end = min(start + 16 + Int(number(at: start + 12)), bytes.endIndex)
        let name = bytes[(start + 16)..<end].prefix { $0 != 0 }
        let file = name.isEmpty ? nil : String(decoding: name, as: UTF8.self)
        events.insert(Event(file: file, mask: number(at: start + 4)))
        start = end
      }
      return events
    }
  #elseif canImport(Darwin)
    /// Watches a place for what happens to a folder that is, or will be, there or below.
    private func watch(_ place: String, for path: String) throws -> @Sendable () -> Void {
      let descriptor = open(place, O_EVTONLY)
      guard descriptor >= 0 else { throw FolderNotWatched(path: path) }
      let source = DispatchSource.makeFileSystemObjectSource(
        fileDescriptor: descriptor,
        eventMask: [.write, .rename, .delete],
        queue: queue
      )
      source.setEventHandler { [weak self] in
        // The open descriptor keeps the identity from being used again.
        self?.placeHasChanged(path, isGone: false)
        if place == path { self?.notify(path, file: nil) }
      }
      source.setCancelHandler { close(descriptor) }
      source.resume()
      // Dispatch sources can be cancelled on any thread.
      let watch = UncheckedSendable(source)
      return { watch.value.cancel() }
    }
  #else
    private func watch(_ place: String, for path: String) throws -> @Sendable () -> Void { {} }
  #endif
}

/// The system can't watch a folder for changes.
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
