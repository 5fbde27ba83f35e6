/// One request to a ``DemoServer`` and what became of it.
package struct Exchange: Sendable {
  /// The method as it was sent.
  package var method: String
  /// Path and query as they were sent: visible ASCII, whatever the client.
  package var target: String
  /// The status of the answer; `nil` when the connection was reset instead.
  package var status: Int?
  /// What went wrong on purpose.
  package var fault: Fault?
  /// How long the server took, with the time that it waited to be slow.
  package var time: Duration

  package init(method: String, target: String, status: Int?, fault: Fault?, time: Duration) {
    self.method = method
    self.target = target
    self.status = status
    self.fault = fault
    self.time = time
  }
}
