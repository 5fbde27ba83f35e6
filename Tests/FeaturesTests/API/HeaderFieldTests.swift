import Foundation
import Testing

@testable import Features

struct HTTPHeadersTests {
  @Test func namesHaveNoCase() {
    var headers: HTTPHeaders = ["Content-Type": "text/plain"]
    #expect(headers["content-TYPE"] == "text/plain")
    headers["CONTENT-TYPE"] = "text/html"
    #expect(headers == ["content-type": "text/html"])
    #expect(headers.description == "Content-Type: text/html", "the first spelling stays")
    #expect(headers != ["content-type": "TEXT/html"], "values have case")
    headers["Content-type"] = nil
    #expect(headers == [:])
  }

  @Test func fieldsOfTheSameNameAreJoinedOrReplaced() {
    var headers: HTTPHeaders = ["A": "1", "a": "2", "B": "2"]
    #expect(headers["A"] == "1, 2")
    headers.merge(["b": "3", "C": "4"])
    #expect(headers == ["A": "1, 2", "B": "3", "C": "4"])
  }

  @Test func isEncodedAsAnObjectInTheOrderOfTheNames() throws {
    let headers: HTTPHeaders = ["b": "2", "A": "1"]
    #expect(headers.shown.map(\.name) == ["A", "b"])
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let data = try encoder.encode(headers)
    #expect(String(decoding: data, as: UTF8.self) == #"{"A":"1","b":"2"}"#)
    #expect(try JSONDecoder().decode(HTTPHeaders.self, from: data) == headers)
    #expect(throws: DecodingError.self) { try JSONDecoder().decode(HTTPHeaders.self, from: Data(#"{"a": 1}"#.utf8)) }
  }

  @Test(arguments: ["Authorization", "authorization", "Proxy-Authorization", "Cookie", "Set-Cookie"])
  func secretsAreNotShown(_ name: String) throws {
    let headers = HTTPHeaders([name: "Bearer s3cret", "X": "y"])
    #expect(headers[name] == "Bearer s3cret")
    var dumped = ""
    dump(headers, to: &dumped)
    dump(HTTPRequest(url: URL(filePath: "/"), headers: headers), to: &dumped)
    let encoded = String(decoding: try JSONEncoder().encode(headers), as: UTF8.self)
    for text in [dumped, "\(headers)", String(reflecting: headers), encoded] {
      #expect(!text.contains("s3cret"))
      #expect(text.contains("<redacted>"))
    }
  }
}

struct RateLimitTests {
  @Test func doesWithoutLimitAndReset() {
    #expect(RateLimit(["x-ratelimit-remaining": "7"]) == RateLimit(remaining: 7))
    #expect(RateLimit(["Rate-Remaining": "7", "Rate-Limit": "many", "Rate-Reset": "-1"]) == RateLimit(remaining: 7))
  }

  @Test(arguments: [[:], ["Rate-Limit": "60"], ["Rate-Remaining": "few"], ["Rate-Remaining": "-1"]])
  func isNoneWithoutWhatRemains(_ headers: [String: String]) { #expect(RateLimit(HTTPHeaders(headers)) == nil) }
}

struct RetryAfterTests {
  @Test(arguments: [("0", 0), ("120", 120), (" 7 ", 7), ("99999999999999999999999", 366 * 24 * 3600)])
  func readsSeconds(_ text: String, _ seconds: Int) { #expect(RetryAfter(text) == .seconds(seconds)) }

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
  func refusesAllElse(_ text: String) { #expect(RetryAfter(text) == nil) }
}

struct LinkHeaderTests {
  @Test func readsWhatGitHubSends() {
    let link = LinkHeader(
      #"<https://api.github.com/search/repositories?q=a%2Cb&page=2>; rel="next", "#
        + #"<https://api.github.com/search/repositories?q=a%2Cb&page=34>; rel="last""#
    )
    #expect(link.page("next") == 2)
    #expect(link.page("last") == 34)
    #expect(link.page("prev") == nil)
    #expect(link["next"] == "https://api.github.com/search/repositories?q=a%2Cb&page=2")
  }

  @Test(arguments: [
    ("<?page=2> ; REL = \"NEXT\"", 2),
    ("<?page=2>; title=\"a, <b>; rel=last \\\" c\"; rel=\"prev next\"", 2),
    ("<?page=2>; rel=\"next\"; rel=\"last\"", 2),
    ("<?page=2>; rel=\"next\", <?page=3>; rel=\"next\"", 2),
    ("junk, ;;; \"<?page=9>\" <?page=2>; rel=next", 2),
    ("<?page=9>, <?page=2>; rel=next", 2),
    ("<?a=1&page=2&page=3#page=4>; rel=next", 2),
  ])
  func readsOtherSpellings(_ text: String, _ page: Int) { #expect(LinkHeader(text).page("next") == page) }

  @Test(arguments: [
    "", "<>;", "<?page=2", "<?page=2>", "<?page=2>; rel=", "<?page=2>; rel=\"", "<?page=2>; rel=\"\\",
    "<?page=2>; xrel=next", "<?page=2>, rel=next", "?page=2; rel=next", "<?page=>; rel=next", "<?page=two>; rel=next",
    "<?page=0>; rel=next", "<?page=-1>; rel=next", "<?pages=2>; rel=next", "<?page=99999999999999999999>; rel=next",
    "<?page>; rel=next", "<http://[::1?page=2>; rel=next",
  ])
  func findsNoPageInWhatHasNone(_ text: String) { #expect(LinkHeader(text).page("next") == nil) }

  @Test func readsNoMoreThanItShould() {
    let many = String(repeating: "<?page=1>; rel=prev, ", count: 100_000)
    #expect(LinkHeader(many + "<?page=2>; rel=next").page("next") == nil)
    #expect(LinkHeader(String(repeating: "<", count: 1_000_000)).page("next") == nil)
    #expect(LinkHeader("<?page=2>; rel=\"" + String(repeating: "\\", count: 1_000_000)).page("next") == nil)
  }
}
