/// The words that statements begin with.
package enum Keyword: String, CaseIterable {
  case send, await, expect, `let`, advance, show, screen, section, include, `repeat`, override, context
}
