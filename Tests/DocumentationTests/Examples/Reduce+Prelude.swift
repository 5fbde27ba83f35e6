struct State: Equatable { var isOn = false }
enum Action { case toggled }
