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
      #endpoint(\.translationClient.languages),
      #endpoint(\.translationClient.translate),
      #endpoint(\.translationClient.keep),
      #endpoint(\.translationClient.rate),
    ]
    await commandLine.main()
  }
}
