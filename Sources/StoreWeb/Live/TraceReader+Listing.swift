import StoreScript
import StoreTrace

extension TraceReader {
  /// Lists the steps after one of them, with their origins.
  ///
  /// - Parameter showsChanges: Whether to say how each step changed the state.
  func listing(after number: Int, showsChanges: Bool = false) throws(TraceError) -> String {
    var reader = self
    var state = header.state
    var effects: [Int: TraceRecord.Effect] = [:]
    var text = ""
    while let (record, source) = try reader.next() {
      let before = state
      if showsChanges { try record.apply(to: &state, source) }
      let step: String
      switch record.content {
      case .action(let action): step = "\(action.text) \(effects.text(of: action.origin))"
      case .modified(let change):
        step = "\(ActionText(modification: change.name).path) by \(effects.text(of: change.effect))"
      case .jump(let step, _) where reader.lastStep > number:
        text += "     jump to step \(step)\n"
        continue
      case .started(let effect):
        effects[effect.effect] = effect
        continue
      case .jump, .finished, .cancelled, .call, .notified, .section, .end, .unknown: continue
      }
      guard reader.lastStep > number else { continue }
      text += "\(reader.lastStep)  ".leftPadded(to: 5) + step.printable.cut(to: 500, sayingRest: true) + "\n"
      if showsChanges {
        text += JSONDifference(from: before, to: state).text(indentation: 5) + "\n"
      }
    }
    return text
  }
}

extension TraceRecord.Action {
  /// The action as a script sends it, if its path consists of names; otherwise the path with the encoded action.
  fileprivate var text: String {
    var payload: JSONValue? = action.value
    for name in name.split(separator: ".") { payload = payload?.withoutCaseLabel[String(name)] }
    guard let payload = payload?.withoutCaseLabel else { return "\(name) (\(action.value))" }
    return payload == .object([]) ? name : "\(name) \(payload)"
  }
}

extension String {
  fileprivate func leftPadded(to width: Int) -> String { String(repeating: " ", count: max(0, width - count)) + self }
}
