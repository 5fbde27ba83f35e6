import Foundation
import Testing

@testable import Dependencies

private var number: Int { DependencyValues.current.number }

@Suite struct WithDependenciesTests {
  @Test func innerScopesWinAndEnd() async {
    let result = withDependencies({ $0.number = 5 }) {
      let inner = withDependencies({ $0.number += 1 }) { number }
      return (inner, number)
    }
    #expect(result == (6, 5))
    #expect(throws: Failure.self) {
      try withDependencies({ $0.number = 5 }) { throw Failure() }
    }
    await #expect(throws: Failure.self) {
      try await withDependencies({ _ in throw Failure() }) { await Task.yield() }
    }
    #expect(number == 3)
  }

  @MainActor @Test func asynchronousOperationsStayOnTheActor() async {
    var log: [Int] = []
    await withDependencies {
      await Task.yield()
      MainActor.assertIsolated()
      $0.number = 5
    } operation: {
      await Task.yield()
      MainActor.assertIsolated()
      log.append(number)
    }
    #expect(log == [5])
  }

  @Test func childTasksInheritAndKeepTheirValues() async {
    let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
    let task = await withDependencies({ $0.number = 5 }) {
      async let child = number
      #expect(await child == 5)
      #expect(await Task.detached { number }.value == 3)
      let sum = await withTaskGroup(of: Int.self) { group in
        for _ in 0..<10 { group.addTask { number } }
        return await group.reduce(0, +)
      }
      #expect(sum == 50)
      return Task {
        for await _ in stream {}
        return number
      }
    }
    #expect(number == 3)
    continuation.finish()
    #expect(await task.value == 5)
  }

  @Test func aHundredTasksThatOverrideTheSameKeySeeTheirOwn() async {
    let feature = Dependency(\.number)
    await withTaskGroup(of: [Int].self) { group in
      for task in 1...100 {
        group.addTask {
          await withDependencies({ $0.number = task }) {
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
    #expect(number == 3)
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
    let child = withDependencies(from: parent, { $0.uuid = .constant(UUID(2)) }) { Parent() }
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

  @Test func fromAModelWithoutDependenciesReports() {
    struct Nothing {}
    let line = #line + 2
    let issues = withCapturedIssues {
      let result = withDependencies(from: Nothing()) { number }
      #expect(result == 3)
    }
    #expect(issues.map(\.line) == [line])
    #expect(
      issues.first?.message == """
        withDependencies(from:) was given a 'Nothing', which holds no dependencies.

        It takes them from a property marked '@Dependency', and 'Nothing' has none. The operation ran with the current \
        dependencies. Add such a property, or leave out 'from:'.
        """
    )
  }

  /// A callback on another thread belongs to no test, so it reads the test's values only if they were escaped.
  @Test func escapedDependenciesReachCallbacksAndDetachedTasks() async {
    @Dependency(BoxKey.self) var box
    let reader = _box
    await withDependencies({ $0.number = 5 }) {
      typealias Seen = (numbers: [Int], boxes: [Box])
      let seen = await withCheckedContinuation { (continuation: CheckedContinuation<Seen, Never>) in
        withEscapedDependencies { dependencies in
          DispatchQueue.global().async {
            let numbers = [number, dependencies.yield { number }, dependencies.yield { number }, number]
            let boxes = [dependencies.yield { DependencyValues.current[BoxKey.self] }, reader.wrappedValue]
            continuation.resume(returning: (numbers, boxes))
          }
        }
      }
      #expect(seen.numbers == [3, 5, 5, 3])
      #expect(seen.boxes[0] === box && seen.boxes[1] !== box)
      let fromTask = await withEscapedDependencies { dependencies in
        await Task.detached {
          await dependencies.yield {
            await Task.yield()
            return DependencyValues.current[BoxKey.self]
          }
        }.value
      }
      #expect(fromTask === box)
    }
    #expect(DependencyValues.current[BoxKey.self] === box)
  }

  @Test func preparingTheProcessInATestIsReportedAndIgnored() {
    let line = #line + 1
    let issues = withCapturedIssues { prepareDependencies { $0.number = 5 } }
    #expect(issues.map(\.line) == [line])
    #expect(
      issues.first?.message == """
        prepareDependencies was called in a test, and was ignored.

        It changes the values of the whole process, so every other test would see the change. Override the values for \
        this test only, with 'withDependencies { ... } operation: { ... }'.
        """
    )
    #expect(number == 3)
  }
}
