import CSQLite

/// A row of a query. It is valid only during the call of the closure that receives it.
struct DatabaseRow {
  private let statement: OpaquePointer
  private let path: String

  init(_ statement: OpaquePointer, path: String) {
    self.statement = statement
    self.path = path
  }

  /// Reads a column. The first one has index 0.
  ///
  /// - Throws: ``DatabaseError/corrupt(path:reason:)`` if the column holds a value of another type.
  func read<Value: DatabaseValue>(_ column: Int, as type: Value.Type = Value.self) throws(DatabaseError) -> Value {
    let index = Int32(column)
    if let value = Value.read(statement, at: index) { return value }
    let name = sqlite3_column_name(statement, index).map { String(cString: $0) } ?? "\(column)"
    throw .corrupt(path: path, reason: "its column \(name.oneLine) does not hold \(Value.expectation)")
  }
}
