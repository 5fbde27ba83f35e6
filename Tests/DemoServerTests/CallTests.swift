import StoreWeb
import Testing

@testable import DemoServer

struct CallTests {
  private struct Service: Endpoints {
    let name = "service"
    let variables: [String] = []
    func respond(to request: WebRequest) -> WebResponse? { nil }
  }

  private func read(_ target: String, headers: [WebRequest.Header] = []) -> Call? {
    Call(WebRequest(method: "GET", target: target, headers: headers), of: Service())
  }

  @Test(arguments: [
    ("/", []), ("/a", ["a"]), ("/a/", ["a", ""]), ("//a", ["", "a"]), ("/a%2Fb/c%20d", ["a/b", "c d"]),
    ("/%E6%97%A5?x", ["日"]), ("/a+b", ["a+b"]),
  ])
  func decodesPaths(target: String, path: [String]) {
    #expect(read(target)?.path == path)
  }

  @Test func decodesQueries() throws {
    let call = try #require(read("/?a=1&b=c%26+d%2B&a=2&e&=f&g=h=i&&%E6%97%A5=%E6%9C%AC"))
    #expect(call.query.map(\.name) == ["a", "b", "a", "e", "", "g", "日"])
    #expect(call["a"] == "1")
    #expect(call["b"] == "c& d+")
    #expect(call["e"] == "")
    #expect(call["g"] == "h=i")
    #expect(call["日"] == "本")
    #expect(call["z"] == nil)
    #expect(call.number("a", default: 9) == 1)
    #expect(call.number("z", default: 9) == 9)
    #expect(call.number("b", default: 9) == nil)
  }

  @Test(arguments: ["/%", "/%4", "/%zz", "/%+1", "/a?b=%", "/?%=1", "/%FF", "/?a=%C3%28", "/%u0041"])
  func refusesWhatIsNotPercentEncoded(target: String) {
    #expect(read(target) == nil)
  }

  @Test func makesAddresses() throws {
    let call = try #require(read("/a%20b?q=c%2B%2B&page=2", headers: [.init("Host", "localhost:1")]))
    #expect(call.address(setting: "page", to: "3") == "http://localhost:1/service/a%20b?q=c%2B%2B&page=3")
    #expect(
      call.address(setting: "x", to: "日 &") == "http://localhost:1/service/a%20b?q=c%2B%2B&page=2&x=%E6%97%A5%20%26"
    )
  }

  @Test(arguments: [
    (1, 30, 65, 0..<30, "next 2, last 3"), (2, 30, 65, 30..<60, "prev 1, first 1, next 3, last 3"),
    (3, 30, 65, 60..<65, "prev 2, first 1"), (4, 30, 65, 0..<0, "prev 3, first 1"), (1, 30, 30, 0..<30, ""),
    (1, 30, 0, 0..<0, ""), (Int.max, 30, 65, 0..<0, "prev 3, first 1"),
    (Int.min, 30, 65, 0..<0, "next -9223372036854775807, last 3"),
    (2, 1, 3, 1..<2, "prev 1, first 1, next 3, last 3"),
  ])
  func cutsPages(number: Int, size: Int, total: Int, rows: Range<Int>, links: String) throws {
    let page = Page(number, size: size, of: Array(0..<total))
    #expect(Array(page.rows) == Array(rows))
    #expect(page.total == total)
    let call = try #require(read("/x"))
    let header = page.links(call).first?.value ?? ""
    let found = header.split(separator: ", ").map { link in
      let parts = link.split(separator: ">; rel=")
      return "\(parts[1].dropFirst().dropLast()) \(parts[0].split(separator: "page=")[1])"
    }
    #expect(found.joined(separator: ", ") == links)
  }
}
