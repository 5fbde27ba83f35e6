import CSQLite

/// A row that a query has found. It is good only while the closure runs that is called with it.
struct DatabaseRow {
  private let statement: OpaquePointer
  private let path: String

  init(_ statement: OpaquePointer, path: String) {
    self.statement = statement
    self.path = path
  }

  /// Reads a column, counted from 0 on.
  ///
  /// - Throws: ``DatabaseError/corrupt(path:reason:)`` when it holds something else than was asked for.
  func read<Value: DatabaseValue>(_ column: Int, as type: Value.Type = Value.self) throws(DatabaseError) -> Value {
    let index = Int32(column)
    if let value = Value.read(statement, at: index) { return value }
    let name = sqlite3_column_name(statement, index).map { String(cString: $0) } ?? "\(column)"
    throw .corrupt(path: path, reason: "its column \(name.oneLine) does not hold \(Value.expectation)")
  }
}
