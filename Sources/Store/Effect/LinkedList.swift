/// An element of a linked list, which holds the elements after it.
protocol LinkedList: AnyObject {
  var next: Self? { get set }
}

extension LinkedList {
  /// Releases the rest of the list one element after the other. Called by the `deinit` of each element: otherwise each
  /// would release the next within its own, and a list of some ten thousand would overflow the stack.
  func releaseRest() {
    var rest = next
    next = nil
    while isKnownUniquelyReferenced(&rest) {
      let following = rest?.next
      rest?.next = nil
      rest = following
    }
  }
}
