import Dependencies
import Testing

@Suite struct DurationTests {
  @Test(
    arguments: [
      (.zero, "0 s"), (.nanoseconds(7), "7 ns"), (.nanoseconds(1_311), "1.31 µs"), (.microseconds(311), "311 µs"),
      (.microseconds(999_600), "1 s"), (.milliseconds(300), "300 ms"), (.milliseconds(1754), "1.75 s"),
      (.milliseconds(12_340), "12.3 s"), (.milliseconds(59_960), "1 min"), (.seconds(90), "1 min 30 s"),
      (.milliseconds(90_500), "1 min 30.5 s"), (.seconds(3600), "1 h"), (.milliseconds(3_600_300), "1 h 0.3 s"),
      (.seconds(876_000 * 3600), "876000 h"), (.milliseconds(-300), "-300 ms"),
    ] as [(Duration, String)]
  )
  func aDurationHasThreeDigits(_ duration: Duration, _ text: String) {
    #expect(duration.readable == text)
  }

  /// A clock may have to be moved by exactly this time.
  @Test(
    arguments: [
      (.zero, "0 s"), (.milliseconds(300), "300 ms"), (.microseconds(1_234_567), "1.234567 s"),
      (.milliseconds(90_500), "1 min 30.5 s"), (.milliseconds(90_050), "90.05 s"),
      (.milliseconds(-12_340), "-12.34 s"),
    ] as [(Duration, String)]
  )
  func aDurationThatMattersIsNotRounded(_ duration: Duration, _ text: String) {
    #expect(duration.exactlyReadable == text)
  }
}
