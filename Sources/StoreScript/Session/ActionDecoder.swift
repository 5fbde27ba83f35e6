import StoreTrace

/// Makes actions from paths and payloads. It requires only that the action type is `Decodable`.
///
/// The path `search.rowAppeared` with the payload `{"id": 7}` decodes like the JSON that Swift synthesizes for enums:
/// `{"search": {"_0": {"rowAppeared": {"id": 7}}}}`. A payload is
/// - the associated value itself, if it is the only one and has no label: `"swift"`,
/// - an object of the labels otherwise: `{"id": 7}`,
/// - nothing, if there is none.
///
/// An element of a collection is reached by its id: `rows[id: 3].tapped`.
package struct ActionDecoder<Action: Decodable> {
  package init() {}

  package func decode(_ path: ValuePath, payload: JSONNode?) throws(Diagnostic) -> Action {
    do {
      return try NodeDecoder.decode(Action.self, from: node(path, payload))
    } catch {
      throw error.diagnostic
    }
  }

  /// Makes an action from a path and a payload, such as `rows[id: 3].titleChanged "Milk"`.
  package func decode(_ text: String) throws(Diagnostic) -> Action {
    var scanner = SourceScanner(SourceText(name: "action", text: text))
    scanner.skipSpaces()
    let path = try scanner.path(.action)
    scanner.skipSpaces()
    let payload = scanner.isAtEnd ? nil : try scanner.value()
    scanner.skipSpaces()
    guard scanner.isAtEnd else { throw scanner.expected("the end of the action") }
    return try decode(path, payload: payload)
  }

  /// Checks that there are actions whose path is `path` or begins with it.
  package func check(_ path: ValuePath) throws(Diagnostic) {
    do {
      _ = try NodeDecoder.decode(Action.self, from: node(path, nil))
    } catch {
      // `await` may leave out the payload and the nested action, so these may be missing.
      if !error.isMissing { throw error.diagnostic }
    }
  }

  /// Checks an action whose variables have no values yet. An error is thrown only if every kind of value causes the
  /// same error, and if the error is not about a variable.
  ///
  /// - Parameter isComplete: Whether the action has to be complete, without a missing payload or nested action.
  func check(_ path: ValuePath, payload: JSONNode?, isComplete: Bool) throws(Diagnostic) {
    let variables = path.variables + (payload?.variables ?? [])
    var errors: [Diagnostic] = []
    for candidate in Self.candidates {
      do {
        let path = path.resolving { _ in candidate }
        _ = try NodeDecoder.decode(Action.self, from: node(path, payload?.resolving { _ in candidate }))
        return
      } catch {
        if error.isMissing, !isComplete { return }
        let range = error.diagnostic.range
        let isAboutVariable = variables.contains { $0.contains(range.lowerBound) || $0.overlaps(range) }
        if !isAboutVariable { errors.append(error.diagnostic) }
      }
    }
    // If the errors differ, some of them only come from stand-ins of the wrong kind.
    if let first = errors.first, errors.allSatisfy({ $0 == first }) { throw first }
  }

  /// One value of each kind, as stand-ins for a value that is not known yet.
  private static var candidates: [JSONValue] {
    [
      .integer(0), .string(""), .string("00000000-0000-0000-0000-000000000000"), .string("2001-01-01T00:00:00Z"),
      .bool(false), .array([]), .object([]), .null,
    ]
  }

  private func node(_ path: ValuePath, _ payload: JSONNode?) -> DecodingNode {
    ActionPath(path, payload: payload).map(DecodingNode.action) ?? .missing(path.range.lowerBound)
  }
}
