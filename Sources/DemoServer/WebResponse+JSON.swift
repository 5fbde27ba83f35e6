internal import Foundation
internal import StoreWeb

extension WebResponse {
  /// A response with a value as JSON, with ISO 8601 dates.
  static func encoding(_ value: some Encodable, status: Int = 200, headers: [Header] = []) -> Self {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    encoder.dateEncodingStrategy = .iso8601
    do {
      return .json(String(decoding: try encoder.encode(value), as: UTF8.self), status: status, headers: headers)
    } catch {
      return .message("The answer can't be encoded.", status: 500)
    }
  }

  /// An error response with a `message` in a JSON object.
  static func message(_ text: String, status: Int, headers: [Header] = []) -> Self {
    encoding(["message": text], status: status, headers: headers)
  }
}
