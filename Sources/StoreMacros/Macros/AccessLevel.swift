/// How widely a declaration can be used.
enum AccessLevel: Int, Comparable {
  case `private`, `fileprivate`, `internal`, package, `public`

  init(name: String) {
    self =
      switch name {
      case "private": .private
      case "fileprivate": .fileprivate
      case "package": .package
      case "public": .public
      default: .internal
      }
  }

  /// The modifier of a member with this level.
  var modifier: String {
    self == .internal ? "" : "\(self) "
  }

  static func < (lhs: Self, rhs: Self) -> Bool { lhs.rawValue < rhs.rawValue }
}

extension VariableDeclaration {
  /// The level that the modifiers of the variable name, not those of its setter.
  var accessLevel: AccessLevel {
    modifiers.lazy.filter { $0.detail == nil }.map { AccessLevel(name: $0.name) }.first { $0 != .internal } ?? .internal
  }
}
