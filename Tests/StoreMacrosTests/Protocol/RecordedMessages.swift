/// The messages that Swift 6.3.1 sent for a small package. Only the lists of compiler features are shortened.
enum RecordedMessages {
  static let capability = #"""
    {"getCapability":{"capability":{"protocolVersion":7}}}
    """#

  static let reducerExtension = #"""
    {"expandAttachedMacro":{"attributeSyntax":{"kind":"attribute","location":{"column":2,"fileID":"Clien\#
    t/Client.swift","fileName":"/Project/Sources/Client/Client.swift","line":11,"offset":203},"source":"\#
    \n\n@Reducer"},"conformanceListSyntax":{"kind":"declaration","location":{"column":0,"fileID":"","fil\#
    eName":"","line":0,"offset":0},"source":"struct Placeholder: Reducer, CaseReducer {}"},"declSyntax":\#
    {"kind":"declaration","location":{"column":2,"fileID":"Client/Client.swift","fileName":"/Project/Sou\#
    rces/Client/Client.swift","line":11,"offset":203},"source":"\n\n@Reducer\npublic struct Feature {\n \#
     enum Action { case tapped }\n  /// The body.\n  var body: Int { 1 }\n}"},"discriminator":"$s6Client\#
    7Feature7ReducerfMe_","extendedTypeSyntax":{"kind":"type","location":{"column":0,"fileID":"","fileNa\#
    me":"","line":0,"offset":0},"source":"Feature"},"lexicalContext":[],"macro":{"moduleName":"StoreMacr\#
    osPlugin","name":"Reducer","typeName":"ReducerMacro"},"macroRole":"extension","staticBuildConfigurat\#
    ion":"{\"attributes\":[\"GKInspectable\",\"IBAction\"],\"compilerVersion\":{\"components\":[6,3,1]},\#
    \"customConditions\":[\"SWIFT_PACKAGE\",\"DEBUG\",\"SWIFT_MODULE_RESOURCE_BUNDLE_UNAVAILABLE\"],\"en\#
    dianness\":\"little\",\"features\":[\"ABIAttributeSE0479\",\"Actors\"],\"languageMode\":{\"component\#
    s\":[6,3,1]},\"targetArchitectures\":[\"x86_64\"],\"targetAtomicBitWidths\":[128,64,32,16,8],\"targe\#
    tEnvironments\":[],\"targetOSs\":[\"Linux\"],\"targetObjectFileFormats\":[\"ELF\"],\"targetPointerAu\#
    thenticationSchemes\":[\"_none\"],\"targetPointerBitWidth\":64,\"targetRuntimes\":[\"_multithreaded\\#
    ",\"_Native\"]}"}}
    """#

  static let casePathableExtension = #"""
    {"expandAttachedMacro":{"attributeSyntax":{"kind":"attribute","location":{"column":27,"fileID":"Clie\#
    nt/Client.swift","fileName":"/Project/Sources/Client/Client.swift","line":4,"offset":69},"source":"\\#
    n  @CasePathable "},"conformanceListSyntax":{"kind":"declaration","location":{"column":0,"fileID":""\#
    ,"fileName":"","line":0,"offset":0},"source":"struct Placeholder: CasePathable {}"},"declSyntax":{"k\#
    ind":"declaration","location":{"column":27,"fileID":"Client/Client.swift","fileName":"/Project/Sourc\#
    es/Client/Client.swift","line":4,"offset":69},"source":"\n  @CasePathable enum Event<T> {\n    case \#
    started, failed(code: Int, message: String)\n    #if DEBUG\n    case value(T)\n    #endif\n  }"},"di\#
    scriminator":"$s6Client7FeatureV5Event12CasePathablefMe_","extendedTypeSyntax":{"kind":"type","locat\#
    ion":{"column":0,"fileID":"","fileName":"","line":0,"offset":0},"source":"Feature.Event"},"lexicalCo\#
    ntext":[{"kind":"declaration","location":{"column":0,"fileID":"","fileName":"","line":0,"offset":0},\#
    "source":"\n\n// «é» takes two bytes.\npublic extension Feature {}"}],"macro":{"moduleName":"StoreMa\#
    crosPlugin","name":"CasePathable ","typeName":"CasePathableMacro"},"macroRole":"extension","staticBu\#
    ildConfiguration":"{\"attributes\":[\"GKInspectable\",\"IBAction\"],\"compilerVersion\":{\"component\#
    s\":[6,3,1]},\"customConditions\":[\"DEBUG\",\"SWIFT_MODULE_RESOURCE_BUNDLE_UNAVAILABLE\",\"SWIFT_PA\#
    CKAGE\"],\"endianness\":\"little\",\"features\":[\"ABIAttributeSE0479\",\"Actors\"],\"languageMode\"\#
    :{\"components\":[6,3,1]},\"targetArchitectures\":[\"x86_64\"],\"targetAtomicBitWidths\":[128,64,32,\#
    16,8],\"targetEnvironments\":[],\"targetOSs\":[\"Linux\"],\"targetObjectFileFormats\":[\"ELF\"],\"ta\#
    rgetPointerAuthenticationSchemes\":[\"_none\"],\"targetPointerBitWidth\":64,\"targetRuntimes\":[\"_m\#
    ultithreaded\",\"_Native\"]}"}}
    """#

  static let reducerMemberAttributeAction = #"""
    {"expandAttachedMacro":{"attributeSyntax":{"kind":"attribute","location":{"column":2,"fileID":"Clien\#
    t/Client.swift","fileName":"/Project/Sources/Client/Client.swift","line":11,"offset":203},"source":"\#
    \n\n@Reducer"},"declSyntax":{"kind":"declaration","location":{"column":24,"fileID":"Client/Client.sw\#
    ift","fileName":"/Project/Sources/Client/Client.swift","line":14,"offset":237},"source":"\n  enum Ac\#
    tion { case tapped }"},"discriminator":"$s6Client7FeatureV6Action7ReducerfMr_","lexicalContext":[{"k\#
    ind":"declaration","location":{"column":0,"fileID":"","fileName":"","line":0,"offset":0},"source":"\\#
    n\n@Reducer\npublic struct Feature {}"}],"macro":{"moduleName":"StoreMacrosPlugin","name":"Reducer",\#
    "typeName":"ReducerMacro"},"macroRole":"memberAttribute","parentDeclSyntax":{"kind":"declaration","l\#
    ocation":{"column":2,"fileID":"Client/Client.swift","fileName":"/Project/Sources/Client/Client.swift\#
    ","line":11,"offset":203},"source":"\n\n@Reducer\npublic struct Feature {\n  enum Action { case tapp\#
    ed }\n  /// The body.\n  var body: Int { 1 }\n}"},"staticBuildConfiguration":"{\"attributes\":[\"GKI\#
    nspectable\",\"IBAction\"],\"compilerVersion\":{\"components\":[6,3,1]},\"customConditions\":[\"SWIF\#
    T_MODULE_RESOURCE_BUNDLE_UNAVAILABLE\",\"SWIFT_PACKAGE\",\"DEBUG\"],\"endianness\":\"little\",\"feat\#
    ures\":[\"ABIAttributeSE0479\",\"Actors\"],\"languageMode\":{\"components\":[6,3,1]},\"targetArchite\#
    ctures\":[\"x86_64\"],\"targetAtomicBitWidths\":[128,64,32,16,8],\"targetEnvironments\":[],\"targetO\#
    Ss\":[\"Linux\"],\"targetObjectFileFormats\":[\"ELF\"],\"targetPointerAuthenticationSchemes\":[\"_no\#
    ne\"],\"targetPointerBitWidth\":64,\"targetRuntimes\":[\"_Native\",\"_multithreaded\"]}"}}
    """#

  static let reducerMemberAttributeBody = #"""
    {"expandAttachedMacro":{"attributeSyntax":{"kind":"attribute","location":{"column":2,"fileID":"Clien\#
    t/Client.swift","fileName":"/Project/Sources/Client/Client.swift","line":11,"offset":203},"source":"\#
    \n\n@Reducer"},"declSyntax":{"kind":"declaration","location":{"column":30,"fileID":"Client/Client.sw\#
    ift","fileName":"/Project/Sources/Client/Client.swift","line":15,"offset":267},"source":"\n  /// The\#
     body.\n  var body: Int { 1 }"},"discriminator":"$s6Client7FeatureV4body7ReducerfMr0_","lexicalConte\#
    xt":[{"kind":"declaration","location":{"column":0,"fileID":"","fileName":"","line":0,"offset":0},"so\#
    urce":"\n\n@Reducer\npublic struct Feature {}"}],"macro":{"moduleName":"StoreMacrosPlugin","name":"R\#
    educer","typeName":"ReducerMacro"},"macroRole":"memberAttribute","parentDeclSyntax":{"kind":"declara\#
    tion","location":{"column":2,"fileID":"Client/Client.swift","fileName":"/Project/Sources/Client/Clie\#
    nt.swift","line":11,"offset":203},"source":"\n\n@Reducer\npublic struct Feature {\n  enum Action { c\#
    ase tapped }\n  /// The body.\n  var body: Int { 1 }\n}"},"staticBuildConfiguration":"{\"attributes\\#
    ":[\"GKInspectable\",\"IBAction\"],\"compilerVersion\":{\"components\":[6,3,1]},\"customConditions\"\#
    :[\"SWIFT_PACKAGE\",\"DEBUG\",\"SWIFT_MODULE_RESOURCE_BUNDLE_UNAVAILABLE\"],\"endianness\":\"little\\#
    ",\"features\":[\"ABIAttributeSE0479\",\"Actors\"],\"languageMode\":{\"components\":[6,3,1]},\"targe\#
    tArchitectures\":[\"x86_64\"],\"targetAtomicBitWidths\":[128,64,32,16,8],\"targetEnvironments\":[],\\#
    "targetOSs\":[\"Linux\"],\"targetObjectFileFormats\":[\"ELF\"],\"targetPointerAuthenticationSchemes\\#
    ":[\"_none\"],\"targetPointerBitWidth\":64,\"targetRuntimes\":[\"_multithreaded\",\"_Native\"]}"}}
    """#

  static let reducerMember = #"""
    {"expandAttachedMacro":{"attributeSyntax":{"kind":"attribute","location":{"column":2,"fileID":"Clien\#
    t/Client.swift","fileName":"/Project/Sources/Client/Client.swift","line":11,"offset":203},"source":"\#
    \n\n@Reducer"},"declSyntax":{"kind":"declaration","location":{"column":2,"fileID":"Client/Client.swi\#
    ft","fileName":"/Project/Sources/Client/Client.swift","line":11,"offset":203},"source":"\n\n@Reducer\#
    \npublic struct Feature {\n  enum Action { case tapped }\n  /// The body.\n  var body: Int { 1 }\n}"\#
    },"discriminator":"$s6Client7Feature7ReducerfMm_","lexicalContext":[],"macro":{"moduleName":"StoreMa\#
    crosPlugin","name":"Reducer","typeName":"ReducerMacro"},"macroRole":"member","staticBuildConfigurati\#
    on":"{\"attributes\":[\"GKInspectable\",\"IBAction\"],\"compilerVersion\":{\"components\":[6,3,1]},\\#
    "customConditions\":[\"DEBUG\",\"SWIFT_PACKAGE\",\"SWIFT_MODULE_RESOURCE_BUNDLE_UNAVAILABLE\"],\"end\#
    ianness\":\"little\",\"features\":[\"ABIAttributeSE0479\",\"Actors\"],\"languageMode\":{\"components\#
    \":[6,3,1]},\"targetArchitectures\":[\"x86_64\"],\"targetAtomicBitWidths\":[128,64,32,16,8],\"target\#
    Environments\":[],\"targetOSs\":[\"Linux\"],\"targetObjectFileFormats\":[\"ELF\"],\"targetPointerAut\#
    henticationSchemes\":[\"_none\"],\"targetPointerBitWidth\":64,\"targetRuntimes\":[\"_Native\",\"_mul\#
    tithreaded\"]}"}}
    """#

  static let endpointAccessor = #"""
    {"expandAttachedMacro":{"attributeSyntax":{"kind":"attribute","location":{"column":16,"fileID":"Clie\#
    nt/Client.swift","fileName":"/Project/Sources/Client/Client.swift","line":20,"offset":324},"source":\#
    "\n  @DependencyEndpoint(method: \"load\")"},"declSyntax":{"kind":"declaration","location":{"column"\#
    :16,"fileID":"Client/Client.swift","fileName":"/Project/Sources/Client/Client.swift","line":20,"offs\#
    et":324},"source":"\n  @DependencyEndpoint(method: \"load\")\n  var loadAll: @Sendable (_ page: Int)\#
     throws -> [Int] = { _ in [] }"},"discriminator":"$s6ClientAAV7loadAll18DependencyEndpointfMa_","lex\#
    icalContext":[{"kind":"declaration","location":{"column":0,"fileID":"","fileName":"","line":0,"offse\#
    t":0},"source":"\n\nstruct Client {}"}],"macro":{"moduleName":"StoreMacrosPlugin","name":"Dependency\#
    Endpoint","typeName":"DependencyEndpointMacro"},"macroRole":"accessor","staticBuildConfiguration":"{\#
    \"attributes\":[\"GKInspectable\",\"IBAction\"],\"compilerVersion\":{\"components\":[6,3,1]},\"custo\#
    mConditions\":[\"DEBUG\",\"SWIFT_PACKAGE\",\"SWIFT_MODULE_RESOURCE_BUNDLE_UNAVAILABLE\"],\"endiannes\#
    s\":\"little\",\"features\":[\"ABIAttributeSE0479\",\"Actors\"],\"languageMode\":{\"components\":[6,\#
    3,1]},\"targetArchitectures\":[\"x86_64\"],\"targetAtomicBitWidths\":[128,64,32,16,8],\"targetEnviro\#
    nments\":[],\"targetOSs\":[\"Linux\"],\"targetObjectFileFormats\":[\"ELF\"],\"targetPointerAuthentic\#
    ationSchemes\":[\"_none\"],\"targetPointerBitWidth\":64,\"targetRuntimes\":[\"_Native\",\"_multithre\#
    aded\"]}"}}
    """#

  static let freestanding = #"""
    {"expandFreestandingMacro":{"discriminator":"$s6Client0017Clientswift_yEEFcfMX23_13_33_0580C25887000\#
    BCBE5988B45AE734CDALl5threefMf_","lexicalContext":[],"macro":{"moduleName":"StoreMacrosPlugin","name\#
    ":"three","typeName":"ThreeMacro"},"macroRole":"expression","staticBuildConfiguration":"{\"attribute\#
    s\":[\"GKInspectable\",\"IBAction\"],\"compilerVersion\":{\"components\":[6,3,1]},\"customConditions\#
    \":[\"SWIFT_PACKAGE\",\"DEBUG\",\"SWIFT_MODULE_RESOURCE_BUNDLE_UNAVAILABLE\"],\"endianness\":\"littl\#
    e\",\"features\":[\"ABIAttributeSE0479\",\"Actors\"],\"languageMode\":{\"components\":[6,3,1]},\"tar\#
    getArchitectures\":[\"x86_64\"],\"targetAtomicBitWidths\":[128,64,32,16,8],\"targetEnvironments\":[]\#
    ,\"targetOSs\":[\"Linux\"],\"targetObjectFileFormats\":[\"ELF\"],\"targetPointerAuthenticationScheme\#
    s\":[\"_none\"],\"targetPointerBitWidth\":64,\"targetRuntimes\":[\"_Native\",\"_multithreaded\"]}","\#
    syntax":{"kind":"expression","location":{"column":14,"fileID":"Client/Client.swift","fileName":"/Pro\#
    ject/Sources/Client/Client.swift","line":24,"offset":447},"source":"#three"}}}
    """#
}
