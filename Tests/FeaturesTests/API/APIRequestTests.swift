import Features
import Foundation
import Testing

struct APIRequestTests {
  private struct Endpoint: APIRequest {
    typealias Response = [Int]
    var base = "https://api.example"
    var path: [String] = ["items"]
    var method = HTTPMethod.get
    var query: [URLQueryItem] = []
    var headers: HTTPHeaders = [:]
    var body: Data?
    var timeout = Duration.seconds(30)

    var baseURL: URL { get throws { try #require(URL(string: base)) } }
  }

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
    ("https://api.example", "https://api.example/items"),
    ("https://api.example/", "https://api.example/items"),
    ("http://127.0.0.1:8080/api/v3//", "http://127.0.0.1:8080/api/v3/items"),
    ("HTTPS://[::1]:8443/a%20b", "HTTPS://[::1]:8443/a%20b/items"),
  ])
  func appendsThePathToTheBase(_ base: String, _ url: String) throws {
    #expect(try Endpoint(base: base).httpRequest().url.absoluteString == url)
  }

  @Test func encodesPathComponents() throws {
    let path = ["user", "a/b", "c d", "é?#", "100%", "..a", "~-._"]
    #expect(
      try Endpoint(path: path).httpRequest().url.absoluteString
        == "https://api.example/user/a%2Fb/c%20d/%C3%A9%3F%23/100%25/..a/~-._"
    )
  }

  @Test(arguments: ["", ".", ".."])
  func refusesPathComponentsThatWouldChangeThePath(_ component: String) throws {
    #expect(throws: APIError.invalidRequest(reason: "\"\(component)\" can't be a part of an address.")) {
      try Endpoint(path: ["items", component]).httpRequest()
    }
  }

  @Test func encodesQueryItems() throws {
    let query = [
      URLQueryItem(name: "q", value: "a+b&c=d 日本語 100% \u{1F600}'"), URLQueryItem(name: "a[]", value: ""),
      URLQueryItem(name: "flag", value: nil),
    ]
    let url = try Endpoint(query: query).httpRequest().url
    #expect(
      url.absoluteString
        == "https://api.example/items?q=a%2Bb%26c%3Dd%20%E6%97%A5%E6%9C%AC%E8%AA%9E%20100%25%20%F0%9F%98%80%27"
        + "&a%5B%5D=&flag"
    )
    let items = try #require(URLComponents(url: url, resolvingAgainstBaseURL: false)?.queryItems)
    #expect(items == query, "what is read back is what was put in")
  }

  @Test(arguments: [
    ("ftp://api.example", "The address of the API must begin with http:// or https://."),
    ("api.example", "The address of the API must begin with http:// or https://."),
    ("https:///path", "The address of the API has no host."),
    ("https://user:hunter2@api.example", "The address of the API must not hold a user or a password."),
    ("https://api.example?a=b", "The address of the API must not have a query or a fragment."),
    ("https://api.example#a", "The address of the API must not have a query or a fragment."),
  ])
  func refusesABaseThatIsNone(_ base: String, _ reason: String) {
    #expect(throws: APIError.invalidRequest(reason: reason)) { try Endpoint(base: base).httpRequest() }
  }

  @Test func saysWhatTypeTheBodyHas() throws {
    let body = Data("{}".utf8)
    var endpoint = Endpoint(method: .post, body: body)
    #expect(try endpoint.httpRequest().body == body)
    #expect(try endpoint.httpRequest().headers["content-type"] == "application/json")
    endpoint.headers = ["content-type": "text/plain", "accept": "text/html"]
    #expect(try endpoint.httpRequest().headers == ["Content-Type": "text/plain", "Accept": "text/html"])
  }

  @Test(arguments: [HTTPMethod.get, .head])
  func refusesABodyWhereThereCanBeNone(_ method: HTTPMethod) {
    #expect(throws: APIError.invalidRequest(reason: "A \(method.rawValue) request can't have a body.")) {
      try Endpoint(method: method, body: Data()).httpRequest()
    }
  }

  @Test(arguments: [
    ("X-Name", "a\r\nInjected: yes"), ("X-Name", "a\u{0}b"), ("X Name", "a"), ("X-Name:", "a"), ("", "a"), ("é", "a"),
  ])
  func refusesHeadersThatCouldForgeOthers(_ name: String, _ value: String) {
    let error = #expect(throws: APIError.self) { try Endpoint(headers: [name: value]).httpRequest() }
    #expect(error?.message == "The header field \"\(name)\" has characters that HTTP forbids.")
  }

  @Test func refusesATimeoutOfNothing() {
    #expect(throws: APIError.invalidRequest(reason: "A request's timeout must be more than zero.")) {
      try Endpoint(timeout: .zero).httpRequest()
    }
  }

  @Test func knowsWhichMethodsCanBeRepeated() {
    let all: [HTTPMethod] = [.get, .head, .post, .put, .patch, .delete]
    #expect(all.filter(\.isIdempotent) == [.get, .head, .put, .delete])
  }
}
