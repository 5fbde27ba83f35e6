import Dependencies
import Foundation

extension DependencyValues {
  /// The database.
  ///
  /// The live database is the file at `\.databaseLocation`, shared by all uses of the same file in the process. Mock
  /// values have a database in memory, with samples. Tests override it; otherwise its use reports an issue.
  var database: Database {
    get { self[DatabaseKey.self](self) }
    set { self[DatabaseKey.self] = DatabaseSource { _ in newValue } }
  }
}

/// The key of ``DependencyValues/database``. Its live and mock values are declared with the features, so that this code
/// does not depend on the features.
enum DatabaseKey: TestDependencyKey {
  static var testValue: DatabaseSource {
    let report: @Sendable () -> Void = unimplemented("@Dependency(\\.database)")
    return DatabaseSource { _ in
      report()
      return Database(inMemory: DatabaseSchema(steps: []))
    }
  }
}

/// A function that returns a database for some dependencies.
struct DatabaseSource: Sendable {
  private let database: @Sendable (DependencyValues) -> Database
  /// Closes the open files. A later use of the dependency opens its file again.
  let end: @Sendable () -> Void

  /// The files at `\.databaseLocation`.
  static func files(schema: DatabaseSchema) -> Self {
    let databases = OpenFiles<Database>()
    return Self(end: { for database in databases.removeAll() { database.end() } }) { values in
      do {
        let file = try values.databaseFile()
        return databases.value(at: file.path) {
          Database(path: file.path, schema: schema, prepareDirectory: file.prepareDirectory)
        }
      } catch {
        // Each call reports the error and tries again.
        return Database { throw error }
      }
    }
  }

  init(end: @escaping @Sendable () -> Void = {}, _ database: @escaping @Sendable (DependencyValues) -> Database) {
    self.end = end
    self.database = database
  }

  func callAsFunction(_ values: DependencyValues) -> Database { database(values) }
}

/// A file at `\.databaseLocation`.
struct DatabaseFile: Sendable {
  let path: String
  /// Makes a missing directory if this is the standard location.
  let prepareDirectory: @Sendable () throws -> Void
}

extension DependencyValues {
  /// The file of the live database, or one next to it.
  func databaseFile(suffix: String = "") throws(DatabaseError) -> DatabaseFile {
    let location = databaseLocation
    let path = try location.path(processEnvironment) + suffix
    return DatabaseFile(path: path) { if location == .standard { try Self.makeDirectory(of: path) } }
  }

  private static func makeDirectory(of path: String) throws(DatabaseError) {
    for end in path.indices.dropFirst() where path[end] == "/" {
      guard mkdir(String(path[..<end]), 0o700) != 0, case let code = errno, code != EEXIST else { continue }
      let reason = DatabaseConnection.systemErrorDescription(code)
      throw .cannotOpen(path: path, reason: Reason.noFolder.text(reason))
    }
  }
}
