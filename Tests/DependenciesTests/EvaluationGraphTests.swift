import Testing

@testable import Dependencies

@Suite struct EvaluationGraphTests {
  private typealias Graph = EvaluationGraph<Int, String, String>

  @Test func whoComesFirstEvaluatesAndOthersWait() {
    var graph = Graph()
    expect(graph.begin("a", on: 1, signal: "a of 1"), .evaluate)
    expect(graph.begin("a", on: 2, signal: "never"), .wait("a of 1"))
    expect(graph.begin("b", on: 3, signal: "b of 3"), .evaluate)
    #expect(graph.end("a", on: 1) == "a of 1")
    expect(graph.begin("a", on: 2, signal: "a of 2"), .evaluate)
    #expect(graph.end("a", on: 2) == "a of 2")
    #expect(graph.end("b", on: 3) == "b of 3")
  }

  @Test func aValueThatNeedsItselfIsACircle() {
    var graph = Graph()
    expect(graph.begin("a", on: 1, signal: ""), .evaluate)
    expect(graph.begin("a", on: 1, signal: ""), .stop(circle: ["a", "a"]))
  }

  @Test func circlesOnOneThreadBeginWithTheWantedValue() {
    var graph = Graph()
    for id in ["a", "b", "c"] { expect(graph.begin(id, on: 1, signal: ""), .evaluate) }
    expect(graph.begin("b", on: 1, signal: ""), .stop(circle: ["b", "c", "b"]))
  }

  @Test func circlesGoOverAllThreadsThatWait() {
    var graph = Graph()
    for (thread, ids) in [["a", "b"], ["c"], ["d", "e"]].enumerated() {
      for id in ids { expect(graph.begin(id, on: thread, signal: id), .evaluate) }
    }
    expect(graph.begin("c", on: 0, signal: ""), .wait("c"))
    expect(graph.begin("d", on: 1, signal: ""), .wait("d"))
    expect(graph.begin("a", on: 2, signal: ""), .stop(circle: ["a", "b", "c", "d", "e", "a"]))
  }

  @Test func waitingForAThreadThatWaitsForAnotherIsNoCircle() {
    var graph = Graph()
    expect(graph.begin("a", on: 0, signal: "a"), .evaluate)
    expect(graph.begin("b", on: 1, signal: "b"), .evaluate)
    expect(graph.begin("b", on: 0, signal: ""), .wait("b"))
    expect(graph.begin("a", on: 2, signal: ""), .wait("a"))
    #expect(graph.end("b", on: 1) == "b")
    // The thread's wait is over, although the thread has not noticed yet, so this is not a circle.
    expect(graph.begin("a", on: 1, signal: ""), .wait("a"))
    graph.endWait(on: 0)
    #expect(graph.end("a", on: 0) == "a")
  }

  private func expect(
    _ action: Graph.Action,
    _ expected: Graph.Action,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect("\(action)" == "\(expected)", sourceLocation: sourceLocation)
  }
}
