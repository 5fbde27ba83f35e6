extension Duration {
  /// The duration as people write it, with three digits below a minute: `311 µs`, `300 ms`, `1.75 s`, `1 min 30 s`.
  package var readable: String { written.text }

  /// The duration as people write it, but with all its digits: what a clock shows is compared with what it has to reach.
  package var exactlyReadable: String {
    let (text, isExact) = written
    return isExact ? text : "\((self / .seconds(1)).withoutZeroFraction) s"
  }

  private var written: (text: String, isExact: Bool) {
    if self < .zero {
      let (text, isExact) = (.zero - self).written
      return ("-" + text, isExact)
    }
    if self == .zero { return ("0 s", true) }
    let seconds = self / .seconds(1)
    for (unit, size, limit) in [("ns", 1e-9, 1e3), ("µs", 1e-6, 1e3), ("ms", 1e-3, 1e3), ("s", 1, 60)] {
      let value = seconds / size
      let scale = value < 10 ? 100.0 : value < 100 ? 10 : 1
      let rounded = (value * scale).rounded() / scale
      if rounded < limit { return ("\(rounded.withoutZeroFraction) \(unit)", abs(rounded - value) < 1e-6) }
    }
    // A clock may show any time, so it is not rounded to whole minutes.
    let tenths = (seconds * 10).rounded()
    let parts = [
      ((tenths / 36_000).rounded(.down), "h"),
      ((tenths / 600).rounded(.down).truncatingRemainder(dividingBy: 60), "min"),
      (tenths.truncatingRemainder(dividingBy: 600) / 10, "s"),
    ]
    let text = parts.filter { $0.0 > 0 }.map { "\($0.0.withoutZeroFraction) \($0.1)" }.joined(separator: " ")
    return (text, abs(tenths / 10 - seconds) < 1e-6)
  }
}

extension Double {
  fileprivate var withoutZeroFraction: String { Int64(exactly: self).map { "\($0)" } ?? "\(self)" }
}
