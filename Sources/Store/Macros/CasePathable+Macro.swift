/// Generates case paths for all cases of an enum: see the protocol ``CasePathable-protocol``.
///
/// ```swift
/// @CasePathable
/// enum Download {
///   case waiting
///   case running(progress: Double)
///   case failed(code: Int, message: String)
/// }
///
/// let failure = download[case: \.failed]?.message
/// ```
///
/// The expansion adds the nested type `AllCasePaths`, with a property for each case, and the conformance to
/// ``CasePathIterable``: the paths can be iterated, and looked up by a value. No two cases may have the same name,
/// because key paths have no argument labels. An unavailable case has no path.
@attached(extension, conformances: CasePathable, CasePathIterable)
@attached(member, names: named(AllCasePaths), named(allCasePaths), named(_$Element), named(_$Iterator))
public macro CasePathable() = #externalMacro(module: "StoreMacrosPlugin", type: "CasePathableMacro")
