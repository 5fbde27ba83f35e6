public import Store

/// The jobs that read and write the drafts of forms, one after the other, in the order of the requests.
///
/// They belong to the list instead of the form, because a form may be closed or replaced before its draft is written.
/// Only the first job runs. A form that is opened again reads its draft after all earlier jobs, which may write it.
///
/// A draft that has not been read is not replaced: until then, what is typed belongs to the job that reads the draft,
/// and continues it. A draft that could not be written is kept in ``unwritten``, and shown when its form is opened
/// again.
public struct DraftJobs<Draft: FormDraft>: Encodable, Equatable, Sendable {
  /// The reading or writing of a draft.
  public enum Job: Codable, Equatable, Sendable {
    /// Reads the draft for a form. What has been typed into the form continues it.
    case read(continuedBy: Draft)
    /// Replaces the draft. An empty one is removed.
    case write(Draft)
  }

  /// The result of reading a draft.
  enum Reading: Equatable {
    /// The form shows this draft, continued by what has been typed into the form.
    case succeeded(Draft.Content)
    /// The draft could not be read, and the form waits for it.
    case failed
    /// The draft could not be read, and the form is gone. What was typed into it is lost.
    case lost
  }

  /// The jobs. The first one is running.
  public internal(set) var jobs: [Job] = []
  /// The drafts that could not be written. They are newer than those in the database.
  public internal(set) var unwritten: IdentifiedArrayOf<Draft> = []

  /// Makes a list without jobs.
  public init() {}

  // MARK: Forms

  /// Reads the draft of a form.
  ///
  /// - Parameter typed: What has been typed into the form. It continues the draft.
  mutating func read(continuedBy typed: Draft) {
    jobs.append(.read(continuedBy: typed))
  }

  /// Takes what has been typed into a form that waits for its draft.
  mutating func continueReading(with typed: Draft) {
    guard let index = jobs.lastIndex(where: { $0.reads(typed.id) }) else { return }
    jobs[index] = .read(continuedBy: typed)
  }

  /// Replaces a draft that has been read.
  mutating func write(_ draft: Draft) {
    // The running job has begun with an earlier draft.
    if jobs.count > 1, let last = jobs.last, last.writes(draft.id) { jobs.removeLast() }
    jobs.append(.write(draft))
  }

  /// Forgets a draft that was removed from the database when the form was saved.
  mutating func forget(_ draft: Draft) {
    unwritten.remove(id: draft.id)
    // Jobs that were added before the form was saved would write the draft again.
    if jobs.contains(where: { $0.writes(draft.id) }) { jobs.append(.write(draft)) }
  }

  // MARK: Results

  /// Ends the running job, which has read a draft or failed to.
  ///
  /// - Parameters:
  ///   - content: What was read, or `nil` if that failed.
  ///   - form: What has been typed into the open form, if it waits for its draft.
  mutating func endReading(_ content: Draft.Content?, form: Draft?) -> Reading? {
    guard case .read(let typed)? = end() else { return nil }
    // The form may wait for a later reading.
    let form = jobs.contains { $0.reads(typed.id) } || form?.id != typed.id ? nil : form
    guard let earlier = unwritten[id: typed.id]?.content ?? content else {
      return form != nil ? .failed : typed.isEmpty ? nil : .lost
    }
    if form != nil || !typed.isEmpty {
      var draft = form ?? typed
      draft.content = draft.continuing(earlier)
      if draft.content != content { jobs.insert(.write(draft), at: 0) }
    }
    return form == nil ? nil : .succeeded(earlier)
  }

  /// Ends the running job, which has written a draft. Returns the draft.
  @discardableResult
  mutating func endWriting() -> Draft? {
    guard case .write(let draft)? = end() else { return nil }
    unwritten.remove(id: draft.id)
    return draft
  }

  /// Ends the running job, which has failed to write a draft.
  ///
  /// - Returns: The draft, or `nil` if a later job replaces it, and reports whether that fails.
  mutating func failWriting() -> Draft? {
    guard case .write(let draft)? = end(), !jobs.contains(where: { $0.writes(draft.id) }) else { return nil }
    unwritten.updateOrAppend(draft)
    return draft
  }

  private mutating func end() -> Job? { jobs.isEmpty ? nil : jobs.removeFirst() }
}

extension Reducer {
  /// Runs the jobs until none is left.
  ///
  /// The first one may be running, and begins again. Reading twice, or writing the same twice, does no harm.
  ///
  /// - Parameters:
  ///   - what: What is typed: "a to-do".
  ///   - failed: The action for the error of a job, which it ends.
  ///   - cancelled: The action that is sent if the task of the action that began it is cancelled.
  func keepDrafts<Draft: FormDraft>(
    of what: String,
    in drafts: any KeyPath<State, DraftJobs<Draft>> & Sendable,
    id: some Hashable & Sendable,
    read: @escaping @Sendable (Draft) async throws -> Draft.Content,
    didRead: @escaping @Sendable (Draft, Draft.Content, inout State) -> Void,
    write: @escaping @Sendable (Draft) async throws -> Void,
    didWrite: @escaping @Sendable (inout State) -> Void,
    failed: @escaping @Sendable (DatabaseError) -> Action,
    cancelled: @escaping @Sendable () -> Action
  ) -> Effect<Action> {
    run(
      name: "Keep the draft of \(what)",
      operation: { store in
        while let job = try store[dynamicMember: drafts].jobs.first {
          do {
            switch job {
            case .read(let draft):
              let content = try await read(draft)
              try store.modify("Draft of \(what) read") { didRead(draft, content, &$0) }
            case .write(let draft):
              try await write(draft)
              try store.modify("Draft of \(what) written") { didWrite(&$0) }
            }
          } catch {
            // Throws if it was cancelled.
            try store.send(failed(DatabaseError(error)))
          }
        }
      },
      cancelled: cancelled
    )
    .cancellable(id: id, cancelInFlight: true)
  }
}

extension DraftJobs.Job {
  fileprivate func reads(_ id: Draft.ID) -> Bool {
    if case .read(let draft) = self { draft.id == id } else { false }
  }

  fileprivate func writes(_ id: Draft.ID) -> Bool {
    if case .write(let draft) = self { draft.id == id } else { false }
  }
}

/// What was typed into a form and was neither saved nor discarded.
public protocol FormDraft: Codable, Equatable, Identifiable, Sendable where ID: Sendable {
  /// What was typed.
  associatedtype Content: Codable, Equatable, Sendable

  /// What was typed.
  var content: Content { get set }
  /// Whether nothing was typed.
  var isEmpty: Bool { get }

  /// Returns an earlier draft, continued by what was typed here.
  func continuing(_ earlier: Content) -> Content
}
