/// A field of a request whose value a server refused, as GitHub describes it.
public struct InvalidField: Codable, Hashable, Sendable {
  /// The type of the thing that has the field, such as `Search`.
  public var resource: String?
  /// The name of the field, such as `q`.
  public var field: String
  /// The kind of the problem: `missing`, `missing_field`, `invalid`, `already_exists`, `unprocessable`, `custom`, or
  /// one that this program does not know.
  public var code: String?
  /// The server's own description.
  public var message: String?

  /// Makes a description of a field.
  public init(resource: String? = nil, field: String, code: String? = nil, message: String? = nil) {
    self.resource = resource
    self.field = field
    self.code = code
    self.message = message
  }
}
