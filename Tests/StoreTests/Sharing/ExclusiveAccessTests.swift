import Foundation
import Store
import Testing

/// What threads wait for that change and read shared values at the same time.
@Suite struct ExclusiveAccessTests {
  /// Runs closures on threads of their own. Returns whether all of them end, within a minute at most.
  static func end(_ bodies: (@Sendable () -> Void)...) -> Bool {
    let ends = bodies.map { body in
      let end = DispatchSemaphore(value: 0)
      withEscapedDependencies { dependencies in
        Thread.detachNewThread {
          dependencies.yield(body)
          end.signal()
        }
      }
      return end
    }
    let deadline = DispatchTime.now() + 60
    return ends.allSatisfy { $0.wait(timeout: deadline) == .success }
  }

  @Test func readingNeverWaitsForAChange() {
    let (first, second) = (Shared(value: 1), Shared(value: 2))
    let (isInFirst, isInSecond) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let isFirstChanged = DispatchSemaphore(value: 0)
    let isEnded = Self.end(
      {
        first.withLock {
          isInFirst.signal()
          isInSecond.wait()
          $0 += second.wrappedValue
        }
        isFirstChanged.signal()
      },
      {
        second.withLock {
          isInSecond.signal()
          isInFirst.wait()
          // As it was before the change, or after it.
          $0 += first.wrappedValue
          isFirstChanged.wait()
          #expect((first.wrappedValue, second.wrappedValue) == (3, 2))
        }
      }
    )
    #expect(isEnded && first.wrappedValue == 3 && second.wrappedValue >= 3)
  }

  @Test func changesWithinChangesHaveAnOrder() {
    let (outer, inner) = (Shared(value: 0), Shared(value: 0))
    let change: @Sendable () -> Void = {
      for _ in 0..<2_000 {
        outer.withLock { outer in
          outer += 1
          inner.withLock { $0 += 1 }
        }
      }
    }
    let isEnded = Self.end(change, change, change)
    #expect(isEnded && (outer.wrappedValue, inner.wrappedValue) == (6_000, 6_000))
  }

  @Test func closuresThatWaitForOneAnotherStopTheProgram() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let values = ["first", "second", "third"].map { Shared(value: $0) }
      let areIn = values.map { _ in DispatchSemaphore(value: 0) }
      _ = ExclusiveAccessTests.end(
        { ExclusiveAccessTests.change(0, of: values, areIn) },
        { ExclusiveAccessTests.change(1, of: values, areIn) },
        { ExclusiveAccessTests.change(2, of: values, areIn) }
      )
    }
    let output = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    let named = ["first", "second", "third"].map { "Shared:  value: \"\($0)\"" }
    for part in named + [
      "Closures of \"withLock\" wait for one another", "Change one value after the other, not within the closure",
    ] { #expect(output.contains(part), "\(output)") }
  }

  /// Changes a value, and within that the next one, when all threads are changing one.
  private static func change(_ index: Int, of values: [Shared<String>], _ areIn: [DispatchSemaphore]) {
    values[index].withLock { _ in
      for _ in values { areIn[index].signal() }
      for isIn in areIn { isIn.wait() }
      values[(index + 1) % values.count].withLock { $0 += "!" }
    }
  }

  private struct Row { @Shared(.inMemory("sorting")) var sorting = 0 }

  /// Thread 1 makes a value whose key reads another value while it loads. Thread 2 changes that one, and makes a value
  /// with a key of its own.
  @Test func aKeyThatLoadsKeepsNobodyWaiting() {
    let user = Shared(value: "Blob")
    let (isLoading, isChanging) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let files = HeldFiles()
    let url = URL(filePath: "/drafts")
    files.replace(url, with: "x")
    let drafts = LockIsolated("")
    let isEnded = Self.end(
      {
        files.keep {
          let key = FileStorageKey<String>.fileStorage(url) { _ in
            isLoading.signal()
            isChanging.wait()
            return "drafts of \(user.wrappedValue)"
          } encode: {
            Data($0.utf8)
          }
          drafts.setValue(Shared(wrappedValue: "", key).wrappedValue)
        }
      },
      {
        user.withLock { name in
          isLoading.wait()
          name += "\(Row().sorting)"
          isChanging.signal()
        }
      }
    )
    #expect(isEnded && drafts.value.hasPrefix("drafts of Blob"))
  }

  /// Two files whose values change one another while they are encoded.
  @Test func encodingKeepsNobodyWaiting() {
    let files = HeldFiles()
    let (isInFirst, isInSecond) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let values = LockIsolated<[Shared<Int>]>([])
    @Sendable func makeValue(_ name: String, _ onEncode: @escaping @Sendable () -> Void) -> Shared<Int> {
      files.keep {
        let key = FileStorageKey<Int>.fileStorage(URL(filePath: "/\(name)")) {
          Int(String(decoding: $0, as: UTF8.self)) ?? -1
        } encode: { value in
          if value == 1 { onEncode() }
          return Data("\(value)".utf8)
        }
        return Shared(wrappedValue: 0, key)
      }
    }
    let first = makeValue("first") {
      isInFirst.signal()
      isInSecond.wait()
      values.value[1].withLock { $0 = 2 }
    }
    let second = makeValue("second") {
      isInSecond.signal()
      isInFirst.wait()
      values.value[0].withLock { $0 = 2 }
    }
    values.setValue([first, second])
    let isEnded = Self.end({ first.withLock { $0 = 1 } }, { second.withLock { $0 = 1 } })
    #expect(isEnded)
    for _ in 1...2 { files.passTime() }
    #expect([first, second].map(\.wrappedValue) == [2, 2])
    #expect(["/first", "/second"].map { files.text(URL(filePath: $0)) } == ["2", "2"])
    values.setValue([])
  }
}
