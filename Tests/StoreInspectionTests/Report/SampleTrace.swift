import Dependencies

@testable import StoreTrace

/// A made-up trace, determined by the seed.
struct SampleTrace {
  private(set) var lines: [String] = []
  /// The states after the steps that `keeping` names.
  private(set) var states: [Int: JSONValue] = [:]

  var text: String { lines.map { $0 + "\n" }.joined() }

  init(steps: Int, seed: UInt64, keeping kept: Set<Int> = []) throws {
    var random = SeededRandomNumberGenerator(seed: seed)
    var state = try JSONValue.parsed(
      #"{"query": "", "rows": [], "isLoading": false, "mode": {"idle": {}}, "tags": {"a/b~c": 1}, "total": 0}"#
    )
    var (count, rowID, lastEffect) = (0, 0, 0)
    var running: [Int] = []
    if kept.contains(0) { states[0] = state }
    lines = [
      """
      {"trace":1,"program":"Sample","version":"1.0","feature":"Sample","context":"mock","seed":\(seed),\
      "date":"2026-01-01T00:00:00Z","state":\(state)}
      """
    ]
    for step in 1...steps {
      let time = Double(step) / 8
      let clock = #""time":\#(time),"wall":\#(time / 4)"#
      func add(_ record: String) { lines.append("{\(record),\(clock)}") }
      if step % 100 == 1 { add(#""kind":"section","title":"Part \#(step / 100 + 1)""#) }

      var operations: [String] = []
      var name = "rows.changed"
      switch Int.random(in: 0..<8, using: &random) {
      case 0, 1, 2:
        name = "rows.added"
        for _ in 0..<Int.random(in: 1...3, using: &random) {
          rowID += 1
          let index = ["-", "0", "\(count / 2)"].randomElement(using: &random) ?? "-"
          let row = #"{"id":\#(rowID),"name":"row \#(rowID)","tags":[1,[2]]}"#
          operations.append(#"{"op":"add","path":"/rows/\#(index)","value":\#(row)}"#)
          count += 1
        }
      case 3 where count > 0:
        name = "rows.removed"
        operations.append(#"{"op":"remove","path":"/rows/\#(Int.random(in: 0..<count, using: &random))"}"#)
        count -= 1
      case 4 where count > 1:
        name = "rows.moved"
        let (from, to) = (Int.random(in: 0..<count, using: &random), Int.random(in: 0..<count, using: &random))
        operations.append(#"{"op":"move","from":"/rows/\#(from)","path":"/rows/\#(to)"}"#)
        operations.append(#"{"op":"replace","path":"/rows/\#(to)/name","value":"moved in step \#(step)"}"#)
      case 5:
        name = "modeChanged"
        operations.append(#"{"op":"replace","path":"/mode","value":{"busy\#(step % 3)":{"_0":\#(step)}}}"#)
        operations.append(#"{"op":"replace","path":"/tags/a~1b~0c","value":\#(step)}"#)
      case 6 where count > 0:
        operations.append(#"{"op":"add","path":"/tags/\#(step)","value":{"id":\#(step),"tags":[1,[2]]}}"#)
        operations.append(#"{"op":"replace","path":"/rows/0/tags/1/0","value":\#(step)}"#)
      default:
        name = "queryChanged"
        operations.append(#"{"op":"replace","path":"/query","value":"query \#(step)"}"#)
      }
      var origin = #""user""#
      if let effect = running.first, Bool.random(using: &random) {
        origin = #"{"effect":\#(effect)}"#
      } else if step > 1, Int.random(in: 0..<5, using: &random) == 0 {
        origin = #"{"reducer":\#(step - 1)}"#
      }
      let patch = "[\(operations.joined(separator: ","))]"
      if step % 50 == 49, let effect = running.first {
        add(#""kind":"modified","step":\#(step),"name":"\#(name)","effect":\#(effect),"patch":\#(patch)"#)
      } else {
        let action = #""name":"\#(name)","action":{"\#(name)":{"_0":\#(step)}},"origin":\#(origin)"#
        add(#""kind":"action","step":\#(step),\#(action),"patch":\#(patch)"#)
      }
      try JSONPatch(JSONNode.parsed(patch)).apply(to: &state)
      if kept.contains(step) { states[step] = state }

      if Int.random(in: 0..<4, using: &random) == 0 {
        lastEffect += 1
        running.append(lastEffect)
        let cause = #""location":"Sample/Sample.swift:1","cause":\#(step),"cancellationIDs":["load"]"#
        add(#""kind":"started","effect":\#(lastEffect),"name":"Load \#(lastEffect)",\#(cause)"#)
      } else if !running.isEmpty, Int.random(in: 0..<3, using: &random) == 0 {
        let effect = running.removeFirst()
        add(#""kind":"call","effect":\#(effect),"dependency":"client.load","arguments":[\#(step)],"result":"\#(step)""#)
        add(#""kind":"\#(effect % 5 == 0 ? "cancelled" : "finished")","effect":\#(effect)"#)
      }
    }
    lines.append(#"{"kind":"end","status":0}"#)
  }
}

extension JSONValue {
  static func parsed(_ text: String) throws -> JSONValue { try JSONNode.parsed(text).value }
}

extension JSONNode {
  static func parsed(_ text: String) throws -> JSONNode { try JSONParser.parse(SourceText(name: "test", text: text)) }
}
