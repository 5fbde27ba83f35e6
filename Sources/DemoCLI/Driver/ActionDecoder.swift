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

  private func node(_ path: ScriptPath, _ payload: JSONNode?) -> DecodingNode {
    ActionPath(path, payload: payload).map(DecodingNode.action) ?? .missing(path.range.lowerBound)
  }
}
