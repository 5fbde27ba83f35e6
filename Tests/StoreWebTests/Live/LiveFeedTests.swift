import Foundation
import Testing

@testable import StoreTrace
@testable import StoreWeb

struct LiveFeedTests {
  private let signal = LiveSignal()

  private func feed(limit: Int = 1 << 20, state: JSONValue = ["count": .integer(0)]) -> LiveFeed {
    let feed = LiveFeed(signal, limit: limit)
    feed.begin(header(state))
    return feed
  }

  private func header(_ state: JSONValue) -> TraceHeader {
    TraceHeader(program: "Test", version: "1", feature: "Counter", isLive: true, date: .distantPast, state: state)
  }

  private func record(_ step: Int, padding: Int = 0) -> TraceRecord {
    let node = JSONNode(.string(String(repeating: "x", count: padding)), at: 0..<0)
    let patch = JSONPatch([.replace(JSONPointer(["count"]), .integer(Int64(step)))])
    let action = TraceRecord.Action(step: step, name: "set", action: node, origin: .user, patch: patch)
    return TraceRecord(time: 0, wall: 0, content: .action(action))
  }

  /// What a page gets, in a few letters: `header`, `frame 3`, and the numbers of records.
  private func texts(_ parts: [LiveFeed.Part]) throws -> [String] {
    try parts.flatMap { part -> [String] in
      switch part {
      case .header: return ["header"]
      case .frame(let bytes):
        let state = try JSONValue.parsed(String(decoding: bytes, as: UTF8.self))
        return ["frame \(state["count"].map { "\($0)" } ?? "?")"]
      case .records(let lines):
        return try lines.map { line in
          let record = try JSONValue.parsed(String(decoding: line, as: UTF8.self))
          return record["step"].map { "\($0)" } ?? record["kind"].map { "\($0)" } ?? "?"
        }
      }
    }
  }

  @Test func aPageGetsEverythingOnceAndThenWhatIsNew() throws {
    let feed = feed()
    let first = try #require(feed.parts(after: nil))
    #expect(try texts(first.parts) == ["header", "frame 0"])
    #expect(feed.parts(after: first.position) == nil)
    feed.write(record(1))
    feed.write(record(2))
    let second = try #require(feed.parts(after: first.position))
    #expect(try texts(second.parts) == ["frame 0", "1", "2"], "the frame comes again: it had no record")
    feed.write(record(3))
    let third = try #require(feed.parts(after: second.position))
    #expect(try texts(third.parts) == ["3"])
    #expect(try texts(try #require(feed.parts(after: LiveFeed.Position(session: 1, record: 1))).parts) == ["2", "3"])
    #expect(feed.lastStep == 3)
  }

  @Test func aPositionThatIsNotKnownGetsEverything() throws {
    let feed = feed()
    feed.write(record(1))
    for text in ["2.1", "1.7", "1.-1", "0.0"] {
      let position = try #require(LiveFeed.Position(text))
      #expect(try texts(try #require(feed.parts(after: position)).parts) == ["header", "frame 0", "1"], "\(text)")
    }
    for text in ["", "1", "a.b", "1.2.3", "99999999999999999999.1"] { #expect(LiveFeed.Position(text) == nil) }
    #expect(LiveFeed.Position("3.12")?.text == "3.12")
  }

  @Test func theOldestStepsAreDroppedUpToAKeyFrameAndTheTraceCanBeRead() throws {
    let feed = feed(limit: 300_000)
    for step in 1...100 { feed.write(record(step, padding: 10_000)) }
    let (parts, _) = try #require(feed.parts(after: nil, size: .max))
    let texts = try texts(parts)
    let steps = texts.compactMap { Int($0) }
    #expect(texts.first == "header")
    #expect(steps.last == 100)
    #expect(steps.count < 40)
    #expect(steps == Array(try #require(steps.first)...100), "no step is missing")
    #expect(texts[1] == "frame \(try #require(steps.first) - 1)", "the key frame is the state before them")
    // A page that was there when they were dropped begins anew.
    #expect(
      try self.texts(try #require(feed.parts(after: LiveFeed.Position(session: 1, record: 3))).parts).first == "header"
    )
    var reader = try TraceReader(name: "trace", InputLines(feed.trace()))
    #expect(reader.header.feature == "Counter")
    var state = reader.header.state
    while let (record, source) = try reader.next() { try record.apply(to: &state, source) }
    #expect(state == ["count": .integer(100)])
  }

  @Test func manyRecordsComeInSeveralParts() throws {
    let feed = feed()
    for step in 1...50 { feed.write(record(step, padding: 1_000)) }
    var position: LiveFeed.Position?
    var steps: [Int] = []
    while let (parts, next) = feed.parts(after: position, size: 4_000) {
      #expect(try texts(parts).count <= 7)
      steps += try texts(parts).compactMap { Int($0) }
      position = next
    }
    #expect(steps == Array(1...50))
  }

  @Test func aCommitForgetsWhatLedToTheState() throws {
    let feed = feed()
    for step in 1...3 { feed.write(record(step)) }
    let old = try #require(feed.parts(after: nil)).position
    feed.commit()
    #expect(try texts(try #require(feed.parts(after: old)).parts) == ["header", "frame 3"])
    feed.write(record(4))
    #expect(try texts(try #require(feed.parts(after: nil)).parts) == ["header", "frame 3", "4"])
  }

  @Test func nothingComesAfterTheEnd() throws {
    let feed = feed()
    feed.write(TraceRecord(time: 0, wall: 0, content: .end(status: 0)))
    feed.write(record(1))
    #expect(feed.hasEnded)
    #expect(try texts(try #require(feed.parts(after: nil)).parts) == ["header", "frame 0", #""end""#])
  }

  @Test func aSignalWakesThoseWhoWait() async {
    let version = signal.version
    async let isWoken = signal.wait(after: version, atMost: .seconds(3600))
    signal.notify()
    #expect(await isWoken)
    #expect(await signal.wait(after: version, atMost: .seconds(3600)), "what has changed before needs no waiting")
    #expect(await !signal.wait(after: signal.version, atMost: .zero))
    let cancelled = Task { [signal] in await signal.wait(after: signal.version, atMost: .seconds(3600)) }
    cancelled.cancel()
    #expect(await !cancelled.value)
  }
}
