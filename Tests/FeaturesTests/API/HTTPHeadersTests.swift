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
    headers["Content-type"] = nil
    #expect(headers == [:])
  }

  @Test func valuesHaveCase() {
    #expect(HTTPHeaders(["A": "b"]) != ["A": "B"])
    #expect(HTTPHeaders(["A": "b"]) != ["A": "b", "C": "d"])
  }

  @Test func fieldsOfTheSameNameAreJoined() {
    #expect(HTTPHeaders(["Link": "<a>", "link": "<b>"])["LINK"] == "<a>, <b>")
    #expect(["A": "1", "A": "2"] as HTTPHeaders == ["a": "1, 2"])
  }

  @Test func mergingPrefersTheNewValues() {
    var headers: HTTPHeaders = ["A": "1", "B": "2"]
    headers.merge(["b": "3", "C": "4"])
    #expect(headers == ["A": "1", "B": "3", "C": "4"])
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
    let texts = [
      dumped, "\(headers)", headers.debugText, String(decoding: try JSONEncoder().encode(headers), as: UTF8.self),
    ]
    for text in texts {
      #expect(!text.contains("s3cret"))
      #expect(text.contains("<redacted>"))
    }
  }
}

extension HTTPHeaders {
  fileprivate var debugText: String { String(reflecting: self) }
}
