import Features
import Foundation
import Testing

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
