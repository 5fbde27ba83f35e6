import Testing

@testable import StoreInspection
@testable import StoreScript

/// Compares two values as an `expect` does; the first value is in place of the state's.
private func compare(_ actual: String, _ comparison: String) throws -> Statement.Comparison.Verdict {
  guard case .expect(_, .equal, let value)? = try script("expect a == \(actual)").statements.first?.kind,
    case .expect(_, let comparison, let expected)? = try script("expect a \(comparison)").statements.first?.kind
  else { throw CancellationError() }
  return comparison.compare(value.value, expected)
}

struct ComparisonTests {
  @Test(arguments: [
    ("1", "== 1.0"), ("1", "!= 2"), ("1", "< 2"), ("2", "<= 2.0"), ("2.5", "> 2"), ("2", ">= -1"),
    ("9223372036854775807", "> 9223372036854775806"), ("18446744073709551615", "> 9223372036854775807"),
    ("9007199254740993", "> 9007199254740992.0"), ("1e300", "> 18446744073709551615"),
    (#""a""#, #"< "b""#), (#""B""#, #"< "a""#), (#""10""#, #"< "9""#),
    (#""2026-01-31T00:00:00Z""#, "< 2026-01-31T00:00:00.5Z"), (#""2026-01-31T00:00:00.5Z""#, "> 2026-01-31"),
    (#""2026-01-31T00:00:00+09:00""#, #"< "2026-01-30T16:00:00Z""#), (#""2026-01-31T00:00:00Z""#, ">= 2026-01-31"),
    (#"["a", "b"]"#, #"contains "b""#), (#"["a", {"b": {}}]"#, "contains .b"),
    (#"[{"id": 1}]"#, #"contains {"id": 1}"#),
    (#""swift""#, #"contains "wif""#), (#""swift""#, #"contains """#), (#"{"a": null}"#, #"contains "a""#),
    (#"["2026-01-31T00:00:00Z"]"#, "contains 2026-01-31"), (#""swift""#, "matches /^s.*t$/"),
    (#""a/b""#, #"matches "a/b""#),
    (#""a/b""#, #"matches /a\/b/"#), ("{\"b\": {}}", "== .b"), ("\"b\"", "== b"),
  ])
  func isRight(actual: String, comparison: String) throws {
    let verdict = try compare(actual, comparison)
    #expect(verdict.isRight)
    #expect(verdict.note == nil)
  }

  @Test(arguments: [
    ("1", "!= 1.0"), ("2", "< 2"), ("3", "<= 2"), ("2", "> 2"), ("1", ">= 2"), (#""b""#, #"<= "a""#),
    (#"["a"]"#, "contains 1"),
    (#""swift""#, #"contains "x""#), (#"{"a": 1}"#, #"contains "b""#), (#""swift""#, "matches /^w/"),
    (#""b""#, "== .c"),
    ("9007199254740993", "<= 9007199254740992.0"),
  ])
  func isWrong(actual: String, comparison: String) throws {
    let verdict = try compare(actual, comparison)
    #expect(!verdict.isRight)
    #expect(verdict.note == nil)
  }

  @Test(arguments: [
    (
      "null", "< 1",
      "`<` compares numbers with numbers, dates with dates and texts with texts, and the actual value is null"
    ),
    (
      "[1]", "> 1",
      "`>` compares numbers with numbers, dates with dates and texts with texts, and the actual value is an array: its "
        + "number of elements or characters is its `.count`"
    ),
    (
      "true", "<= 1",
      "`<=` compares numbers with numbers, dates with dates and texts with texts, and the actual value is a boolean"
    ),
    (
      "1", "contains 1",
      "`contains` looks for elements in arrays, for text in texts and for names in objects, and the actual value is a number"
    ),
    (
      #""a""#, "contains 1",
      "`contains` looks for elements in arrays, for text in texts and for names in objects, and the actual value is a string"
    ),
    ("1", "matches /1/", "`matches` is about texts, and the actual value is a number"),
  ])
  func cannotBeCompared(actual: String, comparison: String, note: String) throws {
    let verdict = try compare(actual, comparison)
    #expect(!verdict.isRight)
    #expect(verdict.note == note)
  }
}
