/// What the program has printed.
enum Printed { static let lines = LockIsolated<[String]>([]) }
func print(_ words: Any...) {
  let line = words.map { "\($0)" }.joined(separator: " ")
  Printed.lines.withValue { $0.append(line) }
}
