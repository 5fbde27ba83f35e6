extension TestStore {
  /// Always `true`: effects of a test store run one after the other, in the same order each time, on an executor of the
  /// store. Setting it has no effect.
  public var useMainSerialExecutor: Bool {
    get { true }
    set {}
  }
}
