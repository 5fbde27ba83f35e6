public import Dependencies
import Foundation

/// The location of the database.
public enum DatabaseLocation: Codable, Hashable, Sendable {
  /// The file `swift-store/demo.sqlite` in the user's data directory: `XDG_DATA_HOME` or else `~/.local/share` on
  /// Linux, Application Support on Apple platforms.
  ///
  /// A missing directory is created with access for its owner only.
  case standard
  /// A file. A missing file is created, a missing directory is not.
  case file(path: String)

  /// The absolute path of the file, independent of later changes of the current directory.
  func path(_ environment: ProcessEnvironment) throws(DatabaseError) -> String {
    switch self {
    case .file(let path):
      guard !path.isEmpty, !path.contains("\0") else {
        throw .cannotOpen(path: path.oneLine, .noPath)
      }
      return URL(filePath: path).standardizedFileURL.path(percentEncoded: false)
    case .standard:
      return try Self.dataDirectory(environment)
        .appending(components: "swift-store", "demo.sqlite").path(percentEncoded: false)
    }
  }

  private static func dataDirectory(_ environment: ProcessEnvironment) throws(DatabaseError) -> URL {
    #if canImport(Darwin)
      return .applicationSupportDirectory
    #else
      // The XDG Base Directory Specification says to ignore a relative path. An empty home would be the current folder.
      if let directory = environment["XDG_DATA_HOME"], directory.hasPrefix("/") { return URL(filePath: directory) }
      guard let home = environment["HOME"], home.hasPrefix("/") else {
        throw .cannotOpen(path: Reason.theDatabase.rawValue, .noHome)
      }
      return URL(filePath: home).appending(path: ".local/share")
    #endif
  }
}

extension DependencyValues {
  /// The location of the live database. Set it once, before the first use of the database.
  public var databaseLocation: DatabaseLocation {
    get { self[DatabaseLocationKey.self] }
    set { self[DatabaseLocationKey.self] = newValue }
  }

  /// The paths of the live database, of its log, and of the cache of responses. Empty if the database has no location.
  public var databaseFiles: [String] {
    guard let path = try? databaseLocation.path(processEnvironment) else { return [] }
    return ["", "-cache"].flatMap { file in ["", "-wal", "-shm"].map { path + file + $0 } }
  }
}

private enum DatabaseLocationKey: DependencyKey {
  static let liveValue = DatabaseLocation.standard
  // Mock values use a database in memory, so the location is not used.
  static let mockValue = DatabaseLocation.standard
}
