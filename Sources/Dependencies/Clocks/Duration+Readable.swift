extension Duration {
  /// The duration as people write it, with three digits below a minute: `311 µs`, `300 ms`, `1.75 s`, `1 min 30 s`.
  package var readable: String {
    if self < .zero { return "-" + (.zero - self).readable }
    if self == .zero { return "0 s" }
    let seconds = self / .seconds(1)
    for (unit, size, limit) in [("ns", 1e-9, 1e3), ("µs", 1e-6, 1e3), ("ms", 1e-3, 1e3), ("s", 1, 60)] {
      let value = seconds / size
      let scale = value < 10 ? 100.0 : value < 100 ? 10 : 1
      let rounded = (value * scale).rounded() / scale
      if rounded < limit { return "\(rounded.withoutZeroFraction) \(unit)" }
    }
    // A clock may show any time, so it is not rounded to whole minutes.
    let tenths = (seconds * 10).rounded()
    let parts = [
      ((tenths / 36_000).rounded(.down), "h"),
      ((tenths / 600).rounded(.down).truncatingRemainder(dividingBy: 60), "min"),
      (tenths.truncatingRemainder(dividingBy: 600) / 10, "s"),
    ]
    return parts.filter { $0.0 > 0 }.map { "\($0.0.withoutZeroFraction) \($0.1)" }.joined(separator: " ")
  }
}

extension Double {
  fileprivate var withoutZeroFraction: String { Int64(exactly: self).map { "\($0)" } ?? "\(self)" }
}
