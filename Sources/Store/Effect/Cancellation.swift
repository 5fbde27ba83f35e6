extension Effect {
  /// Makes the effect cancellable by an id.
  ///
  /// ```swift
  /// enum CancelID { case search }
  ///
  /// case .queryChanged(let query):
  ///   return .run { send in await send(.response(try await client.search(query))) }
  ///     .cancellable(id: CancelID.search, cancelInFlight: true)
  /// case .cancelButtonTapped:
  ///   return .cancel(id: CancelID.search)
  /// ```
  ///
  /// Ids belong to one store: the same id in two stores names two effects. In a child that `ifLet`, `ifCaseLet` or
  /// `forEach` runs, an id also belongs to that child: a row cancels its own effects and not those of other rows, while
  /// a parent that cancels the id cancels it in all of them.
  ///
  /// Several effects can run under one id, an effect can have several ids (apply this operator repeatedly), and
  /// cancelling any of them cancels it. From the moment of cancellation the effect can send no more.
  ///
  /// - Parameters:
  ///   - id: The id. Two ids are the same if they have the same type and are equal.
  ///   - cancelInFlight: Whether effects in flight under the id are cancelled before this one starts. Effects that this
  ///     one is a part of are not cancelled. Has no effect on `.none`, which cancels nothing.
  public func cancellable(id: some Hashable & Sendable, cancelInFlight: Bool = false) -> Self {
    let mark = CancellationMark(id: CancelID(id), cancelInFlight: cancelInFlight)
    // One operation for all ids, so that an effect with many needs no more of the stack.
    return switch operation {
    case .none: self
    case .cancellable(let effect, let marks): Self(.cancellable(effect, marks + [mark]))
    default: Self(.cancellable(self, [mark]))
    }
  }

  /// An effect that cancels all effects under an id.
  ///
  /// It does so when it is its turn: in a `.concatenate`, when the effects before it have finished. If no effects have
  /// the id, nothing happens. If it is itself a part of an effect with this id, the rest of that effect is cancelled
  /// too.
  public static func cancel(id: some Hashable & Sendable) -> Self {
    Self(.cancel(id: CancelID(id)))
  }
}

/// What `cancellable` was called with.
@usableFromInline struct CancellationMark: Sendable {
  let id: CancelID
  let cancelInFlight: Bool
}

/// A cancellation id of any type.
///
/// Equality includes the type: an `AnyHashable` equates `1` and `1.0`, so two features could cancel each other's
/// effects.
@usableFromInline struct CancelID: Hashable, @unchecked Sendable {
  // `@unchecked`: `AnyHashable` has no Sendable form, and the only initializer takes a `Sendable` value.
  private let type: ObjectIdentifier
  private let value: AnyHashable

  init<ID: Hashable & Sendable>(_ id: ID) {
    if let id = id as? CancelID {
      self = id
      return
    }
    type = ObjectIdentifier(ID.self)
    value = AnyHashable(id)
  }
}

extension CancelID: CustomStringConvertible {
  @usableFromInline var description: String {
    // The name of the type explains a bare value such as `0`.
    let typeName = String(describing: Swift.type(of: value.base))
    let valueName = String(describing: value.base).withoutAddresses
    return valueName == typeName || valueName.hasPrefix(typeName) ? valueName : "\(typeName).\(valueName)"
  }
}
