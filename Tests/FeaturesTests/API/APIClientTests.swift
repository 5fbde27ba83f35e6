import Features
import Foundation
import Store
import Synchronization
import Testing

/// The client with a closure as its transport, and with a clock whose sleeps return at once.
struct APIClientTests {
  private let clock = ImmediateClock()
  private let now = Date(timeIntervalSince1970: 1_700_000_000)

  /// Sends a request to a transport that returns these results in order, and returns the number of attempts.
  private func send(
    _ results: Result<HTTPResponse, any Error>...,
    method: HTTPMethod = .get,
    headers: HTTPHeaders = [:],
    client: APIClient = APIClient()
  ) async -> (result: Result<APIResponse<ExampleRequest.Response>, any Error>, attempts: Int) {
    let attempts = Mutex(0)
    let result = await withDependencies {
      $0.continuousClock = clock
      $0.date = .constant(now)
      $0.httpTransport.send = { _ in
        try attempts.withLock { attempts in
          attempts += 1
          return try #require(attempts <= results.count ? results[attempts - 1] : nil, "too many attempts").get()
        }
      }
    } operation: {
      await Result { try await client.send(ExampleRequest(method: method, headers: headers)) }
    }
    return (result, attempts.withLock { $0 })
  }

  private func response(_ status: Int = 200, _ headers: HTTPHeaders = [:], _ body: String = #"{"id": 1}"#)
    -> HTTPResponse
  {
    HTTPResponse(status: status, headers: headers, body: Data(body.utf8))
  }

  @Test func returnsTheValueWithStatusAndHeaders() async throws {
    let (result, attempts) = await send(.success(response(201, ["X-Some": "thing"])))
    #expect(try result.get() == APIResponse(value: .init(id: 1), status: 201, headers: ["x-some": "thing"]))
    #expect(attempts == 1)
    #expect(clock.now.offset == .zero)
  }

  @Test(arguments: [HTTPMethod.get, .head, .put, .delete])
  func triesTwiceMoreWithGrowingPauses(_ method: HTTPMethod) async throws {
    let lost = APIError.noConnection(reason: "lost")
    let (result, attempts) = await send(.failure(lost), .success(response(502)), .success(response()), method: method)
    #expect(try result.get().value.id == 1)
    #expect(attempts == 3)
    #expect(clock.now.offset == .milliseconds(1500))
  }

  @Test func canBeToldHowOftenToTryAndWhen() async {
    var client = APIClient()
    client.retries = 1
    client.firstDelay = .seconds(3)
    let (_, attempts) = await send(.success(response(500)), .success(response(503)), client: client)
    #expect(attempts == 2 && clock.now.offset == .seconds(3))
  }

  @Test(arguments: [
    APIError.timeout(seconds: 1), .notHTTP, .cancelled, .responseTooLarge(limit: 1), .invalidRequest(reason: ""),
  ])
  func doesNotRepeatWhatWouldOnlyFailAgain(_ error: APIError) async {
    let (result, attempts) = await send(.failure(error))
    #expect(result.apiError == error)
    #expect(attempts == 1)
  }

  /// Neither what the server has refused, nor what is not idempotent.
  @Test(arguments: [
    (HTTPMethod.post, 500), (.patch, 500), (.get, 301), (.get, 304), (.get, 400), (.get, 401), (.get, 409),
  ])
  func doesNotRepeatWhatShouldNotBe(_ method: HTTPMethod, _ status: Int) async {
    let (result, attempts) = await send(.success(response(status, [:], #"{"message": "no"}"#)), method: method)
    #expect(result.apiError == .status(code: status, message: "no", retryAt: nil))
    #expect(attempts == 1)
  }

  /// A time in the past is no reason to wait, and a wish that makes no sense is ignored.
  @Test(arguments: [
    ("7", Duration.seconds(7)), ("Tue, 14 Nov 2023 22:13:29 GMT", .seconds(9)),
    ("Tue, 14 Nov 2023 00:00:00 GMT", .zero), ("soon", .milliseconds(500)),
  ])
  func waitsAsLongAsTheServerAsks(_ wish: String, _ pause: Duration) async throws {
    let (result, attempts) = await send(.success(response(503, ["Retry-After": wish])), .success(response()))
    #expect(try result.get().value.id == 1)
    #expect(attempts == 2)
    #expect(clock.now.offset == pause)
  }

  @Test func doesNotWaitForEver() async {
    let (result, attempts) = await send(.success(response(503, ["Retry-After": "11"])))
    #expect(result.apiError == .status(code: 503, message: nil, retryAt: now.addingTimeInterval(11)))
    #expect(attempts == 1)
    #expect(clock.now.offset == .zero)
  }

  @Test(
    arguments: [
      (429, [:], nil),
      (429, ["Retry-After": "60"], 60),
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
    let response = response(status, HTTPHeaders(headers), #"{"message": "slow down"}"#)
    let (result, attempts) = await send(.success(response))
    #expect(result.apiError == .rateLimited(retryAt: seconds.map(now.addingTimeInterval), message: "slow down"))
    #expect(attempts == 1)
  }

  /// GitHub says so in the message only.
  @Test func aSecondaryRateLimitIsARateLimitAndAForbiddenRequestIsNone() async {
    let message = "You have exceeded a secondary rate limit. Please wait a few minutes before you try again."
    let headers: HTTPHeaders = ["X-RateLimit-Remaining": "12"]
    let limited = await send(.success(response(403, headers, #"{"message": "\#(message)"}"#)))
    #expect(limited.result.apiError == .rateLimited(retryAt: nil, message: message))
    let forbidden = await send(.success(response(403, headers, "{}")))
    #expect(forbidden.result.apiError == .status(code: 403, message: nil, retryAt: nil))
  }

  @Test(arguments: [
    (
      #"{"message": "Validation Failed", "errors": [{"message": "q is missing", "field": "q"}]}"#,
      "Validation Failed: q is missing" as String?
    ),
    (#"{"message": "Validation Failed", "errors": ["only a text"]}"#, "Validation Failed: only a text"),
    (#"{"error": "invalid_token"}"#, "invalid_token"),
    (#"{"error": {"code": 1}, "errors": [{"message": "a"}, {"message": "b"}]}"#, "a: b"),
    (#"{"message": "line\n\u001b[31mred\u202e  end"}"#, "line [31mred end"),
    (#"{"message": ""}"#, nil),
    (#"{"message": 5}"#, nil),
    ("[]", nil),
    ("<html>", nil),
  ])
  func quotesTheServer(_ body: String, _ message: String?) async {
    let (result, _) = await send(.success(response(400, [:], body)))
    #expect(result.apiError == .status(code: 400, message: message, retryAt: nil))
  }

  @Test func quotesPlainTextAndCutsLongMessages() async {
    let text = await send(.success(response(400, ["Content-Type": "text/plain; charset=utf-8"], " no\nway ")))
    #expect(text.result.apiError == .status(code: 400, message: "no way", retryAt: nil))
    let long = String(repeating: "a", count: 1_000_000)
    let cut = await send(.success(response(400, [:], #"{"message": "\#(long)"}"#)))
    #expect(cut.result.apiError == .status(code: 400, message: "\(long.prefix(300))…", retryAt: nil))
  }

  /// The path of a number that no type can hold, or `nil` if it is no JSON.
  @Test(arguments: [
    ("<html>", String?.none), (#"{"a": "\"#, nil), (#"{"id": 1.5"#, nil),
    (#"{"id": 1.5}"#, "id"), (#"{"id": 99999999999999999999}"#, "id"), (#"{"id": 1.5, "id": 1}"#, "id"),
    (#"{"a": [2.5, {"b": 1e300}], "id": -1e300, "ratio": 2.5, "on": true}"#, "id"),
    (#"{"id": 1, "ratio": -1e400, "on": null}"#, "ratio"),
    (#"{"a": ["\"]{,\\", {"b": "}"}, []], "\u0069d": 2.5e-1}"#, "id"),
  ])
  func namesWhatCanNotBeRead(_ body: String, _ path: String?) async {
    let (result, attempts) = await send(.success(response(200, [:], body)))
    let expected = path == nil ? "valid JSON" : "a whole number that is not too large"
    #expect(result.apiError == .undecodable(path: path ?? "", expected: expected))
    #expect(attempts == 1)
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
        let task = Task { try await APIClient().send(ExampleRequest()) }
        await #expect(throws: CancellationError.self, "\(result)") { try await task.value }
      }
      #expect(attempts.withLock { $0 } == 1)
    }
  }

  @Test func secretsThatAServerSendsBackGoNowhere() async throws {
    let token = "ghp_0123456789"
    let headers: HTTPHeaders = ["Authorization": "Bearer \(token)"]
    let message = #"{"message": "bad token \#(token), I said \#(token)"}"#
    let refused = await send(.success(response(400, ["X-Echo": "Bearer \(token)"], message)), headers: headers)
    #expect(
      refused.result.apiError == .status(code: 400, message: "bad token <redacted>, I said <redacted>", retryAt: nil)
    )
    let echoed = await send(.success(response(200, ["X-Echo": "a \(token) b"])), headers: headers)
    #expect(try echoed.result.get().headers == ["X-Echo": "a <redacted> b"])
    let unreadable = await send(.success(response(200, [:], #"{"\#(token)": "\#(token)"}"#)), headers: headers)
    #expect(!"\(unreadable)".contains(token))
  }
}

extension Result {
  var apiError: APIError? { if case .failure(let error) = self { error as? APIError } else { nil } }
}
