/// What tests do on the page of a running program.
extension Browser {
  /// Waits for a condition of a page that may be loaded again meanwhile.
  package func waitAcrossLoads(until condition: String) throws {
    for _ in 0..<20 {
      do {
        return try wait(until: "document.body && \(condition)")
      } catch let failure as Failure {
        // The page in which the condition was looked at is gone.
        guard failure.description.contains("navigated") else { throw failure }
      }
    }
    throw Failure(description: "The page is loaded again and again.")
  }

  package func wait(forPosition position: String) throws {
    try waitAcrossLoads(until: "document.getElementById('position')?.textContent === '\(position)'")
  }

  package func waitUntilShown(_ id: String) throws {
    try waitAcrossLoads(until: "document.getElementById('\(id)')?.hidden === false")
  }

  package func isHidden(_ id: String) throws -> Bool { try evaluate("document.getElementById('\(id)').hidden") }
  package func text(_ id: String) throws -> String { try evaluate("document.getElementById('\(id)').textContent") }
  package func click(_ id: String) throws { try run("document.getElementById('\(id)').click()") }
}
