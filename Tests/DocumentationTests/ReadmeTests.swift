import Foundation
import TestSupport
import Testing

/// README.md and README.ja.md are short, and have the same content.
struct ReadmeTests {
  private static let names = ["README.md", "README.ja.md"]

  @Test(arguments: names)
  func itIsShort(name: String) throws {
    #expect(try Repository.file(name).text.split(separator: "\n", omittingEmptySubsequences: false).count <= 251)
  }

  @Test func bothHaveTheSameBlocksAndLinks() throws {
    let files = try Self.names.map(Repository.file)
    let blocks = files.map { CodeBlock.blocks(inMarkdown: $0.text, path: $0.path).map(\.text) }
    #expect(blocks[0] == blocks[1])
    // A picture may have a version for each language.
    let links = files.map { file in
      Set(file.text.matches(of: #/\]\(([^)]+)\)/#).map { String($0.1).replacing(".ja.", with: ".") })
        .subtracting(Self.names)
    }
    #expect(links[0] == links[1])
  }

  /// The figures in the table of costs are those that the benchmarks have measured.
  @Test(arguments: names)
  func figuresAreThoseOfTheBenchmarks(name: String) throws {
    let measured = try Repository.tableRows(in: "Benchmarks/README.md")
    let costs = try Repository.tableRows(in: name).filter { $0.count == 4 && $0[1].first?.isNumber == true }
    #expect(costs.count > 5)
    for cost in costs {
      #expect(
        measured.contains {
          $0.count == 3 && ($0[0] == cost[3] || $0[0].hasPrefix("\(cost[3]):")) && $0[1...] == cost[1...2]
        },
        "Benchmarks/README.md does not say: \(cost)"
      )
    }
  }
}
