/// A statement at the top level of a body: enough to tell what kind of thing it is.
struct Statement: Sendable {
  enum Kind: Sendable {
    /// `let` and `var`.
    case variable
    /// A function, a type, ...
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
  /// What the statement begins with, labels, attributes and modifiers aside: the offending token of most diagnostics.
  let keyword: SourceSlice
}
