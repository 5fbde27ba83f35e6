import Synchronization

extension AsyncStream {
  /// Makes a stream of the elements of a sequence, which hides the sequence's type.
  ///
  /// The stream ends when the sequence ends or throws an error. Each read of the stream reads one element of the
  /// sequence; nothing is buffered. Only one task may read the stream at a time: otherwise the program stops.
  public init<Base: AsyncSequence & Sendable>(_ sequence: Base) where Base.Element == Element {
    let reader = SequenceReader(sequence)
    self.init { try? await reader.next() }
  }

  /// A stream that has no elements and does not end. A task that reads it waits until it is cancelled.
  public static var never: Self { Self { _ in } }

  /// A stream that has no elements and has ended.
  public static var finished: Self { Self { $0.finish() } }
}

extension AsyncThrowingStream where Failure == any Error {
  /// Makes a stream of the elements of a sequence, which hides the sequence's type. It throws the error of the
  /// sequence.
  public init<Base: AsyncSequence & Sendable>(_ sequence: Base) where Base.Element == Element {
    let reader = SequenceReader(sequence)
    self.init { try await reader.next() }
  }

  /// A stream that has no elements and does not end. A task that reads it waits until it is cancelled.
  public static var never: Self { Self { _ in } }

  /// Returns a stream that has no elements and has ended, with an error if one is given.
  public static func finished(throwing error: Failure? = nil) -> Self { Self { $0.finish(throwing: error) } }
}

extension AsyncSequence where Self: Sendable {
  /// Returns a stream of the elements, which ends when this sequence ends or throws an error.
  ///
  /// ```swift
  /// $0.seconds = { clock.timer(interval: .seconds(1)).map { _ in }.eraseToStream() }
  /// ```
  public func eraseToStream() -> AsyncStream<Element> { AsyncStream(self) }

  /// Returns a stream of the elements, which throws the error of this sequence.
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
    // Taken out, because a second reference would make an iterator copy its contents for each element.
    var iterator = self.iterator.take() ?? sequence.makeAsyncIterator()
    defer { self.iterator = iterator }
    return try await iterator.next()
  }
}
