/// A request to a ``DemoServer`` and its outcome.
package struct Exchange: Sendable {
  /// The method as sent.
  package var method: String
  /// The path and query as sent. They contain only visible ASCII characters.
  package var target: String
  /// The status of the answer, or `nil` if the connection was reset.
  package var status: Int?
  /// The fault that the server made on purpose; `nil` if it made none.
  package var fault: Fault?
  /// The duration, including the latency.
  package var time: Duration

  package init(method: String, target: String, status: Int?, fault: Fault?, time: Duration) {
    self.method = method
    self.target = target
    self.status = status
    self.fault = fault
    self.time = time
  }
}
