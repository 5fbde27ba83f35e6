import Foundation

/// HTTP header fields: values by case-insensitive name.
///
/// Names keep the spelling in which they were first set, and are compared without regard to case:
///
/// ```swift
/// let headers: HTTPHeaders = ["Content-Type": "application/json"]
/// headers["content-type"]  // "application/json"
/// ```
///
/// Headers are encoded as a plain object. Credentials (`Authorization`, `Cookie` and the like) can be read by name, but
/// are printed, dumped and encoded as `<redacted>`.
public struct HTTPHeaders: Sendable {
  private struct Field {
    var name: String
    var value: String
  }

  static let secretNames: Set = ["authorization", "proxy-authorization", "cookie", "set-cookie"]

  private var fields: [String: Field] = [:]

  /// Makes headers from a dictionary. Values whose names differ only in case are joined with commas, as HTTP allows.
  public init(_ values: [String: String] = [:]) {
    for (name, value) in values.sorted(by: { $0.key < $1.key }) {
      let present = self[name].map { "\($0), " } ?? ""
      self[name] = present + value
    }
  }

  /// The value of the field with this name. Assigning `nil` removes the field.
  public subscript(name: String) -> String? {
    get { fields[name.lowercased()]?.value }
    set {
      let key = name.lowercased()
      fields[key] = newValue.map { Field(name: fields[key]?.name ?? name, value: $0) }
    }
  }

  /// Adds all fields of other headers. They replace the fields with the same names.
  public mutating func merge(_ other: HTTPHeaders) {
    fields.merge(other.fields) { $1 }
  }

  /// The names and values sorted by name, with secrets redacted.
  ///
  /// - Complexity: O(*n* log *n*) in the number of fields.
  public var shown: [(name: String, value: String)] {
    fields.sorted { $0.key < $1.key }.map { key, field in
      (field.name, Self.secretNames.contains(key) ? "<redacted>" : field.value)
    }
  }

  /// The elements of a field that is a list, such as `Vary`, in lowercase.
  func elements(of name: String) -> [String] {
    (self[name] ?? "").split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces).lowercased() }
  }

  /// All names and values in no particular order, including secrets. Use it only to send them.
  var unredacted: [(name: String, value: String)] { fields.values.map { ($0.name, $0.value) } }

  /// All secret fields as one text, or `nil` if there are none.
  var credentials: String? {
    let secrets = fields.filter { Self.secretNames.contains($0.key) }.sorted { $0.key < $1.key }
    return secrets.isEmpty ? nil : secrets.map { "\($0.key): \($0.value.value)\n" }.joined()
  }

  /// The values that must not be displayed: of each secret field the whole value, and the part after its scheme.
  var secrets: [String] {
    fields.filter { Self.secretNames.contains($0.key) }.values.flatMap { field in
      let credentials = field.value.drop { $0 != " " }.drop { $0 == " " }
      return [field.value, String(credentials)].filter { !$0.isEmpty }
    }
  }
}

extension HTTPHeaders: Equatable {
  /// Whether two sets of headers have the same values under the same names, regardless of the case of the names.
  public static func == (left: Self, right: Self) -> Bool {
    left.fields.count == right.fields.count && left.fields.allSatisfy { right.fields[$0.key]?.value == $0.value.value }
  }
}

extension HTTPHeaders: ExpressibleByDictionaryLiteral {
  /// Makes headers from a literal. Values whose names differ only in case are joined with commas.
  public init(dictionaryLiteral elements: (String, String)...) {
    self.init(Dictionary(elements) { "\($0), \($1)" })
  }
}

extension HTTPHeaders: Codable {
  /// Decodes headers from an object of strings.
  public init(from decoder: any Decoder) throws {
    self.init(try [String: String](from: decoder))
  }

  /// Encodes headers as an object of strings, with secrets redacted.
  public func encode(to encoder: any Encoder) throws {
    try Dictionary(uniqueKeysWithValues: shown.map { ($0.name, $0.value) }).encode(to: encoder)
  }
}

extension HTTPHeaders: CustomReflectable, CustomStringConvertible {
  /// The fields as a dictionary, with secrets redacted.
  public var customMirror: Mirror {
    Mirror(self, unlabeledChildren: shown.map { (key: $0.name, value: $0.value) }, displayStyle: .dictionary)
  }

  /// One line for each field, with secrets redacted.
  public var description: String { shown.map { "\($0.name): \($0.value)" }.joined(separator: "\n") }
}
