extension Session {
  /// Decodes all actions and looks at all paths, before anything runs.
  func check(_ script: Script) throws(ScriptErrors) -> [Feature.Action?] {
    let (actions, errors) = check(script.statements)
    guard errors.isEmpty else { throw ScriptErrors(errors: errors) }
    return actions
  }

  /// Finds all mistakes, or the first of very many.
  ///
  /// - Returns: For each statement the action that it sends, if there are no mistakes.
  func check(_ statements: [Statement]) -> (actions: [Feature.Action?], errors: [ScriptErrors.Place]) {
    var actions: [Feature.Action?] = []
    actions.reserveCapacity(statements.count)
    var errors: [ScriptErrors.Place] = []
    // Copies of a statement need not be checked again; those that differ have the same mistake at the same place.
    var checked: [Int: Feature.Action?] = [:]
    var wrong: Set<Position> = []
    for statement in statements where errors.count < ScriptParser.errorLimit {
      if let action = checked[statement.id] {
        actions.append(action)
        continue
      }
      var action: Feature.Action?
      do throws(Diagnostic) {
        action = try check(statement)
      } catch {
        let position = Position(file: statement.source.name, offset: error.range.lowerBound)
        if wrong.insert(position).inserted {
          errors.append(ScriptErrors.Place(diagnostic: error, source: statement.source))
        }
      }
      checked[statement.id] = .some(action)
      actions.append(action)
    }
    return (actions, errors)
  }
}

private struct Position: Hashable {
  let file: String
  let offset: Int
}
