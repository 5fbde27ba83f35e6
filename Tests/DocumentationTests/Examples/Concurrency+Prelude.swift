enum Day { case monday }
class Settings { let title = "Settings" }
struct Client: Sendable { func upload() async -> Int { 1 } }
let client = Client()
let clock = ImmediateClock()
