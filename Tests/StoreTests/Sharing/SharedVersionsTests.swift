import Testing

@testable import StoreCore

/// Which of the values that the program sets, and of those that are read where they are kept, is the newest.
@Suite struct SharedVersionsTests {
  private var versions = SharedVersions()

  private mutating func change() {
    versions.beginChange()
    versions.endChange()
  }

  @Test mutating func whatIsReadReplacesWhatWasReadBefore() {
    let (first, second) = (versions.beginReading(), versions.beginReading())
    #expect(versions.accept(second, isNews: true) == .replace)
    #expect(versions.accept(first, isNews: true) == .ignore)
  }

  @Test mutating func whatWasReadBeforeAChangeIsOlderThanTheChange() {
    let reading = versions.beginReading()
    change()
    #expect(versions.didSave(versions.ended) == (true, false))
    #expect(versions.accept(reading, isNews: true) == .ignore)
    #expect(versions.accept(versions.beginReading(), isNews: true) == .replace)
  }

  @Test mutating func whatWasBegunWhileAChangeWasSavedIsReadAgainAtOnce() {
    change()
    let reading = versions.beginReading()
    #expect(versions.didSave(versions.ended) == (true, false))
    #expect(versions.accept(reading, isNews: true) == .readAgain)
    #expect(versions.accept(reading, isNews: false) == .ignore)
  }

  /// The later change is saved after that of others, and replaces it.
  @Test mutating func aLaterChangeReplacesThatOfOthers() {
    change()
    #expect(versions.accept(versions.beginReading(), isNews: true) == .ignore)
    change()
    #expect(versions.didSave(versions.ended) == (true, false))
  }

  @Test mutating func theResultOfTheLatestSaveCounts() {
    change()
    let first = versions.ended
    change()
    #expect(versions.didSave(versions.ended) == (true, false))
    #expect(versions.didSave(first) == (false, false))
  }

  /// A thread saves what another one is changing: the place gets the value of before, so a reading is older.
  @Test mutating func aChangeThatHasNotEndedIsNotSaved() {
    change()
    versions.beginChange()
    #expect(versions.didSave(versions.ended) == (true, false))
    let reading = versions.beginReading()
    versions.endChange()
    #expect(versions.accept(reading, isNews: true) == .ignore)
    #expect(versions.didSave(versions.ended) == (true, true))
  }
}
