import Foundation

/// How values of a type are written in generated tests, where that is not by an initializer that has all of the type's
/// stored properties, in their order.
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
  /// What the type is called, if not what it calls itself.
  let name: String?
  let parameters: [Parameter]
  /// What the initializer makes of the properties of a value that are its parameters.
  let make: (@Sendable (Any) -> Any?)?

  /// Spells values by an initializer.
  ///
  /// - Parameters:
  ///   - type: The type.
  ///   - name: What the type is called, if not what it calls itself: a type alias, for example.
  ///   - parameters: The initializer's parameters as they are declared, without types: labels are names of stored
  ///     properties, `_ name` has no label, and `name = value` can be left out where the source of the value is that.
  ///   - make: Calls the initializer with a value's properties. Properties that differ afterwards are set one by one;
  ///     without it all others are taken to follow from the parameters.
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
