/// Makes actions of paths and payloads. All it knows of an action type is that it is `Decodable`.
///
/// The path `search.rowAppeared` with the payload `{"id": 7}` decodes as the JSON would that Swift synthesizes for enums,
/// `{"search": {"_0": {"rowAppeared": {"id": 7}}}}`. A payload is
/// - the associated value itself, if it is the only one and has no label: `"swift"`,
/// - an object of the labels otherwise: `{"id": 7}`,
/// - nothing, if there is none.
///
/// An element of a collection is reached by its id: `rows[id: 3].tapped`.
struct ActionDecoder<Action: Decodable> {
  func decode(_ path: ScriptPath, payload: JSONNode?) throws(Diagnostic) -> Action {
    do {
      return try NodeDecoder.decode(Action.self, from: node(path, payload))
    } catch {
      throw error.diagnostic
    }
  }

  /// Checks that actions have the path, or go on from it.
  func check(_ path: ScriptPath) throws(Diagnostic) {
    do {
      _ = try NodeDecoder.decode(Action.self, from: node(path, nil))
    } catch {
      // The missing payload, or the nested action, is what `await` leaves open.
      if !error.isMissing { throw error.diagnostic }
    }
  }

  /// Checks what can be known of an action before its variables have values: an error that is the same whatever they
  /// are, and is not about them, is one.
  func check(_ path: ScriptPath, payload: JSONNode?, isComplete: Bool) throws(Diagnostic) {
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
    // Those that are left may all be about another value than the variables, or one kind of value was to blame.
    if let first = errors.first, errors.allSatisfy({ $0 == first }) { throw first }
  }

  /// One value of each kind that there is, as a stand-in for one that is not known yet.
  private static var candidates: [JSONValue] {
    [
      .integer(0), .string(""), .string("00000000-0000-0000-0000-000000000000"), .string("2001-01-01T00:00:00Z"),
      .bool(false), .array([]), .object([]), .null,
    ]
  }

  private func node(_ path: ScriptPath, _ payload: JSONNode?) -> DecodingNode {
    ActionPath(path, payload: payload).map(DecodingNode.action) ?? .missing(path.range.lowerBound)
  }
}
