import Store
import Testing

@MainActor
@Suite struct ResultTests {
  @Test func anAsynchronousOperationBecomesAResult() async throws {
    func succeed() async throws -> Int {
      await Task.yield()
      return 1
    }
    func fail() async throws -> Int {
      await Task.yield()
      throw Failure()
    }
    let success: Result<Int, any Error> = await Result { try await succeed() }
    #expect(try success.get() == 1)
    let failure = await Result { try await fail() }
    #expect(throws: Failure()) { try failure.get() }
  }

  @Test func theTypeOfTheErrorStays() async {
    func fail() async throws(Failure) -> Int { throw Failure() }
    let failure = await Result { () async throws(Failure) in try await fail() }
    #expect(failure == .failure(Failure()))
    let success: Result<Int, Never> = await Result { () async in 1 }
    #expect(success == .success(1))
  }

  @Test func itStaysOnTheActor() async {
    var count = 0
    let result: Result<Int, Never> = await Result {
      await Task.yield()
      MainActor.assertIsolated()
      count += 1
      return count
    }
    #expect(result == .success(1))
  }
}
