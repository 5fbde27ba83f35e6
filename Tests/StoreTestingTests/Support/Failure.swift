/// The error of tests to which it does not matter what has failed.
struct Failure: Error, Equatable {}
