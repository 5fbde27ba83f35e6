import Foundation
import Testing

@testable import Dependencies

@Suite struct EffectValuesTests {
  @Dependency(\.assert) var assert
  @Dependency(\.assertionFailure) var assertionFailure
  @Dependency(\.precondition) var precondition
  @Dependency(\.fireAndForget) var fireAndForget

  @Test func assertionsFailTheTest() {
    let line = #line + 2
    let issues = withCapturedIssues {
      assert(1 > 2, "Too small")
      precondition(false)
      assertionFailure("Unreachable")
      assert(true)
      precondition(true, "Never shown")
    }
    #expect(issues.map(\.message) == ["Too small", "An assertion failed.", "Unreachable"])
    #expect(issues.map(\.line) == [line, line + 1, line + 2])
  }

  #if os(Linux) || os(macOS)
    @Test func aProgramStopsWhereWhatIsRequiredDoesNotHold() async throws {
      let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        withDependencies({ $0.context = .live }) {
          let values = DependencyValues.current
          values.assert(true)
          values.precondition(true)
          try? FileHandle.standardError.write(contentsOf: Data("What holds is passed over.".utf8))
          values.precondition(false)
        }
      }
      let output = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
      #expect(output.contains("What holds is passed over."), "\(output)")
    }
  #endif

  @Test func aTestSeesAllOfTheWork() async {
    let count = LockIsolated(0)
    let issues = await withCapturedIssues {
      await fireAndForget(name: "Track") {
        await Task.yield()
        #expect(Task.name == "Track")
        count.withValue { $0 += 1 }
      }
      #expect(count.value == 1)
      await fireAndForget(priority: .high) { throw Failure() }
      // Reported where it was thrown.
      await fireAndForget { throw UnimplementedFailure(endpoint: "track") }
      let _: Void? = withErrorReporting { throw UnimplementedFailure(endpoint: "track") }
    }
    #expect(issues.map(\.message) == ["Caught error: Failure()"])
  }

  @Test func aProgramDoesNotWait() async {
    await withDependencies({ $0.context = .live }) {
      @Dependency(\.fireAndForget) var fireAndForget
      let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
      let (gate, opener) = AsyncStream.makeStream(of: Never.self)
      await fireAndForget {
        for await _ in gate {}
        continuation.yield(1)
        throw Failure()
      }
      opener.finish()
      #expect(await stream.first { _ in true } == 1)
    }
  }

  @Test func notificationsOfAScopeAreItsOwn() {
    let name = Notification.Name("EffectValuesTests")
    let count = LockIsolated(0)
    withDependencies { _ in
    } operation: {
      @Dependency(\.notificationCenter) var center
      let token = center.addObserver(forName: name, object: nil, queue: nil) { _ in count.withValue { $0 += 1 } }
      defer { center.removeObserver(token) }
      @Dependency(\.notificationCenter) var sameCenter
      sameCenter.post(name: name, object: nil)
      NotificationCenter.default.post(name: name, object: nil)
      withDependencies({ $0.notificationCenter = NotificationCenter() }) {
        @Dependency(\.notificationCenter) var other
        other.post(name: name, object: nil)
      }
      withDependencyValues(DependencyValues.current.withOwnDefaultValues()) {
        @Dependency(\.notificationCenter) var ofAnotherTest
        ofAnotherTest.post(name: name, object: nil)
      }
    }
    #expect(count.value == 1)
  }
}
