import Testing

@testable import StoreCore

/// Which of the values that the program sets, and of those that are read where they are kept, is the newest.
@Suite struct SharedVersionsTests {
  private var versions = SharedVersions()

  @Test mutating func whatIsReadReplacesWhatWasReadBefore() {
    let first = versions.beginReading()
    let second = versions.beginReading()
    #expect(versions.accept(second, isNews: true) == .replace)
    #expect(versions.accept(first, isNews: true) == .ignore)
  }

  @Test mutating func whatWasReadBeforeAChangeIsOlderThanTheChange() {
    let reading = versions.beginReading()
    versions.beginChange()
    #expect(versions.didSave(versions.changed) == (true, false))
    #expect(versions.accept(reading, isNews: true) == .ignore)
    #expect(versions.accept(versions.beginReading(), isNews: true) == .replace)
  }

  @Test mutating func whatIsReadWhileAChangeIsSavedIsReadAgainAfterIt() {
    versions.beginChange()
    #expect(versions.accept(versions.beginReading(), isNews: true) == .ignore)
    #expect(versions.didSave(versions.changed) == (true, true))
    #expect(versions.accept(versions.beginReading(), isNews: true) == .replace)
  }

  @Test mutating func whatWasBegunWhileAChangeWasSavedIsReadAgainAtOnce() {
    versions.beginChange()
    let reading = versions.beginReading()
    #expect(versions.didSave(versions.changed) == (true, false))
    #expect(versions.accept(reading, isNews: true) == .readAgain)
    #expect(versions.accept(reading, isNews: false) == .ignore)
  }

  /// The later change is saved after that of others, and replaces it.
  @Test mutating func aLaterChangeReplacesThatOfOthers() {
    versions.beginChange()
    #expect(versions.accept(versions.beginReading(), isNews: true) == .ignore)
    versions.beginChange()
    #expect(versions.didSave(versions.changed) == (true, false))
  }

  @Test mutating func theResultOfTheLatestSaveCounts() {
    versions.beginChange()
    let first = versions.changed
    versions.beginChange()
    #expect(versions.didSave(versions.changed) == (true, false))
    #expect(versions.didSave(first) == (false, false))
    #expect(versions.beginReading() > versions.changed)
  }
}
