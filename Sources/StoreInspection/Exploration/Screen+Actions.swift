extension Screen {
  /// The actions that a person can do on this screen: those of buttons, keys, rows, fields and appearances. While the
  /// screen asks a question, only the actions that answer it.
  ///
  /// - Parameters:
  ///   - texts: The texts to type into fields. A field that is not empty can also be emptied.
  ///   - rowCount: The number of rows at each end of a list whose actions are included.
  func actions(typing texts: [String], rowCount: Int) -> [Action] {
    var actions: [Action] = []
    let listCount = listing?.count ?? 0
    let offsets = Dictionary(
      lines.compactMap { line in line.row.flatMap { row in row.offset.map { (row.id, $0) } } }
    ) { first, _ in first }
    func isUsed(_ row: AnyHashable?) -> Bool {
      guard let row, let offset = offsets[row] else { return true }
      return offset < rowCount || offset >= listCount - rowCount
    }

    if modalStart == nil { actions += appearances.map(\.action) }
    var appeared: Set<AnyHashable> = []
    for line in lines[(modalStart ?? 0)...] where isUsed(line.row?.id) {
      if let row = line.row, let action = row.onAppear, appeared.insert(row.id).inserted { actions.append(action) }
      for control in line.controls {
        switch control.content {
        case .place: break
        case .button(let action): actions.append(action)
        case .field(let field):
          let others = texts.filter { $0 != field.text } + (field.text.isEmpty ? [] : [""])
          actions += others.map(field.edit)
          if let submit = field.submit { actions.append(submit) }
        }
      }
    }
    if modalStart == nil {
      actions += commands.filter { isUsed($0.row) }.map(\.action)
    } else if let modalClose {
      actions.append(modalClose)
    }
    return actions
  }
}
