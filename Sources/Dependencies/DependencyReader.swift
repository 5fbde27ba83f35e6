import Synchronization

/// The implementation of a `@Dependency`: its place, the captured values, and the value that it reads.
@usableFromInline
final class DependencyReader<Value>: DependencyAccess, @unchecked Sendable {
  /// A value, and the task's overrides under which it was read.
  ///
  /// `@unchecked Sendable`: only a value of a key is cached (see ``value(in:boundTo:)``), and these are `Sendable`.
  @usableFromInline
  final class Result: @unchecked Sendable {
    @usableFromInline let overrides: DependencyNode?
    @usableFromInline let value: Value

    init(overrides: DependencyNode?, value: Value) {
      self.overrides = overrides
      self.value = value
    }
  }

  @usableFromInline let captured: DependencyNode?
  /// Captures a key path or the type of a key, which never change. A key whose values belong to an actor checks that it
  /// is evaluated there (see ``IsolatedKey``).
  @usableFromInline let read: (DependencyValues) -> Value

  /// The first value that can be cached. A store's overrides stay the same, so for its reducers this is the only one.
  /// It is set once and released in `deinit`, so reading it needs no lock.
  @usableFromInline let result = Atomic<Unmanaged<Result>?>(nil)

  /// Whether no value can be cached.
  @usableFromInline let isComputed = Atomic(false)

  init(location: IssueLocation, read: @escaping (DependencyValues) -> Value) {
    captured = DependencyValues.current.overrides
    self.read = read
    super.init(location: location)
  }

  deinit { result.load(ordering: .acquiring)?.release() }

  /// Returns the value under a task's overrides that differ from those of the cached value.
  @inlinable
  func value(boundTo overrides: DependencyNode?) -> Value {
    let current = DependencyValues(overrides: overrides ?? PreparedDependencies.overrides)
    let values = self.values(over: current)
    guard isSettled, values.isIdentical(to: current) else { return value(in: values, boundTo: overrides) }
    return read(DependencyValues(overrides: values.overrides, access: self))
  }

  /// Returns the captured values, overridden by those of the current task.
  @inlinable
  func values(over current: DependencyValues) -> DependencyValues {
    captured === current.overrides ? current : DependencyValues(overrides: captured).merging(current)
  }

  /// Whether it is known if a value can be cached.
  @inlinable
  var isSettled: Bool { isComputed.load(ordering: .relaxed) || result.load(ordering: .relaxed) != nil }

  @usableFromInline
  func value(in values: DependencyValues, boundTo overrides: DependencyNode?) -> Value {
    let probe = DependencyProbe(for: self, valueType: Value.self)
    // The values are also bound, for properties and defaults that read other dependencies.
    let value = withDependencyValues(values) { read(DependencyValues(overrides: values.overrides, access: probe)) }
    switch probe.reads {
    case .none: break
    // A default value belongs to the test that reads it. Without a cache among the values, nothing would show that
    // another test reads, so the value is not cached here.
    case .one where isTesting && values.override(for: DefaultValueCacheKey.self) == nil: break
    case .one: remember(Result(overrides: overrides, value: value))
    case .others: isComputed.store(true, ordering: .relaxed)
    }
    return value
  }

  private func remember(_ new: Result) {
    let retained = Unmanaged.passRetained(new)
    if !result.compareExchange(expected: nil, desired: retained, ordering: .acquiringAndReleasing).exchanged {
      retained.release()
    }
  }
}
