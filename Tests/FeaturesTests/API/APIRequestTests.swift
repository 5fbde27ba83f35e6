import Features
import Foundation
import Testing

struct APIRequestTests {
  private struct Plain: APIRequest {
    typealias Response = [Int]
    var baseURL: URL { get throws { try #require(URL(string: "https://api.example")) } }
    var path: [String] { ["items"] }
  }

  @Test func hasDefaults() throws {
    let request = try Plain().httpRequest()
    #expect(request.method == .get)
    #expect(request.url.absoluteString == "https://api.example/items")
    #expect(request.headers == ["Accept": "application/json"])
    #expect(request.body == nil)
    #expect(request.timeout == .seconds(30))
  }

  @Test(arguments: [
    ("https://api.example/", ["items"], "https://api.example/items"),
    ("http://127.0.0.1:8080/api/v3//", ["items"], "http://127.0.0.1:8080/api/v3/items"),
    ("HTTPS://[::1]:8443/a%20b", ["items"], "HTTPS://[::1]:8443/a%20b/items"),
    (
      "https://api.example", ["user", "a/b", "c d", "é?#", "100%", "..a", "~-._"],
      "https://api.example/user/a%2Fb/c%20d/%C3%A9%3F%23/100%25/..a/~-._"
    ),
  ])
  func appendsThePathToTheBase(_ base: String, _ path: [String], _ url: String) throws {
    #expect(try ExampleRequest(base: base, path: path).httpRequest().url.absoluteString == url)
  }

  @Test func encodesQueryItems() throws {
    let query = [
      URLQueryItem(name: "q", value: "a+b&c=d 日本語 100% \u{1F600}'"), URLQueryItem(name: "a[]", value: ""),
      URLQueryItem(name: "flag", value: nil),
    ]
    let url = try ExampleRequest(query: query).httpRequest().url
    #expect(
      url.absoluteString
        == "https://api.example/items?q=a%2Bb%26c%3Dd%20%E6%97%A5%E6%9C%AC%E8%AA%9E%20100%25%20%F0%9F%98%80%27"
        + "&a%5B%5D=&flag"
    )
    let items = try #require(URLComponents(url: url, resolvingAgainstBaseURL: false)?.queryItems)
    #expect(items == query, "what is read back is what was put in")
  }

  @Test(arguments: [
    // Components that would change the path.
    (ExampleRequest(path: ["items", ""]), "\"\" can't be a part of an address."),
    (ExampleRequest(path: ["items", "."]), "\".\" can't be a part of an address."),
    (ExampleRequest(path: ["items", ".."]), "\"..\" can't be a part of an address."),
    (ExampleRequest(base: "api.example"), "The address of the API must begin with http:// or https://."),
    (ExampleRequest(base: "https://a:b@c"), "The address of the API must not hold a user or a password."),
    (ExampleRequest(base: "https://a#b"), "The address of the API must not have a query or a fragment."),
    (ExampleRequest(method: .get, body: Data()), "A GET request can't have a body."),
    (ExampleRequest(method: .head, body: Data()), "A HEAD request can't have a body."),
    (ExampleRequest(timeout: .zero), "A request's timeout must be more than zero."),
  ])
  func refusesWhatCanNotBeSent(_ request: ExampleRequest, _ reason: String) {
    #expect(throws: APIError.invalidRequest(reason: reason)) { try request.httpRequest() }
  }

  @Test(arguments: [
    ("X-Name", "a\r\nInjected: yes"), ("X-Name", "a\u{0}b"), ("X Name", "a"), ("X-Name:", "a"), ("", "a"), ("é", "a"),
  ])
  func refusesHeadersThatCouldForgeOthers(_ name: String, _ value: String) {
    let error = #expect(throws: APIError.self) { try ExampleRequest(headers: [name: value]).httpRequest() }
    #expect(error?.message == "The header field \"\(name)\" has characters that HTTP forbids.")
  }

  @Test func saysWhatTypeTheBodyHas() throws {
    let body = Data("{}".utf8)
    var request = ExampleRequest(method: .post, body: body)
    #expect(try request.httpRequest().body == body)
    #expect(try request.httpRequest().headers["content-type"] == "application/json")
    request.headers = ["content-type": "text/plain", "accept": "text/html"]
    #expect(try request.httpRequest().headers == ["Content-Type": "text/plain", "Accept": "text/html"])
  }
}
