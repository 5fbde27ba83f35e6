/// The ids that an effect was made cancellable by, one `cancellable` after the other. The outermost comes first.
///
/// A linked list, so that applying `cancellable` again takes constant time; and one operation for all of them, so that
/// neither performing nor releasing an effect needs more of the stack for each.
///
/// `@unchecked Sendable`: only `deinit` changes `next`, which nobody else can read then.
@usableFromInline final class CancellationMarks: LinkedList, @unchecked Sendable {
  let id: CancelID
  let cancelInFlight: Bool
  var next: CancellationMarks?

  init(_ id: CancelID, cancelInFlight: Bool, around inner: CancellationMarks?) {
    self.id = id
    self.cancelInFlight = cancelInFlight
    next = inner
  }

  deinit {
    releaseRest()
  }
}
