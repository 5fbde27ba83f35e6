import Foundation
import Testing

@testable import Features

struct RateLimitTests {
  @Test func doesWithoutLimitAndReset() {
    #expect(RateLimit(["x-ratelimit-remaining": "7"]) == RateLimit(remaining: 7))
    #expect(RateLimit(["Rate-Remaining": "7", "Rate-Limit": "many", "Rate-Reset": "-1"]) == RateLimit(remaining: 7))
  }

  @Test(arguments: [[:], ["Rate-Limit": "60"], ["Rate-Remaining": "few"], ["Rate-Remaining": "-1"]])
  func isNoneWithoutWhatRemains(_ headers: [String: String]) {
    #expect(RateLimit(HTTPHeaders(headers)) == nil)
  }
}

struct RetryAfterTests {
  @Test(arguments: [("0", 0), ("120", 120), (" 7 ", 7), ("99999999999999999999999", 366 * 24 * 3600)])
  func readsSeconds(_ text: String, _ seconds: Int) {
    #expect(RetryAfter(text) == .seconds(seconds))
  }

  @Test(arguments: [
    ("Sun, 06 Nov 1994 08:49:37 GMT", 784_111_777.0),
    ("Thu, 01 Jan 1970 00:00:00 GMT", 0),
    ("Thu, 29 Feb 2024 23:59:59 GMT", 1_709_251_199),
  ])
  func readsDates(_ text: String, _ seconds: TimeInterval) {
    #expect(RetryAfter(text) == .date(Date(timeIntervalSince1970: seconds)))
  }

  @Test(arguments: [
    "", " ", "-1", "+1", "1.5", "1e3", "soon", "١٢", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994",
    "Sun, 06 Nov 1994 08:49:37 CET", "Sun, 06 Nov 1994 24:00:00 GMT", "Sun, 32 Nov 1994 08:49:37 GMT",
    "Sun, 06 Foo 1994 08:49:37 GMT", "Sun, 06 Nov 99999 08:49:37 GMT", "Sun, 06 Nov 1994 08:49 GMT",
  ])
  func refusesAllElse(_ text: String) {
    #expect(RetryAfter(text) == nil)
  }
}
