import Foundation
import LoopbackServer
import Testing

@testable import Execution
@testable import StoreTesting

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Effects that do real input and output.
@Suite struct LoopbackTests {
  @Test func requestsAreWaitedFor() async throws {
    let server = try makeServer()
    let store = makeStore(server)
    for number in 1...3 {
      await store.send(.load(number))
      await store.receive(\.loaded, number) { $0.count = number }
    }
    await store.finish()
  }

  @MainActor @Test func requestsAreWaitedForFromTheMainActor() async throws {
    let server = try makeServer()
    let store = makeStore(server)
    await store.send(.load(7))
    await store.receive(\.loaded, 7) { $0.count = 7 }
    await store.finish()
  }

  /// The response arrives after the end of the test, at a task that ignores its cancellation.
  @Test func requestsCanOutliveTheTest() async throws {
    let server = try makeServer()
    weak var executor: StoreExecutor?
    do {
      let store = makeStore(server)
      executor = store.executor
      store.exhaustivity = .off
      await store.send(.load(1))
    }
    while executor != nil { await Task.yield() }
  }

  private func makeServer() throws -> LoopbackServer {
    try LoopbackServer { .json(String($0.path.dropFirst())) }
  }

  private func makeStore(_ server: LoopbackServer) -> TestStoreOf<Feature> {
    let url = server.url
    return TestStore(initialState: Feature.State()) {
      Feature { number in
        guard let url = URL(string: "\(url)/\(number)") else { return -1 }
        // Does not use the async function of `URLSession`: cancelling it crashes now and then on Linux (Swift 6.3).
        return await withCheckedContinuation { continuation in
          URLSession.shared.dataTask(with: url) { data, _, _ in
            continuation.resume(returning: data.flatMap { Int(String(decoding: $0, as: UTF8.self)) } ?? -1)
          }
          .resume()
        }
      }
    }
  }
}
