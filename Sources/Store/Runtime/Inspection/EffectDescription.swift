import Dependencies

/// Describes an effect to an ``Inspector``.
public struct EffectDescription<Action>: Identifiable {
  /// A number that is unique among the effects of the store.
  public let id: Int
  /// The name that was passed to ``Effect/run(priority:name:operation:catch:cancelled:)``.
  public let name: String?
  /// The action for which the reducer returned the effect; `nil` if it belongs to a feature that began when the store was
  /// made, or that saw a shared value change.
  public let cause: Action?
  /// The number of that action, counted from 1 since the store was first inspected; 0 if it has no number.
  public let causeStep: Int
  let location: IssueLocation
  let lifetime: LifetimeEvent?
  let ids: [EffectLedger.Key]

  @usableFromInline init(id: Int, name: String?, location: IssueLocation, _ context: EffectContext<Action>) {
    self.id = id
    self.name = name
    self.location = location
    cause = context.cause
    causeStep = context.step
    lifetime = context.lifetime
    ids = context.ids
  }

  /// The file in which the effect was made, as `Module/File.swift`.
  public var fileID: String { "\(location.fileID)" }
  /// The line in which the effect was made.
  public var line: Int { Int(location.line) }
  /// The ids that cancel the effect, as text. The text is made on each access.
  public var cancellationIDs: [String] { ids.compactMap(\.id?.description) }

  /// What the effect follows from if that is not an action itself: `onMount of Row 3`. The text is made on each access.
  public var event: String? { lifetime?.description }

  /// Whether the effect began with its feature, so that it may go on for as long as that exists.
  package var lastsWithFeature: Bool { lifetime?.kind == .mount }

  /// The name, the location and the ids of the effect in a few words, for messages.
  package var summary: String {
    var summary = name.map { "\"\($0)\" made in " } ?? "made in "
    summary += "\(fileID):\(line)"
    if !cancellationIDs.isEmpty { summary += ", cancellable by \(cancellationIDs.joined(separator: ", "))" }
    return summary
  }

  package var summaryWithEvent: String { event.map { "\(summary), \($0)" } ?? summary }

  /// The summary with what the effect follows from, for messages.
  var summaryWithCause: String {
    cause.map { "\(summaryWithEvent), for the action\n\(indentedDump($0))" } ?? summaryWithEvent
  }
}
