/// A collection whose elements have ids, and lie one after the other in memory.
@usableFromInline protocol IdentifiedElements<ID, Element> {
  associatedtype ID: Hashable
  associatedtype Element

  var _elements: [Element] { get }
  /// The ids, in the order of the elements.
  var _ids: OrderedIDs<ID> { get }
}

extension IdentifiedArray: IdentifiedElements {}
extension StackState: IdentifiedElements {}
