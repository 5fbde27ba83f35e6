import Features
import Foundation
import Testing

struct APIErrorTests {
  private static let date = Date(timeIntervalSince1970: 1_700_000_000)

  private static let messages: [(APIError, String)] = [
    (
      APIError.noConnection(reason: "there is no such host"),
      "No connection to the server: there is no such host. Check the network and the address, then try again."
    ),
    (
      .noConnection(reason: "this app was told to work offline"),
      "No request was sent because this app works offline. Choose “Work online” in Bookmarks, then try again."
    ),
    (
      .untrustedServer(reason: "it is self-signed"),
      "The server's certificate is not accepted: it is self-signed. Check the address. If the server is to be trusted, "
        + "add its authority to those of this system; on Linux, SSL_CERT_FILE can name a file of them."
    ),
    (.timeout(seconds: 2.5), "The server did not answer within 2.5 seconds. Try again later."),
    (.cancelled, "The request was cancelled."),
    (.notHTTP, "What answered is not a web server. Check the address."),
    (
      .responseTooLarge(limit: 10),
      "The server's answer is larger than 10 bytes and was not read. Ask for less. If that does not help, the server is at "
        + "fault."
    ),
    (
      .rateLimited(retryAt: date, message: "API rate limit exceeded"),
      "Too many requests (API rate limit exceeded). Try again after Nov 14, 2023 at 10:13:20\u{202F}PM GMT."
    ),
    (
      .undecodable(path: "items[0].id", expected: "a whole number"),
      "The server's answer can't be read: expected a whole number at items[0].id. "
        + "Either the server is at fault or this program is too old for it."
    ),
    (.invalidRequest(reason: "Set GITHUB_TOKEN."), "Set GITHUB_TOKEN."),
    (.unexpected(reason: "it"), "Something unexpected went wrong: it. Try again."),
  ]

  @Test(arguments: messages)
  func hasAMessageAndSurvivesEncoding(_ error: APIError, _ message: String) throws {
    #expect(error.message == message)
    #expect(error.localizedDescription == message)
    #expect(try JSONDecoder().decode(APIError.self, from: JSONEncoder().encode(error)) == error)
  }

  @Test(arguments: [
    (
      304, "The server says that nothing has changed, but it was not asked what has changed",
      "Try again. If that does not help, a cache on the way to the server is at fault."
    ),
    (
      302, "The server has moved, and its redirect can't be followed",
      "Correct its address if you have set it, or update this program."
    ),
    (401, "The server does not know who you are", "Check that the token is right and has not expired."),
    (403, "The server does not allow this", "Use a token that may do it, or ask the owner."),
    (
      404, "The server does not have this",
      "Check the spelling. It may have been renamed or deleted, or need a token that may see it."
    ),
    (408, "The server refused the request", "Try again later."),
    (418, "The server refused the request", "Try something else. If that does not help, update this program."),
    (407, "A proxy on the way to the server asks who you are", "Add a name and a password where the proxy is set."),
    (422, "The server can't make sense of this request", "Correct what you have typed or selected."),
    (500, "The server has a problem", "Try again later."),
  ])
  func saysWhatAStatusMeansAndWhatToDo(_ code: Int, _ meaning: String, _ advice: String) {
    #expect(APIError.status(code: code, message: nil, retryAt: nil).message == "\(meaning) (\(code)). \(advice)")
    #expect(APIError.status(code: code, message: "No", retryAt: nil).message == "\(meaning) (\(code): No). \(advice)")
  }

  @Test(arguments: [
    ("missing" as String?, String?.none, "q is missing"), ("missing_field", nil, "q is missing"),
    ("odd", nil, "q is refused (odd)"),
    ("custom", "no", "q is refused (no)"), ("already_exists", nil, "q has a value that is taken"),
    ("unprocessable", nil, "q has a value that can't be processed"), (nil, nil, "q is refused"),
    ("invalid", "not q", "q has a value that is not valid (not q)"),
  ])
  func saysWhatIsWrongWithAField(_ code: String?, _ message: String?, _ explanation: String) throws {
    let field = InvalidField(resource: "Search", field: "q", code: code, message: message)
    let one = APIError.invalidFields([field], message: nil)
    #expect(one.message == "The server can't make sense of this request (422): \(explanation).")
    let two = APIError.invalidFields([field, InvalidField(field: "a")], message: "No")
    #expect(two.message == "The server can't make sense of this request (422: No): \(explanation); a is refused.")
    #expect(try JSONDecoder().decode(APIError.self, from: JSONEncoder().encode(two)) == two)
  }

  private struct Box: Decodable {
    var number: Int
    var items: [Item]
    var url: URL?

    struct Item: Decodable {
      var name: String
      var isOn: Bool
      var rate: Double
    }
  }

  @Test(arguments: [
    ("nonsense", "", "valid JSON"),
    ("[]", "", "an object"),
    ("null", "", "an object instead of null"),
    (#"{"items": []}"#, "number", "a value, but the key is missing"),
    (#"{"number": null, "items": []}"#, "number", "a whole number instead of null"),
    (#"{"number": 1, "items": {}}"#, "items", "an array"),
    (#"{"number": 1, "items": [{"name": "a", "isOn": true, "rate": 1}, 2]}"#, "items[1]", "an object"),
    (#"{"number": 1, "items": [{"name": 1, "isOn": true, "rate": 1}]}"#, "items[0].name", "a string"),
    (#"{"number": 1, "items": [{"name": "a", "isOn": 1, "rate": 1}]}"#, "items[0].isOn", "true or false"),
    (#"{"number": 1, "items": [{"name": "a", "isOn": true, "rate": "x"}]}"#, "items[0].rate", "a number"),
    (#"{"number": 1, "items": [], "url": ""}"#, "url", "a valid value (Invalid URL string.)"),
  ])
  func namesThePlaceOfWhatCanNotBeRead(_ json: String, _ path: String, _ expected: String) throws {
    let error = #expect(throws: DecodingError.self) { try JSONDecoder().decode(Box.self, from: Data(json.utf8)) }
    #expect(error.map(APIError.init) == .undecodable(path: path, expected: expected))
  }
}
