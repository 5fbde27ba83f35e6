package enum ValueDump { package static func summary(of v: Any) -> String { "\(v)" } }
protocol CustomDumpReflectable {}
