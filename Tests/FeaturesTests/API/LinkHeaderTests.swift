import Features
import Testing

struct LinkHeaderTests {
  @Test func readsWhatGitHubSends() {
    let link = LinkHeader(
      #"<https://api.github.com/search/repositories?q=a%2Cb&page=2>; rel="next", "#
        + #"<https://api.github.com/search/repositories?q=a%2Cb&page=34>; rel="last""#
    )
    #expect(link.page("next") == 2)
    #expect(link.page("last") == 34)
    #expect(link.page("prev") == nil)
    #expect(link["next"] == "https://api.github.com/search/repositories?q=a%2Cb&page=2")
  }

  @Test(arguments: [
    ("<?page=2> ; REL = \"NEXT\"", 2),
    ("<?page=2>; title=\"a, <b>; rel=last \\\" c\"; rel=\"prev next\"", 2),
    ("<?page=2>; rel=\"next\"; rel=\"last\"", 2),
    ("<?page=2>; rel=\"next\", <?page=3>; rel=\"next\"", 2),
    ("junk, ;;; \"<?page=9>\" <?page=2>; rel=next", 2),
    ("<?page=9>, <?page=2>; rel=next", 2),
    ("<?a=1&page=2&page=3#page=4>; rel=next", 2),
  ])
  func readsOtherSpellings(_ text: String, _ page: Int) {
    #expect(LinkHeader(text).page("next") == page)
  }

  @Test(arguments: [
    "", "<>;", "<?page=2", "<?page=2>", "<?page=2>; rel=", "<?page=2>; rel=\"", "<?page=2>; rel=\"\\",
    "<?page=2>; xrel=next", "<?page=2>, rel=next", "?page=2; rel=next", "<?page=>; rel=next", "<?page=two>; rel=next",
    "<?page=0>; rel=next", "<?page=-1>; rel=next", "<?pages=2>; rel=next", "<?page=99999999999999999999>; rel=next",
    "<?page>; rel=next", "<http://[::1?page=2>; rel=next",
  ])
  func findsNoPageInWhatHasNone(_ text: String) {
    #expect(LinkHeader(text).page("next") == nil)
  }

  @Test func readsNoMoreThanItShould() {
    let many = String(repeating: "<?page=1>; rel=prev, ", count: 100_000)
    #expect(LinkHeader(many + "<?page=2>; rel=next").page("next") == nil)
    #expect(LinkHeader(String(repeating: "<", count: 1_000_000)).page("next") == nil)
    #expect(LinkHeader("<?page=2>; rel=\"" + String(repeating: "\\", count: 1_000_000)).page("next") == nil)
  }
}
