extension TraceRecord.Effect {
  /// The effect in words: `effect 3 "Load", started by step 2`.
  package var text: String {
    "effect \(effect)" + (name.map { " \"\($0.printable)\"" } ?? "")
      + ", started by \(event?.printable ?? "step \(cause)")"
  }
}

extension [Int: TraceRecord.Effect] {
  /// Describes an effect in words, as far as its start is known.
  package func text(of effect: Int) -> String { self[effect]?.text ?? "effect \(effect)" }

  /// Describes in words where an action came from.
  package func text(of origin: TraceRecord.Origin) -> String {
    switch origin {
    case .user: "sent by the user"
    case .reducer(let step): "received from the reducer, after step \(step)"
    case .effect(let effect): "received from \(text(of: effect))"
    }
  }
}
