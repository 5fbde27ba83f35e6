import Foundation
import TestSupport
import Testing

/// The examples of the documentation are compiled and, where possible, run. So they can't become outdated.
@Suite(.ownThreads) struct ExampleTests {
  @Test func allBlocksAreCompiled() throws {
    let documents = Documents(root: Repository.root)
    let examples = try Examples.all(in: documents)
    let lines = try Set(examples.flatMap { CodeBlock.lines(of: try $0.text(in: documents)).map(String.init) })
    let blocks = examples.flatMap(\.documents).flatMap(\.blocks)
    #expect(blocks.count > 300)
    // The tutorial's code is in files.
    #expect(examples.filter(\.documents.isEmpty).map(\.name) == ["TutorialStages"], "Nothing needs these preludes.")
    for chunk in blocks.flatMap(Chunk.chunks) {
      // The compiler names these lines, whatever stands in a block.
      let places = [chunk.firstLine - 1, chunk.firstLine].map { documents.place(chunk.path, $0) }
      #expect(!lines.isDisjoint(with: places), "\(chunk.path):\(chunk.firstLine) is not compiled.")
    }
  }
}

/// All Markdown files except the list of changes, which quotes code of older versions.
func markdownFiles() throws -> [Repository.File] {
  try Repository.files(in: "", ["md"]).filter { $0.path != "CHANGELOG.md" }
}
