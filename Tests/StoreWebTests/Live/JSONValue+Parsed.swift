@testable import StoreTrace

extension JSONValue {
  static func parsed(_ text: String) throws -> JSONValue {
    try JSONParser.parse(SourceText(name: "JSON", text: text)).value
  }
}
