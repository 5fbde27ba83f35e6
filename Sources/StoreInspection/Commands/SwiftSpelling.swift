import Foundation

/// How generated tests write values of a type whose initializer doesn't take all stored properties in their order.
///
/// ```swift
/// commandLine.swiftSpellings = [
///   .initializer(of: Repository.self, "let id, name, owner, description = nil"),
///   .initializer(of: RepositoryDetail.State.self, "let owner, let name") {
///     RepositoryDetail.State(owner: $0.owner, name: $0.name)
///   },
///   // public init() {}
///   .initializer(of: Profile.State.self, "") { _ in Profile.State() },
/// ]
/// ```
public struct SwiftSpelling: Sendable {
  struct Parameter: Equatable {
    /// `nil` where the argument has no label.
    let label: String?
    let property: String
    /// The source of the default value.
    let defaultValue: String?
    /// Whether the property can't be set.
    let isConstant: Bool
  }

  let type: ObjectIdentifier
  /// The name in source text, if it isn't the type's own name.
  let name: String?
  let parameters: [Parameter]
  /// Calls the initializer with the properties of a value that are its parameters; `nil` if that is unknown.
  let make: (@Sendable (Any) -> Any?)?

  /// Writes values with an initializer.
  ///
  /// - Parameters:
  ///   - type: The type.
  ///   - name: The name of the type in source text, such as a type alias, if it isn't the type's own name.
  ///   - parameters: The parameters of the initializer as they are declared, but without types. Labels are names of
  ///     stored properties; `_ name` has no label; `name = value` is left out when the value's source equals `value`;
  ///     `let name` is a property that can't be set.
  ///   - make: Calls the initializer with the properties of a value. The test sets every property that then differs
  ///     from the value. Without `make`, the properties that aren't parameters are not compared: the initializer must
  ///     derive them from the parameters.
  public static func initializer<Value>(
    of type: Value.Type,
    named name: String? = nil,
    _ parameters: String,
    make: (@Sendable (Value) -> Value)? = nil
  ) -> Self {
    var erased: (@Sendable (Any) -> Any?)?
    if let make {
      erased = { value in
        guard let value = value as? Value else { return nil }
        return make(value)
      }
    }
    return Self(
      type: ObjectIdentifier(type),
      name: name,
      parameters: parameters.split(separator: ",").map { Parameter(String($0)) },
      make: erased
    )
  }
}

extension SwiftSpelling.Parameter {
  fileprivate init(_ text: String) {
    let parts: [String] = text.split(separator: "=", maxSplits: 1).map { part in
      String(part).trimmingCharacters(in: .whitespaces)
    }
    var names = (parts.first ?? "").split(separator: " ").map(String.init)
    isConstant = names.first == "let" && names.count > 1
    if isConstant { names.removeFirst() }
    let first = names.first ?? ""
    label = first == "_" ? nil : first
    property = names.last ?? ""
    defaultValue = parts.count == 2 ? parts[1] : nil
  }
}
