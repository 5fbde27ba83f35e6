import ComposableArchitecture
import Testing

@Suite struct WithMainSerialExecutorTests {
  private struct Failure: Error {}

  @Test func operationsRun() {
    #expect(withMainSerialExecutor { 1 } == 1)
    #expect(withMainSerialExecutor(operation: { 2 }) == 2)
    #expect(throws: Failure.self) { try withMainSerialExecutor { throw Failure() } }
  }

  @MainActor
  @Test func asynchronousOperationsRun() async {
    var hasRun = false
    await withMainSerialExecutor {
      await Task.yield()
      hasRun = true
    }
    #expect(hasRun)
    await #expect(throws: Failure.self) {
      try await withMainSerialExecutor {
        await Task.yield()
        throw Failure()
      }
    }
  }

  @Test func theProcessStaysAsItIs() {
    let value = uncheckedUseMainSerialExecutor
    uncheckedUseMainSerialExecutor = true
    #expect(!uncheckedUseMainSerialExecutor)
    uncheckedUseMainSerialExecutor = value
  }
}
