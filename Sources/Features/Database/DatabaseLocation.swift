public import Dependencies
import Foundation

/// Where the database is.
public enum DatabaseLocation: Codable, Hashable, Sendable {
  /// The file `swift-store/demo.sqlite` in the directory in which programs keep a user's data: on Linux the one that
  /// `XDG_DATA_HOME` names or else `~/.local/share`, on Apple's systems Application Support.
  ///
  /// The directory is made if it is missing, such that only its owner can look into it.
  case standard
  /// A file. It is made if it is missing, its directory is not.
  case file(path: String)

  /// An absolute path, which names the file whatever the current directory becomes.
  func path(_ environment: ProcessEnvironment) throws(DatabaseError) -> String {
    switch self {
    case .file(let path):
      guard !path.isEmpty, !path.contains("\0") else {
        throw .cannotOpen(path: path.oneLine, reason: "this is no path of a file")
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
      // A relative path is to be ignored, says the XDG Base Directory Specification.
      if let directory = environment["XDG_DATA_HOME"], directory.hasPrefix("/") { return URL(filePath: directory) }
      guard let home = environment["HOME"] else {
        throw .cannotOpen(path: "The database", reason: "neither XDG_DATA_HOME nor HOME says where to keep it")
      }
      return URL(filePath: home).appending(path: ".local/share")
    #endif
  }
}

extension DependencyValues {
  /// Where the live database is. A program sets it once, before anything reads the database.
  public var databaseLocation: DatabaseLocation {
    get { self[DatabaseLocationKey.self] }
    set { self[DatabaseLocationKey.self] = newValue }
  }
}

private enum DatabaseLocationKey: DependencyKey {
  static let liveValue = DatabaseLocation.standard
  // Mock values have a database in memory, wherever this is.
  static let mockValue = DatabaseLocation.standard
}
