import Store
import Testing

@testable import Features

/// Drafts are read and written one after the other, and none is replaced that has not been read.
struct DraftJobsTests {
  private typealias Jobs = DraftJobs<HashtagDraft>

  private func draft(_ content: String, id: Recipe.ID = 7) -> HashtagDraft { HashtagDraft(id: id, content: content) }

  @Test func theFirstJobIsTheRunningOne() {
    var jobs = Jobs()
    jobs.read(continuedBy: draft(""))
    jobs.write(draft("a", id: 8))
    #expect(jobs.jobs == [.read(continuedBy: draft("")), .write(draft("a", id: 8))])
    #expect(jobs.endReading("b", form: draft("")) == .succeeded("b"))
    #expect(jobs.jobs == [.write(draft("a", id: 8))], "what was read need not be written")
    jobs.endWriting()
    #expect(jobs == Jobs())
    // A job that ended, although none was running, changes nothing.
    jobs.endWriting()
    #expect(jobs.failWriting() == nil && jobs.endReading("a", form: nil) == nil)
    jobs.continueReading(with: draft("a"))
    #expect(jobs == Jobs())
  }

  @Test func aWaitingWriteIsReplacedAndARunningOneIsNot() {
    var jobs = Jobs()
    for text in ["a", "ab", "abc"] { jobs.write(draft(text)) }
    #expect(jobs.jobs == [.write(draft("a")), .write(draft("abc"))])
    jobs.write(draft("d", id: 8))
    jobs.write(draft("abcd"))
    let writes = [draft("a"), draft("abc"), draft("d", id: 8), draft("abcd")]
    #expect(jobs.jobs == writes.map { .write($0) }, "the order is kept")
  }

  /// What was typed into a form that is gone is written before the next form reads.
  @Test func whatIsTypedMeanwhileContinuesTheDraft() {
    var jobs = Jobs()
    jobs.read(continuedBy: draft(""))
    jobs.continueReading(with: draft("b"))
    jobs.read(continuedBy: draft(""))
    #expect(jobs.endReading("a", form: draft("")) == nil, "the form waits for the later reading")
    #expect(jobs.jobs == [.write(draft("ab")), .read(continuedBy: draft(""))])
    jobs.endWriting()
    #expect(jobs.endReading(nil, form: nil) == nil, "nobody waits, and nothing was typed")
    jobs.read(continuedBy: draft("b"))
    #expect(jobs.endReading(nil, form: nil) == .lost)
    #expect(jobs == Jobs())
  }

  /// Of several writes, only the last one counts. Its text is newer than what the database has, if that can be read at
  /// all.
  @Test(arguments: ["a", nil])
  func whatCouldNotBeWrittenIsShownAndWrittenAgain(_ content: String?) {
    var jobs = Jobs()
    jobs.write(draft("a"))
    jobs.write(draft("ab"))
    #expect(jobs.failWriting() == nil)
    #expect(jobs.unwritten.isEmpty)
    #expect(jobs.failWriting() == draft("ab"))
    #expect(jobs.unwritten == [draft("ab")])
    jobs.read(continuedBy: draft(""))
    jobs.continueReading(with: draft("c"))
    #expect(jobs.endReading(content, form: draft("c")) == .succeeded("ab"))
    #expect(jobs.jobs == [.write(draft("abc"))])
    jobs.endWriting()
    #expect(jobs == Jobs())
  }

  @Test func whatWasSavedIsNoDraft() {
    var jobs = Jobs()
    jobs.write(draft("a"))
    _ = jobs.failWriting()
    jobs.forget(draft(""))
    #expect(jobs == Jobs())
    jobs.write(draft("b"))
    jobs.forget(draft(""))
    #expect(jobs.jobs == [.write(draft("b")), .write(draft(""))], "an earlier job would write it after it was saved")
  }
}
