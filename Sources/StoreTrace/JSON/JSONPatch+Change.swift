extension JSONPatch {
  /// The patch of a change.
  ///
  /// Elements of an array that have ids are patched, moved, added and removed one by one. An array in which no element
  /// has remained, or too many have moved, is replaced.
  ///
  /// - Parameters:
  ///   - change: The change; `nil` if there is none.
  ///   - redaction: The names whose values must not be in the patch. Changes under such a name are redacted.
  ///   - secrets: Receives the redacted values that have changed.
  init(_ change: JSONChange?, redacting redaction: Redaction, secrets: inout [JSONValue]) {
    var writer = Writer(redaction: redaction)
    if let change { writer.write(change) }
    operations = writer.operations
    secrets += writer.secrets
  }

  private struct Writer {
    let redaction: Redaction
    private(set) var operations: [Operation] = []
    /// The redacted values among those that have changed.
    private(set) var secrets: [JSONValue] = []
    private var path: [String] = []

    init(redaction: Redaction) {
      self.redaction = redaction
    }

    private var pointer: JSONPointer { JSONPointer(path) }

    private func pointer(_ index: Int) -> JSONPointer { JSONPointer(path + ["\(index)"]) }

    private var isRedacted: Bool { path.contains(where: redaction.matches) }

    private mutating func visible(_ value: JSONValue) -> JSONValue {
      guard isRedacted else {
        redaction.addSecrets(in: value, to: &secrets)
        return redaction.apply(to: value)
      }
      secrets.append(value)
      return redaction.blank(value)
    }

    private mutating func write(_ change: JSONChange, at token: String) {
      path.append(token)
      write(change)
      path.removeLast()
    }

    mutating func write(_ change: JSONChange) {
      switch change {
      case .added(let value): operations.append(.add(pointer, visible(value)))
      case .removed: operations.append(.remove(pointer))
      case .replaced(let old, let new): replace(old, new)
      case .members(let members):
        // Redacted keys can't be part of a path, so the whole object is replaced.
        if members.old.first?.isKey == true || members.new.first?.isKey == true, isRedacted {
          return replace(.object(members.old), .object(members.new))
        }
        let present = members.changes.prefix { !$0.change.isRemoval }
        for (name, change) in members.changes[present.endIndex...] { write(change, at: name) }
        for (name, change) in present { write(change, at: name) }
      case .elements(let elements):
        guard elements.haveRemained, let moves = elements.moves else {
          return replace(.array(elements.old), .array(elements.new))
        }
        for index in elements.removed.reversed() { operations.append(.remove(pointer(index))) }
        for move in moves { operations.append(.move(from: pointer(move.from), to: pointer(move.to))) }
        for (index, change) in elements.changes { write(change, at: "\(index)") }
      }
    }

    private mutating func replace(_ old: JSONValue, _ new: JSONValue) {
      let value = visible(new)
      if isRedacted, visible(old).isIdentical(to: value) { return }
      operations.append(.replace(pointer, value))
    }
  }
}
