import Synchronization

extension AsyncStream {
  /// Makes a stream of the elements of a sequence, whose type need not be known to those who read it.
  ///
  /// The stream ends with the sequence, also if that throws an error. The sequence is asked for an element whenever the
  /// stream is, so that nothing is buffered. As with other streams, only one task may read it at a time.
  public init<Base: AsyncSequence & Sendable>(_ sequence: Base) where Base.Element == Element {
    let reader = SequenceReader(sequence)
    self.init { try? await reader.next() }
  }

  /// A stream that has no elements and does not end. Whoever reads it waits until being cancelled.
  public static var never: Self { Self { _ in } }

  /// A stream that has no elements and has ended.
  public static var finished: Self { Self { $0.finish() } }
}

extension AsyncThrowingStream where Failure == any Error {
  /// Makes a stream of the elements of a sequence, whose type need not be known to those who read it. It throws the error
  /// of the sequence.
  public init<Base: AsyncSequence & Sendable>(_ sequence: Base) where Base.Element == Element {
    let reader = SequenceReader(sequence)
    self.init { try await reader.next() }
  }

  /// A stream that has no elements and does not end. Whoever reads it waits until being cancelled.
  public static var never: Self { Self { _ in } }

  /// A stream that has no elements and has ended, with an error if there is one.
  public static func finished(throwing error: Failure? = nil) -> Self { Self { $0.finish(throwing: error) } }
}

extension AsyncSequence where Self: Sendable {
  /// A stream of the elements, which ends when this sequence ends or throws an error.
  ///
  /// ```swift
  /// $0.seconds = { clock.timer(interval: .seconds(1)).map { _ in }.eraseToStream() }
  /// ```
  public func eraseToStream() -> AsyncStream<Element> { AsyncStream(self) }

  /// A stream of the elements, which throws the error of this sequence.
  public func eraseToThrowingStream() -> AsyncThrowingStream<Element, any Error> { AsyncThrowingStream(self) }
}

/// Reads a sequence for a stream.
// Unchecked because of `iterator`, which is used only between taking `isReading` and giving it back.
private final class SequenceReader<Base: AsyncSequence & Sendable>: @unchecked Sendable {
  private let isReading = Atomic(false)
  private let sequence: Base
  private var iterator: Base.AsyncIterator?

  init(_ sequence: Base) { self.sequence = sequence }

  func next() async throws -> Base.Element? {
    guard !isReading.exchange(true, ordering: .acquiring) else {
      preconditionFailure("A stream was read by two tasks at once. Give each of them a stream of its own.")
    }
    defer { isReading.store(false, ordering: .releasing) }
    var iterator = iterator ?? sequence.makeAsyncIterator()
    defer { self.iterator = iterator }
    return try await iterator.next()
  }
}
