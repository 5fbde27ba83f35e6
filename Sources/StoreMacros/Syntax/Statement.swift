/// A statement at the top level of a body.
struct Statement: Sendable {
  enum Kind: Sendable {
    /// `let` and `var`.
    case variable
    /// A function, a type and so on.
    case declaration
    case expression
    /// `a = b`, `a += b`
    case assignment
    case `return`, `throw`, `if`, `switch`, `guard`, `do`, `defer`
    /// `for`, `while` and `repeat`.
    case loop
    /// `break`, `continue`, `fallthrough` and `yield`.
    case jump
    /// From `#if` to `#endif`.
    case conditional
  }

  let slice: SourceSlice
  let kind: Kind
  /// The first token after labels, attributes and modifiers: the place of most diagnostics.
  let keyword: SourceSlice
}
