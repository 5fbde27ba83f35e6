internal import CConcurrency

/// An object that synchronous code sets for the functions that it calls, like a value of a task-local variable, which
/// takes ten times as long to set.
@usableFromInline enum CurrentObject {
  /// The object that was current before.
  @usableFromInline struct Previous {
    fileprivate let pointer: UnsafeMutableRawPointer?
  }

  /// Makes an object current. Keep the object alive, and call `restore(_:)` on the same thread.
  @usableFromInline static func replace(with object: AnyObject?) -> Previous {
    defer { set_current_object(object.map { Unmanaged.passUnretained($0).toOpaque() }) }
    return Previous(pointer: get_current_object())
  }

  @usableFromInline static func restore(_ previous: Previous) {
    set_current_object(previous.pointer)
  }

  /// Sound because whoever made the object current keeps it alive until the previous one is restored.
  static var current: AnyObject? {
    get_current_object().map { Unmanaged.fromOpaque($0).takeUnretainedValue() }
  }
}
