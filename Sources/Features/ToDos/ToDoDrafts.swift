/// What is to be read and written of the drafts of forms, one job after the other, in the order in which it was asked
/// for.
///
/// The list has it, and not the form, because a form may be closed or replaced before what was typed into it is kept.
/// Only the first job is under way. A form that is opened again reads its draft after what was typed into it before has
/// been written.
public struct ToDoDrafts: Equatable, Sendable {
  /// The reading or writing of a draft.
  public struct Job: Codable, Equatable, Sendable {
    /// The kinds of jobs.
    public enum Kind: Codable, Equatable, Sendable {
      /// Reads the draft for a form that has appeared.
      case read
      /// Replaces the draft.
      case write
    }

    /// What the job does.
    public let kind: Kind
    /// The to-do in the database; `nil` for a new one.
    public internal(set) var original: ToDo?
    /// What has been typed. While the draft is read, that continues the draft.
    public internal(set) var typed: ToDoEdit

    /// The identifier of the draft.
    var id: ToDo.ID? { original?.id }
  }

  /// The jobs. The first one is under way.
  public internal(set) var jobs: [Job] = []

  /// Makes a list without jobs.
  public init() {}

  /// Reads the draft of a form.
  mutating func read(for form: ToDoForm.State) {
    jobs.append(Job(kind: .read, original: form.original, typed: form.draft))
  }

  /// Writes what has been typed into a form, or continues the draft with it that is read for the form.
  mutating func write(_ form: ToDoForm.State) {
    let job = Job(kind: form.isRestoring ? .read : .write, original: form.original, typed: form.draft)
    if form.isRestoring {
      guard let index = jobs.lastIndex(where: { $0.kind == .read && $0.id == job.id }) else { return }
      jobs[index] = job
    } else if jobs.count > 1, let last = jobs.last, last.kind == .write, last.id == job.id {
      jobs[jobs.count - 1] = job
    } else {
      jobs.append(job)
    }
  }

  /// Removes the draft of a to-do that was saved, if what is to be written would bring it back.
  mutating func removeDraft(of toDo: ToDo?) {
    guard hasJob(.write, id: toDo?.id) else { return }
    jobs.append(Job(kind: .write, original: toDo, typed: ToDoEdit()))
  }

  /// Removes the job that has ended and returns it.
  mutating func end() -> Job? { jobs.isEmpty ? nil : jobs.removeFirst() }

  /// Continues a draft that was read with what was typed into a form that is gone, before anything else reads it.
  mutating func `continue`(_ draft: ToDoEdit, _ job: Job) {
    var form = ToDoForm.State(job.original)
    form.apply(job.typed)
    form.restore(draft)
    jobs.insert(Job(kind: .write, original: job.original, typed: form.draft), at: 0)
  }

  /// Whether a draft is still to be read or written.
  func hasJob(_ kind: Job.Kind, id: ToDo.ID?) -> Bool { jobs.contains { $0.kind == kind && $0.id == id } }
}

extension ToDoDrafts: Encodable {
  /// Encodes the jobs.
  public func encode(to encoder: any Encoder) throws { try jobs.encode(to: encoder) }
}
