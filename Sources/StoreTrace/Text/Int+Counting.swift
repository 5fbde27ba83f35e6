extension Int {
  /// The number with the word that it counts: `1 step`, `2 steps`.
  package func counting(_ what: String) -> String { "\(self) \(what)\(self == 1 ? "" : "s")" }
}
