import Foundation

extension TraceRecord {
  /// Appends the record as JSON on one line. Writes the bytes directly instead of creating a `JSONValue` first, because
  /// recording should cost little.
  package func write(to bytes: inout [UInt8]) {
    switch content {
    case .action(let action):
      bytes.begin("action")
      bytes.write("step", action.step)
      bytes.write("name", action.name)
      bytes.name("action")
      action.action.value.write(to: &bytes)
      bytes.write(action.origin)
    case .modified(let modification):
      bytes.begin("modified")
      bytes.write("step", modification.step)
      bytes.write("name", modification.name)
      bytes.write("effect", modification.effect)
    case .started(let effect):
      bytes.begin("started")
      bytes.write("effect", effect.effect)
      bytes.write("name", effect.name.map(JSONValue.string) ?? .null)
      bytes.write("location", effect.location)
      bytes.write("cause", effect.cause)
      if let event = effect.event { bytes.write("event", event) }
      bytes.write("cancellationIDs", .array(effect.cancellationIDs.map(JSONValue.string)))
    case .finished(let effect):
      bytes.begin("finished")
      bytes.write("effect", effect)
    case .cancelled(let effect):
      bytes.begin("cancelled")
      bytes.write("effect", effect)
    case .call(let call):
      bytes.begin("call")
      bytes.write("effect", call.effect.map { JSONValue($0) } ?? .null)
      bytes.write("dependency", call.dependency)
      bytes.write("arguments", .array(call.arguments))
      switch call.outcome {
      case .result(let value): bytes.write("result", value)
      case .error(let value): bytes.write("error", value)
      }
    case .notified(let notification):
      bytes.begin("notified")
      bytes.write("of", .array(notification.values.map(JSONValue.string)))
      if notification.count > notification.values.count { bytes.write("count", notification.count) }
    case .section(let title):
      bytes.begin("section")
      bytes.write("title", title)
    case .jump(let step, _):
      bytes.begin("jump")
      bytes.write("step", step)
    case .end(let status):
      bytes.begin("end")
      bytes.write("status", status)
    case .unknown(let kind): bytes.begin(kind)
    }
    bytes.write("time", seconds: time)
    bytes.write("wall", seconds: wall)
    switch content {
    case .action(let action):
      if let duration = action.duration { bytes.write("duration", seconds: duration) }
      if let values = action.values.json { bytes.write("values", values) }
      bytes.name("patch")
      action.patch.write(to: &bytes)
    case .modified(let modification):
      if let duration = modification.duration { bytes.write("duration", seconds: duration) }
      bytes.name("patch")
      modification.patch.write(to: &bytes)
    case .jump(_, let patch):
      bytes.name("patch")
      patch.write(to: &bytes)
    default: break
    }
    bytes.append(UInt8(ascii: "}"))
  }
}

extension [UInt8] {
  fileprivate mutating func begin(_ kind: String) {
    append(contentsOf: "{\"kind\":".utf8)
    JSONValue.write(kind, to: &self)
  }

  /// Appends a comma, a name that needs no escapes, and a colon.
  fileprivate mutating func name(_ name: StaticString) {
    append(contentsOf: ",\"".utf8)
    append(contentsOf: UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount))
    append(contentsOf: "\":".utf8)
  }

  fileprivate mutating func write(_ name: StaticString, _ value: JSONValue) {
    self.name(name)
    value.write(to: &self)
  }

  fileprivate mutating func write(_ name: StaticString, _ value: String) {
    self.name(name)
    JSONValue.write(value, to: &self)
  }

  fileprivate mutating func write(_ name: StaticString, _ value: Int) {
    self.name(name)
    append(contentsOf: "\(value)".utf8)
  }

  fileprivate mutating func write(_ origin: TraceRecord.Origin) {
    switch origin {
    case .user: write("origin", "user")
    case .effect(let effect): write("origin", "effect", effect)
    case .reducer(let step): write("origin", "reducer", step)
    }
  }

  private mutating func write(_ name: StaticString, _ member: StaticString, _ value: Int) {
    self.name(name)
    append(contentsOf: "{\"\(member)\":\(value)}".utf8)
  }

  /// Appends a time. Most times are whole microseconds, which are written without searching for the shortest digits.
  fileprivate mutating func write(_ name: StaticString, seconds: Double) {
    let microseconds = (seconds * 1_000_000).rounded()
    guard 0..<1e15 ~= microseconds, microseconds / 1_000_000 == seconds else { return write(name, JSONValue(seconds)) }
    let (whole, fraction) = Int(microseconds).quotientAndRemainder(dividingBy: 1_000_000)
    write(name, whole)
    guard fraction > 0 else { return }
    append(UInt8(ascii: "."))
    var rest = fraction
    var scale = 100_000
    while rest > 0 {
      append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest / scale))
      rest %= scale
      scale /= 10
    }
  }
}
