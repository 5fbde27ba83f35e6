extension IdentifiedArray {
  /// The element with an id, or a default. Changing it when there is no such element appends the changed default.
  ///
  /// ```swift
  /// rows[id: 42, default: Row(id: 42)].count += 1
  /// ```
  ///
  /// An appended element is found by its own id: if the id of the default differs from `id`, or is changed, that id
  /// counts. If another element has it, an issue is reported and the default is dropped.
  @inlinable
  public subscript(id id: ID, default defaultElement: @autoclosure () -> Element) -> Element {
    get { self[id: id] ?? defaultElement() }
    _modify {
      if let position = index(id: id) {
        defer { _updateID(at: position, location: nil) }
        yield &_elements[position]
      } else {
        var element = defaultElement()
        defer { _appendIfUnique(element, location: nil) }
        yield &element
      }
    }
  }
}
