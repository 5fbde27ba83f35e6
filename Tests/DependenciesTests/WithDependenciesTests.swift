import Foundation
import Testing

@testable import Dependencies

private enum NumberKey: DependencyKey {
  static let liveValue = 1
  static let testValue = 0
}

extension DependencyValues {
  fileprivate var number: Int {
    get { self[NumberKey.self] }
    set { self[NumberKey.self] = newValue }
  }
}

private var number: Int { DependencyValues.current.number }

@Suite struct WithDependenciesTests {
  @Test func innerScopesWinAndEnd() {
    let result = withDependencies {
      $0.number = 1
    } operation: {
      let inner = withDependencies {
        $0.number += 1
      } operation: {
        number
      }
      return (inner, number)
    }
    #expect(result == (2, 1))
    #expect(number == 0)
  }

  @Test func errorsEndTheScope() async {
    #expect(throws: Failure.self) {
      try withDependencies {
        $0.number = 1
      } operation: {
        throw Failure()
      }
    }
    #expect(number == 0)
    await #expect(throws: Failure.self) {
      try await withDependencies { _ in
        throw Failure()
      } operation: {
        await Task.yield()
      }
    }
    #expect(number == 0)
  }

  @MainActor @Test func asynchronousOperationsStayOnTheActor() async {
    var log: [Int] = []
    await withDependencies {
      await Task.yield()
      MainActor.assertIsolated()
      $0.number = 1
    } operation: {
      await Task.yield()
      MainActor.assertIsolated()
      log.append(number)
    }
    #expect(log == [1])
  }

  @Test func childTasksInherit() async {
    await withDependencies {
      $0.number = 5
    } operation: {
      async let child = number
      #expect(await child == 5)
      #expect(await Task { number }.value == 5)
      #expect(await Task.detached { number }.value == 0)
      let sum = await withTaskGroup(of: Int.self) { group in
        for _ in 0..<10 { group.addTask { number } }
        return await group.reduce(0, +)
      }
      #expect(sum == 50)
    }
  }

  @Test func tasksThatOutliveTheScopeKeepItsValues() async {
    let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
    let task = withDependencies {
      $0.number = 5
    } operation: {
      Task {
        for await _ in stream {}
        return number
      }
    }
    #expect(number == 0)
    continuation.finish()
    #expect(await task.value == 5)
  }

  @Test func aHundredTasksThatOverrideTheSameKeySeeTheirOwn() async {
    let feature = Dependency(\.number)
    await withTaskGroup(of: [Int].self) { group in
      for task in 1...100 {
        group.addTask {
          await withDependencies {
            $0.number = task
          } operation: {
            var seen: [Int] = []
            for _ in 0..<10 {
              seen.append(feature.wrappedValue)
              await Task.yield()
              seen.append(number)
            }
            return seen
          }
        }
      }
      var tasks: Set<Int> = []
      for await seen in group {
        #expect(Set(seen).count == 1)
        tasks.formUnion(seen)
      }
      #expect(tasks == Set(1...100))
    }
    #expect(number == 0)
  }

  @Test func fromAModelStartsWithWhatItCaptured() async {
    struct Parent {
      @Dependency(\.number) var number
      @Dependency(\.uuid) var uuid
    }
    let parent = withDependencies {
      $0.number = 5
      $0.uuid = .constant(UUID(1))
    } operation: {
      Parent()
    }
    let child = withDependencies(from: parent) {
      $0.uuid = .constant(UUID(2))
    } operation: {
      Parent()
    }
    #expect(child.number == 5)
    #expect(child.uuid() == UUID(2))
    let asynchronous = await withDependencies(from: parent) {
      await Task.yield()
      $0.number += 1
    } operation: {
      await Task.yield()
      return number
    }
    #expect(asynchronous == 6)
  }

  @Test func fromAModelWithoutDependenciesReports() throws {
    struct Nothing {}
    let line = #line + 2
    let issues = withCapturedIssues {
      let result = withDependencies(from: Nothing()) { number }
      #expect(result == 0)
    }
    let issue = try #require(issues.first)
    #expect(issues.count == 1)
    #expect(issue.line == line)
    #expect(
      issue.message == """
        withDependencies(from:) was given a 'Nothing', which holds no dependencies.

        It takes them from a property marked '@Dependency', and 'Nothing' has none. The operation ran with the current \
        dependencies. Add such a property, or leave out 'from:'.
        """
    )
  }

  @Test func escapedDependenciesReachCallbacks() async {
    let numbers = await withCheckedContinuation { continuation in
      withDependencies {
        $0.number = 5
      } operation: {
        withEscapedDependencies { dependencies in
          DispatchQueue.global().async {
            let before = number
            let during = dependencies.yield { number }
            let again = dependencies.yield { number }
            continuation.resume(returning: [before, during, again, number])
          }
        }
      }
    }
    #expect(numbers == [0, 5, 5, 0])
  }

  private final class Box: Sendable {}

  private enum BoxKey: TestDependencyKey {
    static var testValue: Box { Box() }
  }

  /// A callback on another thread belongs to no test, so it reads the test's values only if they were escaped.
  @Test func escapedDependenciesHaveTheDefaultValuesOfTheTest() async {
    @Dependency(BoxKey.self) var box
    let escaped = await withCheckedContinuation { continuation in
      withEscapedDependencies { dependencies in
        DispatchQueue.global().async {
          @Dependency(BoxKey.self) var box
          continuation.resume(returning: dependencies.yield { box })
        }
      }
    }
    #expect(escaped === box)
    let fromAsync = await withEscapedDependencies { dependencies in
      await Task.detached { dependencies.yield { DependencyValues.current[BoxKey.self] } }.value
    }
    #expect(fromAsync === box)
  }

  @Test func aReaderKeepsNoDefaultValueOfAnotherTest() async {
    @Dependency(BoxKey.self) var box
    let reader = _box
    let elsewhere = await withCheckedContinuation { continuation in
      DispatchQueue.global().async { continuation.resume(returning: reader.wrappedValue) }
    }
    #expect(box !== elsewhere)
    #expect(box === DependencyValues.current[BoxKey.self])
  }

  @Test func escapedDependenciesReachDetachedTasks() async {
    let number = await withDependencies {
      $0.number = 5
    } operation: {
      await withEscapedDependencies { dependencies in
        await Task.detached {
          await dependencies.yield {
            await Task.yield()
            return DependenciesTests.number
          }
        }.value
      }
    }
    #expect(number == 5)
  }

  @Test func preparingTheProcessInATestIsReportedAndIgnored() throws {
    let line = #line + 2
    let issues = withCapturedIssues {
      prepareDependencies { $0.number = 5 }
    }
    let issue = try #require(issues.first)
    #expect(issues.count == 1)
    #expect(issue.line == line)
    #expect(
      issue.message == """
        prepareDependencies was called in a test, and was ignored.

        It changes the values of the whole process, so every other test would see the change. Override the values for \
        this test only, with 'withDependencies { ... } operation: { ... }'.
        """
    )
    #expect(number == 0)
  }
}
