import Dependencies
import Features
import Foundation
import Synchronization
import Testing

/// The client with a closure as its transport, and with a clock whose sleeps return at once.
struct APIClientTests {
  private struct Endpoint: APIRequest {
    struct Response: Decodable, Equatable {
      var id: Int
      var ratio: Double?
      var on: Bool?
    }

    var method = HTTPMethod.get
    var token: String?

    var baseURL: URL { get throws { try #require(URL(string: "https://api.example")) } }
    var path: [String] { ["items"] }
    var headers: HTTPHeaders { token.map { ["Authorization": "Bearer \($0)"] } ?? [:] }
  }

  private let clock = ImmediateClock()
  private let now = Date(timeIntervalSince1970: 1_700_000_000)

  /// Sends a request to a transport that returns these results in order, and returns the number of attempts.
  private func send(
    _ endpoint: Endpoint = Endpoint(),
    _ results: Result<HTTPResponse, any Error>...,
    client: APIClient = APIClient()
  ) async -> (result: Result<APIResponse<Endpoint.Response>, any Error>, attempts: Int) {
    let attempts = Mutex(0)
    let result: Result<APIResponse<Endpoint.Response>, any Error>
    do {
      result = .success(
        try await withDependencies {
          $0.continuousClock = clock
          $0.date = .constant(now)
          $0.httpTransport.send = { _ in
            try attempts.withLock { attempts in
              attempts += 1
              return try #require(attempts <= results.count ? results[attempts - 1] : nil, "too many attempts").get()
            }
          }
        } operation: {
          try await client.send(endpoint)
        }
      )
    } catch {
      result = .failure(error)
    }
    return (result, attempts.withLock { $0 })
  }

  private func response(_ status: Int = 200, _ headers: HTTPHeaders = [:], _ body: String = #"{"id": 1}"#)
    -> HTTPResponse
  {
    HTTPResponse(status: status, headers: headers, body: Data(body.utf8))
  }

  @Test func returnsTheValueWithStatusAndHeaders() async throws {
    let (result, attempts) = await send(.init(), .success(response(201, ["X-Some": "thing"])))
    #expect(try result.get() == APIResponse(value: .init(id: 1), status: 201, headers: ["x-some": "thing"]))
    #expect(attempts == 1)
    #expect(clock.now.offset == .zero)
  }

  @Test(arguments: [HTTPMethod.get, .head, .put, .delete])
  func triesTwiceMoreWithGrowingPauses(_ method: HTTPMethod) async throws {
    let lost = APIError.noConnection(reason: "lost")
    let (result, attempts) = await send(
      .init(method: method),
      .failure(lost),
      .success(response(502)),
      .success(response())
    )
    #expect(try result.get().value.id == 1)
    #expect(attempts == 3)
    #expect(clock.now.offset == .milliseconds(1500))
  }

  @Test func givesUpAfterTheThirdAttempt() async {
    let (result, attempts) = await send(
      .init(),
      .success(response(500)),
      .success(response(500)),
      .success(response(503, [:], #"{"message": "down"}"#))
    )
    #expect(result.apiError == .status(code: 503, message: "down", retryAt: nil))
    #expect(attempts == 3)
  }

  @Test func canBeToldHowOftenAndWhen() async {
    var client = APIClient()
    client.retries = 1
    client.firstDelay = .seconds(3)
    let (result, attempts) = await send(.init(), .success(response(500)), .success(response(500)), client: client)
    #expect(result.apiError == .status(code: 500, message: nil, retryAt: nil))
    #expect(attempts == 2)
    #expect(clock.now.offset == .seconds(3))
  }

  @Test(arguments: [HTTPMethod.post, .patch])
  func doesNotRepeatWhatIsNotIdempotent(_ method: HTTPMethod) async {
    let (result, attempts) = await send(.init(method: method), .success(response(500)))
    #expect(result.apiError == .status(code: 500, message: nil, retryAt: nil))
    #expect(attempts == 1)
  }

  @Test(arguments: [
    APIError.timeout(seconds: 1), .notHTTP, .cancelled, .responseTooLarge(limit: 1), .invalidRequest(reason: ""),
  ])
  func doesNotRepeatWhatWouldOnlyFailAgain(_ error: APIError) async {
    let (result, attempts) = await send(.init(), .failure(error))
    #expect(result.apiError == error)
    #expect(attempts == 1)
  }

  @Test(arguments: [301, 400, 401, 403, 404, 409, 422])
  func doesNotRepeatWhatTheServerHasRefused(_ status: Int) async {
    let (result, attempts) = await send(.init(), .success(response(status, [:], #"{"message": "no"}"#)))
    #expect(result.apiError == .status(code: status, message: "no", retryAt: nil))
    #expect(attempts == 1)
  }

  @Test func waitsAsLongAsTheServerAsks() async throws {
    let (result, attempts) = await send(.init(), .success(response(503, ["Retry-After": "7"])), .success(response()))
    #expect(try result.get().value.id == 1)
    #expect(attempts == 2)
    #expect(clock.now.offset == .seconds(7))
  }

  @Test func waitsUntilTheTimeThatTheServerNames() async throws {
    let (result, _) = await send(
      .init(),
      .success(response(503, ["Retry-After": "Tue, 14 Nov 2023 22:13:29 GMT"])),
      .success(response(503, ["Retry-After": "Tue, 14 Nov 2023 00:00:00 GMT"])),
      .success(response())
    )
    #expect(try result.get().value.id == 1)
    #expect(clock.now.offset == .seconds(9), "a time in the past is no reason to wait")
  }

  @Test func doesNotWaitForEver() async {
    let (result, attempts) = await send(.init(), .success(response(503, ["Retry-After": "11"])))
    #expect(result.apiError == .status(code: 503, message: nil, retryAt: now.addingTimeInterval(11)))
    #expect(attempts == 1)
    #expect(clock.now.offset == .zero)
  }

  @Test func backsOffWhenTheServersWishMakesNoSense() async throws {
    let (result, _) = await send(.init(), .success(response(503, ["Retry-After": "soon"])), .success(response()))
    #expect(try result.get().value.id == 1)
    #expect(clock.now.offset == .milliseconds(500))
  }

  @Test(
    arguments: [
      (429, [:], nil),
      (429, ["Retry-After": "60"], 60),
      (403, ["Retry-After": "60"], 60),
      (403, ["Retry-After": "Tue, 14 Nov 2023 22:13:30 GMT"], 10),
      (403, ["X-RateLimit-Remaining": "0", "X-RateLimit-Reset": "1700000120"], 120),
      (429, ["X-RateLimit-Remaining": "0", "X-RateLimit-Reset": "1700000120"], 120),
      (429, ["X-RateLimit-Remaining": "5", "X-RateLimit-Reset": "1700000120"], nil),
      (429, ["Rate-Remaining": "0", "Rate-Reset": "1700000120"], 120),
      (403, ["Rate-Remaining": "0", "Rate-Reset": "1700000120", "Retry-After": "1"], 1),
      (403, ["Rate-Remaining": "0"], nil),
    ] as [(Int, [String: String], TimeInterval?)]
  )
  func tellsRateLimitsFromOtherRefusals(_ status: Int, _ headers: [String: String], _ seconds: TimeInterval?) async {
    let (result, attempts) = await send(
      .init(),
      .success(response(status, HTTPHeaders(headers), #"{"message": "slow down"}"#))
    )
    #expect(result.apiError == .rateLimited(retryAt: seconds.map(now.addingTimeInterval), message: "slow down"))
    #expect(attempts == 1)
  }

  /// GitHub says so in the message only.
  @Test func aSecondaryRateLimitIsARateLimit() async {
    let message = "You have exceeded a secondary rate limit. Please wait a few minutes before you try again."
    let (result, attempts) = await send(
      .init(),
      .success(response(403, ["X-RateLimit-Remaining": "12"], #"{"message": "\#(message)"}"#))
    )
    #expect(result.apiError == .rateLimited(retryAt: nil, message: message))
    #expect(attempts == 1)
  }

  @Test func aForbiddenRequestIsNoRateLimit() async {
    let (result, _) = await send(.init(), .success(response(403, ["X-RateLimit-Remaining": "59"], "{}")))
    #expect(result.apiError == .status(code: 403, message: nil, retryAt: nil))
  }

  @Test(
    arguments: [
      (
        #"{"message": "Validation Failed", "errors": [{"message": "q is missing", "field": "q"}]}"#,
        "Validation Failed: q is missing"
      ),
      (#"{"message": "Validation Failed", "errors": ["only a text"]}"#, "Validation Failed: only a text"),
      (#"{"error": "invalid_token"}"#, "invalid_token"),
      (#"{"error": {"code": 1}, "errors": [{"message": "a"}, {"message": "b"}]}"#, "a: b"),
      (#"{"message": "line\n\u001b[31mred\u202e  end"}"#, "line [31mred end"),
      (#"{"message": ""}"#, nil),
      (#"{"message": 5}"#, nil),
      ("[]", nil),
      ("<html>", nil),
      ("", nil),
    ] as [(String, String?)]
  )
  func quotesTheServer(_ body: String, _ message: String?) async {
    let (result, _) = await send(.init(), .success(response(400, [:], body)))
    #expect(result.apiError == .status(code: 400, message: message, retryAt: nil))
  }

  @Test func quotesPlainTextAndCutsLongMessages() async {
    let text = await send(.init(), .success(response(400, ["Content-Type": "text/plain; charset=utf-8"], " no\nway ")))
    #expect(text.result.apiError == .status(code: 400, message: "no way", retryAt: nil))
    let long = String(repeating: "a", count: 1_000_000)
    let cut = await send(.init(), .success(response(400, [:], #"{"message": "\#(long)"}"#)))
    #expect(cut.result.apiError == .status(code: 400, message: "\(long.prefix(300))…", retryAt: nil))
  }

  @Test(arguments: [
    ("", "", "valid JSON"),
    ("<html>", "", "valid JSON"),
    (#"{"id": "1"}"#, "id", "a whole number"),
    (#"{"id": 1.5}"#, "id", "a whole number that is not too large"),
    (#"{"id": 99999999999999999999}"#, "id", "a whole number that is not too large"),
    (
      #"{"a": [2.5, {"b": 1e300}], "id": -1e300, "ratio": 2.5, "on": true}"#, "id",
      "a whole number that is not too large"
    ),
    (#"{"id": 1e400}"#, "id", "a whole number that is not too large"),
    (#"{"id": 1.5, "id": 1}"#, "id", "a whole number that is not too large"),
    (#"{"id": 1, "ratio": -1e400, "on": null}"#, "ratio", "a whole number that is not too large"),
    (#"{"a": ["\"]{,\\", {"b": "}"}, []], "\u0069d": 2.5e-1}"#, "id", "a whole number that is not too large"),
    (#"{"a": "\"#, "", "valid JSON"),
    (#"{"id": 1.5"#, "", "valid JSON"),
  ])
  func namesWhatCanNotBeRead(_ body: String, _ path: String, _ expected: String) async {
    let (result, attempts) = await send(.init(), .success(response(200, [:], body)))
    #expect(result.apiError == .undecodable(path: path, expected: expected))
    #expect(attempts == 1)
  }

  @Test func passesOnOtherErrorsOfTheTransport() async {
    struct Other: Error {}
    let (result, attempts) = await send(.init(), .failure(Other()))
    #expect(throws: Other.self) { try result.get() }
    #expect(attempts == 1)
  }

  @Test func aTransportThatIsNotProvidedIsReported() async throws {
    await withExpectedIssue {
      await #expect(throws: UnimplementedFailure.self) { try await APIClient().send(Endpoint()) }
    } matching: {
      $0.message.contains("HTTPTransport.send")
    }
  }

  @Test func cancellationIsAlwaysCancellation() async throws {
    for result: Result<HTTPResponse, APIError> in [
      .success(response()), .success(response(500)), .failure(.cancelled), .failure(.noConnection(reason: "")),
      .failure(.timeout(seconds: 1)),
    ] {
      let attempts = Mutex(0)
      await withDependencies {
        $0.continuousClock = clock
        $0.httpTransport.send = { _ in
          withUnsafeCurrentTask { $0?.cancel() }
          attempts.withLock { $0 += 1 }
          return try result.get()
        }
      } operation: {
        let task = Task { try await APIClient().send(Endpoint()) }
        await #expect(throws: CancellationError.self, "\(result)") { try await task.value }
      }
      #expect(attempts.withLock { $0 } == 1)
    }
  }

  @Test func aPauseCanBeCancelled() async {
    let (attempts, attempt) = AsyncStream.makeStream(of: Void.self)
    let task = withDependencies {
      $0.continuousClock = TestClock()
      $0.httpTransport.send = { _ in
        attempt.yield()
        return HTTPResponse(status: 500)
      }
    } operation: {
      Task { try await APIClient().send(Endpoint()) }
    }
    for await _ in attempts.prefix(1) {}
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  @Test func secretsThatAServerSendsBackGoNowhere() async throws {
    let token = "ghp_0123456789"
    let refused = await send(
      .init(token: token),
      .success(response(400, ["X-Echo": "Bearer \(token)"], #"{"message": "bad token \#(token), I said \#(token)"}"#))
    )
    #expect(
      refused.result.apiError == .status(code: 400, message: "bad token <redacted>, I said <redacted>", retryAt: nil)
    )
    let echoed = await send(.init(token: token), .success(response(200, ["X-Echo": "a \(token) b"])))
    #expect(try echoed.result.get().headers == ["X-Echo": "a <redacted> b"])
    let unreadable = await send(.init(token: token), .success(response(200, [:], #"{"\#(token)": "\#(token)"}"#)))
    #expect(!"\(unreadable)".contains(token))
  }

  @Test func aTokenWithALineBreakIsRefusedWithoutShowingIt() async {
    let (result, attempts) = await send(.init(token: "ghp_1\r\nX-Evil: 1"))
    #expect(
      result.apiError == .invalidRequest(reason: #"The header field "Authorization" has characters that HTTP forbids."#)
    )
    #expect(attempts == 0)
  }
}

extension Result {
  /// The error if it is an ``APIError``.
  var apiError: APIError? { if case .failure(let error) = self { error as? APIError } else { nil } }
}
