import Store
import StoreInspection

@main struct Main {
  static func main() async {
    var commandLine = StoreCommandLine<Translator>("Translator", commands: [.run, .generateTest]) {
      Translator.State()
    } reducer: {
      Translator()
    }
    commandLine.recordedEndpoints = [
      .endpoint(\.translationClient.languages, "translationClient.languages"),
      .endpoint(\.translationClient.translate, "translationClient.translate(text:to:)"),
      .endpoint(\.translationClient.keep, "translationClient.keep(translation:)"),
      .endpoint(\.translationClient.rate, "translationClient.rate(text:translation:stars:isPublic:)"),
    ]
    commandLine.swiftSpellings = [
      .initializer(of: Rating.State.self, "translation") { Rating.State(translation: $0.translation) }
    ]
    await commandLine.main()
  }
}
