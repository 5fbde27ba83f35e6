import StoreTrace

/// The names of the cases that lead to an action; `element` for an element of a collection.
package struct ActionCaseNames: Hashable {
  package var names: [String]

  package init(_ names: [String]) { self.names = names }

  package init(_ path: ValuePath) { names = path.components.map(\.caseName) }

  /// The path of an action; empty if the action can't be encoded.
  package init(of action: some Encodable) {
    var scanner = SourceScanner(SourceText(name: "", text: ActionText(action).path))
    let path = try? scanner.path(.action)
    names = scanner.isAtEnd ? path?.components.map(\.caseName) ?? [] : []
  }

  /// The path as scripts write it.
  ///
  /// - Parameter element: What stands for an element of a collection.
  package func text(element: String) -> String {
    names.reduce(into: "") { $0 += $1 == "element" ? element : $0.isEmpty ? $1 : ".\($1)" }
  }
}
