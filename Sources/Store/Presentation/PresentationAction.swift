/// The actions of a presented feature, and the action that dismisses it.
///
/// ```swift
/// enum Action {
///   case editor(PresentationAction<Editor.Action>)
/// }
///
/// case .editor(.presented(.saveButtonTapped)):
///   return .none  // the editor has handled this action
/// case .editor(.dismiss):
///   return .none  // the editor is about to go
/// ```
public enum PresentationAction<Action> {
  /// Dismisses the feature: ``Reducer/ifLet(_:action:then:)`` sets its state to `nil` after the presenting
  /// reducer has run.
  case dismiss

  /// An action of the presented feature.
  indirect case presented(Action)
}

extension PresentationAction: Equatable where Action: Equatable {}
extension PresentationAction: Hashable where Action: Hashable {}
extension PresentationAction: Sendable where Action: Sendable {}
extension PresentationAction: Encodable where Action: Encodable {}
extension PresentationAction: Decodable where Action: Decodable {}

extension PresentationAction: CasePathable {
  /// The case paths of a presentation's actions. In key paths, `presented` can be left out:
  /// `\.editor.saveButtonTapped`.
  @dynamicMemberLookup
  public struct AllCasePaths: Sendable {
    @inlinable init() {}

    /// The action that dismisses the feature.
    @inlinable public var dismiss: AnyCasePath<PresentationAction, Void> {
      AnyCasePath(embed: { .dismiss }) {
        guard case .dismiss = $0 else { return nil }
        return ()
      }
    }

    /// An action of the presented feature.
    @inlinable public var presented: AnyCasePath<PresentationAction, Action> {
      AnyCasePath(embed: { .presented($0) }) {
        guard case .presented(let action) = $0 else { return nil }
        return action
      }
    }

    /// A case of the presented feature's actions.
    public subscript<Payload>(
      dynamicMember keyPath: KeyPath<Action.AllCasePaths, AnyCasePath<Action, Payload>>
    ) -> AnyCasePath<PresentationAction, Payload> where Action: CasePathable {
      presented.appending(Action.allCasePaths[keyPath: keyPath])
    }
  }

  /// The case paths of a presentation's actions.
  @inlinable public static var allCasePaths: AllCasePaths { AllCasePaths() }
}
