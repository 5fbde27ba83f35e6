import Foundation

/// The versions of a database's file and its log: their inodes, sizes and times of modification.
struct FileVersions: Hashable {
  private struct Version: Hashable {
    var file: UInt64
    var size: Int64
    var seconds: Int
    var nanoseconds: Int
  }

  private var versions: [Version?]

  init(of path: String) {
    versions = [path, path + "-wal"].map { path in
      var information = stat()
      guard stat(path, &information) == 0 else { return nil }
      #if canImport(Darwin)
        let time = information.st_mtimespec
      #else
        let time = information.st_mtim
      #endif
      return Version(
        file: UInt64(information.st_ino),
        size: Int64(information.st_size),
        seconds: time.tv_sec,
        nanoseconds: time.tv_nsec
      )
    }
  }

  /// Whether there is a log, which may have changes that are not in the file yet.
  var haveLog: Bool { versions[1].map { $0.size > 0 } ?? false }
}
