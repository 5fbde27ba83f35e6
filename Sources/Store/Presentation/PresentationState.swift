import Dependencies

/// The state of a presented feature, such as a sheet, an alert or the next screen; `nil` while it is not presented.
///
/// ```swift
/// struct State: Equatable {
///   @Presents var editor: Editor.State?
/// }
/// enum Action {
///   case editor(PresentationAction<Editor.Action>)
/// }
/// var body: some ReducerOf<Self> {
///   Reduce { state, action in
///     // ...
///     return .none
///   }
///   .ifLet(\.$editor, action: \.editor) { Editor() }
/// }
/// ```
///
/// The property is read and written like the optional that it is declared as. Its value is stored on the heap, so a
/// feature can present itself, and the presenting state grows by only one word. Copies share the value until one of
/// them is written.
///
/// It is compared, hashed, encoded and dumped like the optional.
@propertyWrapper
public struct PresentationState<State> {
  /// The presented state; `nil` while nothing is presented. `BoxPlace` relies on this being the only stored property.
  @usableFromInline var storage: StateBox<State>?

  /// Makes a property that presents a state, or nothing.
  @inlinable public init(wrappedValue: State?) {
    storage = wrappedValue.map { StateBox($0) }
  }

  /// The presented state, or `nil` when there is none.
  @inlinable public var wrappedValue: State? {
    get { storage?.state }
    set {
      if let newValue, isKnownUniquelyReferenced(&storage) {
        storage?.state = newValue
      } else {
        storage = newValue.map { StateBox($0) }
      }
    }
    _modify {
      if !isKnownUniquelyReferenced(&storage) { copyStorage() }
      let storage = storage ?? StateBox(nil)
      defer { self.storage = storage.state == nil ? nil : storage }
      yield &storage.state
    }
  }

  /// The property itself, to pass to `ifLet(\.$editor, action: \.editor)`.
  @inlinable public var projectedValue: Self {
    get { self }
    set { self = newValue }
    _modify { yield &self }
  }

  /// The payload of a case, if the presented state is an enum in that case. Set it to `nil` to end the presentation.
  ///
  /// ```swift
  /// state.$destination[case: \.detail]?.title = "Soup"
  /// ```
  ///
  /// Changing the payload while nothing is presented, or a state in another case, is reported and changes nothing.
  @inlinable
  public subscript<Case>(
    case keyPath: CaseKeyPath<State, Case>,
    fileID: CallSitePart = #fileID,
    filePath: CallSitePart = #filePath,
    line: CallSitePart = #line,
    column: CallSitePart = #column
  ) -> Case? where State: CasePathable {
    get { wrappedValue.flatMap { AnyCasePath(keyPath).extract(from: $0) } }
    _modify {
      let path = AnyCasePath(keyPath)
      var payload = wrappedValue.flatMap { path.extract(from: $0) }
      if payload != nil {
        // The state is cleared, so that the payload is not shared and can be changed in place.
        wrappedValue = nil
        defer { wrappedValue = payload.map(path.embed) }
        yield &payload
      } else {
        defer { _reportMissingCase(keyPath, at: IssueLocation(fileID, filePath, line, column)) }
        yield &payload
      }
    }
  }

  @usableFromInline func _reportMissingCase<Case>(_ keyPath: CaseKeyPath<State, Case>, at location: IssueLocation) {
    reportIssue(
      """
      Presented state was to be changed as '\(keyPath.caseDescription ?? "\(keyPath)")', but is something else. Nothing \
      was changed.

        Presented:  \(wrappedValue.map { ValueDump.summary($0, isRoot: true) } ?? "nothing")

      This usually means that it was dismissed or replaced before. Look at it first, or handle the action in the feature \
      that is presented. To present something else, assign the whole state.
      """,
      at: location,
      article: .navigation
    )
  }
}

/// Copies are independent values: storage is written only while no other copy refers to it.
extension PresentationState: @unchecked Sendable where State: Sendable {}

extension PresentationState: Equatable where State: Equatable {
  public static func == (lhs: Self, rhs: Self) -> Bool {
    // Usually one is a copy of the other, and neither was changed since.
    lhs.storage === rhs.storage || lhs.wrappedValue == rhs.wrappedValue
  }
}

extension PresentationState: Hashable where State: Hashable {
  public func hash(into hasher: inout Hasher) {
    hasher.combine(wrappedValue)
  }
}

extension PresentationState: CustomReflectable {
  public var customMirror: Mirror {
    Mirror(self, children: ["wrappedValue": wrappedValue as Any], displayStyle: .struct)
  }
}

extension PresentationState: NestedValueContainer {
  package static var nestedTypes: [Any.Type] { [State.self] }

  package mutating func modifyNested(_ body: NestedChange) {
    wrappedValue.modifyNested(body)
  }
}

/// Another name of ``PresentationState``: `@Presents var editor: Editor.State?`.
public typealias Presents<State> = PresentationState<State>

extension PresentationState: BoxedState {}
