/// Identifies an operator that is made again for each action, relative to the operator around it. Two values identify
/// the same operator if their types, lines, columns and key paths are equal.
@usableFromInline struct OperatorIdentity: Hashable {
  private let type: ObjectIdentifier
  private let line: UInt
  private let column: UInt
  private let state: AnyKeyPath
  private let action: AnyKeyPath

  @usableFromInline init(_ type: Any.Type, state: AnyKeyPath, action: AnyKeyPath, line: UInt = 0, column: UInt = 0) {
    self.type = ObjectIdentifier(type)
    self.line = line
    self.column = column
    self.state = state
    self.action = action
  }

  /// Leaves out the key paths, which take long to hash and hardly ever differ where all else is equal.
  @usableFromInline func hash(into hasher: inout Hasher) {
    hasher.combine(type)
    hasher.combine(line)
    hasher.combine(column)
  }
}
