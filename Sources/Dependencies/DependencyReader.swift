import Synchronization

/// What a `@Dependency` is made of: where it is, what it reads, and from which values.
@usableFromInline
final class DependencyReader<Value: Sendable>: DependencyAccess, @unchecked Sendable {
  /// A value that was read, and the task's overrides that it was read under.
  @usableFromInline
  final class Result: Sendable {
    @usableFromInline let overrides: DependencyNode?
    @usableFromInline let value: Value

    init(overrides: DependencyNode?, value: Value) {
      self.overrides = overrides
      self.value = value
    }
  }

  let captured: DependencyNode?
  @usableFromInline let read: @Sendable (DependencyValues) -> Value

  /// The first result that is good for further reads under the same overrides. A store's overrides stay the same, so
  /// for its reducers it is the only one. Set once and released in `deinit`, so it can be read without a lock.
  @usableFromInline let result = Atomic<Unmanaged<Result>?>(nil)

  /// Whether there will never be a result.
  @usableFromInline let isComputed = Atomic(false)

  @usableFromInline
  init(location: IssueLocation, read: @escaping @Sendable (DependencyValues) -> Value) {
    captured = DependencyValues.current.overrides
    self.read = read
    super.init(location: location)
  }

  deinit { result.load(ordering: .acquiring)?.release() }

  /// The value under a task's overrides, whose result is not the one that is remembered.
  @inlinable
  func value(boundTo overrides: DependencyNode?) -> Value {
    let current = DependencyValues(overrides: overrides ?? PreparedDependencies.overrides)
    let values = self.values(over: current)
    guard isSettled, values.isIdentical(to: current) else { return value(in: values, boundTo: overrides) }
    return read(DependencyValues(overrides: values.overrides, access: self))
  }

  /// What was captured, with the overrides of the current task winning.
  @usableFromInline
  func values(over current: DependencyValues) -> DependencyValues {
    captured === current.overrides ? current : DependencyValues(overrides: captured).merging(current)
  }

  /// Whether it is known if there is a result to remember.
  @inlinable
  var isSettled: Bool { isComputed.load(ordering: .relaxed) || result.load(ordering: .relaxed) != nil }

  @usableFromInline
  func value(in values: DependencyValues, boundTo overrides: DependencyNode?) -> Value {
    let probe = DependencyProbe(for: self, valueType: Value.self)
    // Bound too, for properties and defaults that read other dependencies.
    let value = withDependencyValues(values) { read(DependencyValues(overrides: values.overrides, access: probe)) }
    switch probe.reads {
    case .none: break
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
