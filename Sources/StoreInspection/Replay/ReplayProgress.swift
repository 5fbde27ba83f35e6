import Foundation

/// Shows the progress of a long replay if the standard error output is a terminal.
struct ReplayProgress {
  let total: Int
  private let isShown = isatty(STDERR_FILENO) == 1
  private var next = ContinuousClock.now + .seconds(1)
  private var hasText = false

  init(total: Int) {
    self.total = total
  }

  mutating func show(_ step: Int) {
    guard isShown, step & 0x3F == 0, ContinuousClock.now >= next else { return }
    next = .now + .milliseconds(100)
    hasText = true
    write("\r\(step) of \(total) steps")
  }

  mutating func clear() {
    if hasText { write("\r\u{1B}[K") }
    hasText = false
  }

  private func write(_ text: String) {
    try? FileHandle.standardError.write(contentsOf: Data(text.utf8))
  }
}
