import Testing

/// Expects that a program that has stopped has said all of some texts.
func expectOutput(
  of result: ExitTest.Result?,
  contains texts: [String],
  sourceLocation: SourceLocation = #_sourceLocation
) {
  let output = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
  for text in texts { #expect(output.contains(text), "\(output)", sourceLocation: sourceLocation) }
}
