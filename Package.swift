// swift-tools-version: 6.2
import PackageDescription

/// Warnings are errors to the compiler that the sources are written with; another one warns of other things.
#if compiler(>=6.3)
    let warnings: [SwiftSetting] = [.treatAllWarnings(as: .error)]
#else
    let warnings: [SwiftSetting] = []
#endif

/// What the target has that is nearest to the system: language mode 6, upcoming features, warnings as errors.
///
/// Without `MemberImportVisibility`, because `CLinux` has types of the C library, too, as each of our modules in C has. Which of the two
/// modules owns `struct stat` or `timespec` depends on what the compiler reads first, be it from its cache, and with that feature, a build
/// from nothing refuses their members to files that import `Glibc` alone.
let nearest: [SwiftSetting] =
    warnings + [.enableUpcomingFeature("ExistentialAny"), .enableUpcomingFeature("InternalImportsByDefault")]

/// Settings every other Swift target shares.
let common: [SwiftSetting] = nearest + [.enableUpcomingFeature("MemberImportVisibility")]

/// Targets through which no sample goes are optimised for size: they run seldom, and their pages stay in memory.
let small: [SwiftSetting] = common + [.unsafeFlags(["-Osize"], .when(configuration: .release))]

/// How the programs are linked for release. LLD packs the relocations of addresses within the program, 58,000 of them, into a
/// tenth of their room, and no other program looks for a symbol in these: both would take memory in each process.
let packed: [LinkerSetting] = [
    .unsafeFlags(
        ["-use-ld=lld"] + ["--no-export-dynamic", "-z", "pack-relative-relocs"].flatMap { ["-Xlinker", $0] },
        .when(configuration: .release))
]

/// Targets that touch C or raw memory also mark each unsafe expression.
let memorySafe: [SwiftSetting] = common + [.strictMemorySafety()]

/// Both of it.
let smallAndMemorySafe: [SwiftSetting] = small + [.strictMemorySafety()]

/// The folders of `Sources`, from what stands below to what stands above, and the targets in each.
let folders = [
    "C": [
        "CChromaprint", "CCurl", "CEBUR128", "CFFmpeg", "CFLAC", "CGnuTLS", "CLinux", "CPCRE2", "CPipeWire", "CRealtime",
        "CRemotePage", "CResolver", "CSQLite", "CSystemd", "CTagLib", "CTestCard", "CWavPack",
    ],
    "Types": ["AudioTypes", "MediaTypes", "Playlists"],
    "Support": [
        "Database", "JSON", "LineServer", "MessageBus", "SystemSupport", "TLS", "TOML", "TerminalCells", "TerminalPictures",
        "TextPatterns",
    ],
    "Media": [
        "Containers", "Conversion", "Decoding", "Fingerprinting", "Loudness", "Media", "Network", "Radio", "TagReading",
        "TagWriting",
    ],
    "Sound": ["Broadcasting", "Filters", "PipeWireOutput", "Playback", "RealtimeAudio", "Recording", "SnapcastOutput"],
    "Library": ["MediaLibrary", "MusicLibrary"],
    "Session": ["Application", "AudioSession", "PlayerModel", "Remotes", "Rooms"],
    "Doors": [
        "ControlDoor", "ControlProtocol", "ControlServer", "MPDDoor", "MPDProtocol", "MPRISDoor", "NetworkDoor",
    ],
    "Programs": [
        "Configuration", "Daemon", "Desktop", "FermataKit", "MPDMigration", "TerminalInterface", "TestSupport", "fermata",
        "fermatad",
        "run-decoder", "run-filters", "run-output", "sink-recorder",
    ],
]

/// What the tests of a target need besides the target and `TestSupport`.
let furtherDependencies: [String: [Target.Dependency]] = [
    // What is asked, and over which network.
    "Radio": ["Media", "MediaTypes", "Network"],
    // Rates and layouts.
    "Filters": ["AudioTypes"],
    // Sound, and what readers find in a stream.
    "Broadcasting": ["AudioTypes", "Media", "RealtimeAudio", "SystemSupport"],
    // What an equaliser makes of sound.
    "SnapcastOutput": ["Filters"],
    // The values of tags.
    "TagReading": ["MediaTypes"],
    // What other readers find in what was written.
    "TagWriting": ["MediaTypes", "SystemSupport", "TagReading"],
    // What a library holds, and what the same directory is in the queue.
    "MusicLibrary": ["Database", "Loudness", "MediaLibrary", "MediaTypes", "TagReading"],
    // Opening of media.
    "Fingerprinting": ["AudioTypes", "Decoding", "Media", "MediaTypes", "PlayerModel"],
    // An event loop of their own, and what a certificate says.
    "Application": ["MediaLibrary", "TLS", .product(name: "NIOPosix", package: "swift-nio")],
    // An event loop whose time the test sets.
    "Daemon": [.product(name: "NIOEmbedded", package: "swift-nio")],
    // What a comparison may cost.
    "MPDProtocol": ["TextPatterns"],
    // Values of the layers around a door.
    "MPDDoor": ["Database", "MediaTypes", "MPDProtocol", "MusicLibrary", "TagReading"],
    "MPRISDoor": ["Application", "MessageBus", "PlayerModel"],
    // A connection without a socket.
    "TLS": [.product(name: "NIOCore", package: "swift-nio"), .product(name: "NIOEmbedded", package: "swift-nio")],
    // Bytes as SwiftNIO has them.
    "NetworkDoor": [.product(name: "NIOCore", package: "swift-nio")],
    // The client is tried against the real server with a daemon of the test's own behind it.
    "fermata": ["ControlServer", "TerminalPictures"],
    // Places in a text.
    "Configuration": ["TOML"],
    // Invented input.
    "TOML": ["AudioTypes"],
    "TerminalCells": ["AudioTypes"],
    "TerminalPictures": ["AudioTypes"],
    // What the daemon would answer, keys, and what is drawn.
    "TerminalInterface": ["ControlProtocol", "JSON", "TerminalCells", "TerminalPictures"],
]

// Each list is an expression of its own: the compiler takes too long over all of them in one.
let targets: [Target] = [
    // System libraries: headers and `static inline` shims only.
    .systemLibrary(
        name: "CFFmpeg", pkgConfig: "libavformat libavcodec libswresample libavutil",
        providers: [.apt(["libavformat-dev", "libavcodec-dev", "libswresample-dev", "libavutil-dev"])]),
    .systemLibrary(
        name: "CPipeWire", pkgConfig: "libpipewire-0.3", providers: [.apt(["libpipewire-0.3-dev"])]),
    // Its headers alone: the library is loaded with the first stream.
    .systemLibrary(name: "CCurl", providers: [.apt(["libcurl4-gnutls-dev"])]),
    // The same: loaded with the first file that FFmpeg cannot decode.
    .systemLibrary(name: "CFLAC", providers: [.apt(["libflac-dev"])]),
    // The same: loaded with the first correction file.
    .systemLibrary(name: "CWavPack", providers: [.apt(["libwavpack-dev"])]),
    // The same: loaded with the first meter of loudness.
    .systemLibrary(name: "CEBUR128", providers: [.apt(["libebur128-dev"])]),
    // The same: loaded with the first fingerprint.
    .systemLibrary(name: "CChromaprint", providers: [.apt(["libchromaprint-dev"])]),
    // The same: loaded by a door that speaks TLS.
    .systemLibrary(name: "CGnuTLS", providers: [.apt(["libgnutls28-dev"])]),
    .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
    .systemLibrary(name: "CPCRE2", pkgConfig: "libpcre2-8", providers: [.apt(["libpcre2-dev"])]),
    .systemLibrary(name: "CSystemd", pkgConfig: "libsystemd", providers: [.apt(["libsystemd-dev"])]),
    .systemLibrary(name: "CRealtime"),
    .systemLibrary(name: "CLinux"),
    .systemLibrary(name: "CResolver"),
    // The files of the remote control for browsers, which the assembler takes in.
    .target(
        name: "CRemotePage", exclude: ["page"],
        cSettings: [.headerSearchPath("."), .unsafeFlags(["-Wall", "-Wextra", "-Werror"])]),
    // For tests only.
    .systemLibrary(
        name: "CTestCard", pkgConfig: "libpipewire-0.3", providers: [.apt(["libpipewire-0.3-dev"])]),

    // The core, from the bottom up.
    .target(name: "AudioTypes", swiftSettings: common),
    .target(name: "MediaTypes", dependencies: ["AudioTypes"], swiftSettings: common),
    .target(name: "Playlists", dependencies: ["AudioTypes"], swiftSettings: small),
    .target(name: "PlayerModel", dependencies: ["AudioTypes", "MediaTypes", "Playlists"], swiftSettings: small),
    .target(name: "SystemSupport", dependencies: ["CRealtime", "CLinux"], swiftSettings: nearest + [.strictMemorySafety()]),
    .target(
        name: "RealtimeAudio", dependencies: ["AudioTypes", "CRealtime", "SystemSupport"], swiftSettings: memorySafe),
    .target(name: "Filters", dependencies: ["AudioTypes", "SystemSupport"], swiftSettings: memorySafe),
    .target(name: "Containers", dependencies: ["MediaTypes"], swiftSettings: memorySafe),
    .target(
        name: "Media",
        dependencies: [
            "AudioTypes", "CFFmpeg", "CFLAC", "CWavPack", "Containers", "MediaTypes", "Playlists", "SystemSupport",
        ],
        swiftSettings: memorySafe),
    .target(name: "Loudness", dependencies: ["AudioTypes", "CEBUR128", "MediaTypes"], swiftSettings: memorySafe),
    .target(
        name: "Conversion", dependencies: ["AudioTypes", "Containers", "Loudness", "Media", "MediaTypes"],
        swiftSettings: memorySafe),
    .target(name: "Database", dependencies: ["CSQLite", "SystemSupport"], swiftSettings: memorySafe),
    // C++, because TagLib's own functions for C give one value of each tag and few kinds of tags.
    .target(
        name: "CTagLib", cxxSettings: [.unsafeFlags(["-Wall", "-Wextra", "-Werror"])], linkerSettings: [.linkedLibrary("tag")]
    ),
    .target(
        name: "TagReading", dependencies: ["AudioTypes", "CTagLib", "Containers", "MediaTypes", "SystemSupport"],
        swiftSettings: memorySafe),
    .target(
        name: "TagWriting", dependencies: ["CLinux", "Containers", "MediaTypes", "SystemSupport"],
        swiftSettings: smallAndMemorySafe),
    .target(
        name: "MusicLibrary",
        dependencies: [
            "AudioTypes", "CLinux", "Database", "JSON", "Loudness", "Media", "MediaTypes", "Playlists", "SystemSupport",
            "TagReading",
        ],
        swiftSettings: memorySafe),
    .target(
        name: "Network", dependencies: ["AudioTypes", "CCurl", "Containers", "Media", "MediaTypes", "SystemSupport"],
        swiftSettings: smallAndMemorySafe),
    .target(
        name: "Radio", dependencies: ["CResolver", "JSON", "Media", "MediaTypes", "Network", "SystemSupport"],
        swiftSettings: smallAndMemorySafe),
    .target(name: "AudioSession", dependencies: ["AudioTypes"], swiftSettings: small),
    .target(name: "Remotes", swiftSettings: small),
    .target(
        name: "Decoding",
        dependencies: [
            "AudioTypes", "Media", "MediaTypes", "Network", "PlayerModel", "Playlists", "Radio", "RealtimeAudio",
            "SystemSupport",
        ],
        swiftSettings: memorySafe),
    .target(
        name: "Fingerprinting",
        dependencies: ["AudioTypes", "CChromaprint", "Decoding", "Media", "MediaTypes", "PlayerModel"],
        swiftSettings: memorySafe),
    .target(
        name: "MediaLibrary",
        dependencies: [
            "AudioTypes", "Decoding", "Loudness", "Media", "MediaTypes", "Network", "PlayerModel", "Playlists",
            "SystemSupport",
        ],
        swiftSettings: smallAndMemorySafe),
    .target(
        name: "Playback",
        dependencies: [
            "AudioTypes", "Decoding", "Media", "MediaTypes", "PlayerModel", "RealtimeAudio", "SystemSupport",
            .product(name: "Logging", package: "swift-log"),
        ],
        swiftSettings: memorySafe),
    .target(
        name: "Recording",
        dependencies: [
            "AudioTypes", "CLinux", "Containers", "Conversion", "Loudness", "Media", "MediaTypes", "RealtimeAudio",
            "SystemSupport",
        ],
        swiftSettings: memorySafe),
    .target(
        name: "Broadcasting", dependencies: ["AudioTypes", "JSON", "Media", "MediaTypes", "RealtimeAudio", "SystemSupport"],
        swiftSettings: memorySafe),
    .target(
        name: "PipeWireOutput",
        dependencies: [
            "AudioSession", "AudioTypes", "CPipeWire", "CRealtime", "Filters", "RealtimeAudio", "SystemSupport",
            .product(name: "Logging", package: "swift-log"),
        ],
        swiftSettings: memorySafe),
    .target(name: "JSON", swiftSettings: small),
    .target(name: "ControlProtocol", dependencies: ["AudioTypes", "JSON", "MediaTypes"], swiftSettings: small),
    .target(
        name: "FermataKit", dependencies: ["AudioTypes", "ControlProtocol", "JSON", "SystemSupport"],
        swiftSettings: small),
    .target(
        name: "LineServer",
        dependencies: [
            "SystemSupport",
            .product(name: "NIOCore", package: "swift-nio"),
            .product(name: "NIOPosix", package: "swift-nio"),
            .product(name: "Logging", package: "swift-log"),
        ],
        swiftSettings: small),
    .target(
        name: "TLS", dependencies: ["CGnuTLS", .product(name: "NIOCore", package: "swift-nio")],
        swiftSettings: smallAndMemorySafe),
    .target(
        name: "ControlServer",
        dependencies: [
            "ControlProtocol", "JSON", "LineServer", "SystemSupport",
            .product(name: "NIOCore", package: "swift-nio"),
            .product(name: "Logging", package: "swift-log"),
        ],
        swiftSettings: small),
    .target(
        name: "Rooms",
        dependencies: [
            "AudioTypes", "JSON", "LineServer", "SystemSupport",
            .product(name: "NIOCore", package: "swift-nio"),
            .product(name: "NIOPosix", package: "swift-nio"),
            .product(name: "Logging", package: "swift-log"),
        ],
        swiftSettings: small),
    .target(name: "TOML", swiftSettings: small),
    .target(name: "TerminalCells", swiftSettings: common),
    .target(name: "TerminalPictures", swiftSettings: common),
    .target(name: "TextPatterns", dependencies: ["CLinux", "CPCRE2"], swiftSettings: smallAndMemorySafe),
    .target(name: "MPDProtocol", dependencies: ["TextPatterns"], swiftSettings: small),
    .target(name: "MPDMigration", swiftSettings: small),
    .target(name: "MessageBus", dependencies: ["CSystemd", "SystemSupport"], swiftSettings: smallAndMemorySafe),
    .target(
        name: "Desktop",
        dependencies: ["CSystemd", "MessageBus", "SystemSupport", .product(name: "Logging", package: "swift-log")],
        swiftSettings: smallAndMemorySafe),
    .target(
        name: "Configuration",
        dependencies: ["AudioTypes", "MPDProtocol", "SystemSupport", "TOML", .product(name: "Logging", package: "swift-log")],
        swiftSettings: small),
    .target(
        name: "Application",
        dependencies: [
            "AudioSession", "AudioTypes", "Broadcasting", "Conversion", "Database", "Decoding", "Desktop", "Filters",
            "Fingerprinting", "JSON", "LineServer", "Loudness", "Media",
            "MediaLibrary", "MediaTypes", "MessageBus", "MusicLibrary", "Network", "Playback", "PlayerModel", "Playlists",
            "Radio", "RealtimeAudio", "Recording", "Remotes", "Rooms", "SystemSupport", "TLS",
            .product(name: "Logging", package: "swift-log"),
            .product(name: "NIOCore", package: "swift-nio"),
        ],
        swiftSettings: small),
    .target(
        name: "ControlDoor",
        dependencies: [
            "Application", "AudioSession", "AudioTypes", "ControlProtocol", "ControlServer", "Conversion", "Database",
            "Decoding", "Filters", "JSON", "LineServer", "Media", "MediaLibrary", "MediaTypes", "MusicLibrary", "PlayerModel",
            "Playlists", "Radio", "RealtimeAudio", "Recording", "Remotes", "Rooms", "SystemSupport",
        ],
        swiftSettings: small),
    .target(
        name: "NetworkDoor",
        dependencies: [
            "Application", "Broadcasting", "CRemotePage", "ControlServer", "Database", "JSON", "LineServer", "Media",
            "MediaLibrary", "MusicLibrary", "PlayerModel", "Playlists", "Remotes", "SystemSupport", "TLS",
            .product(name: "Logging", package: "swift-log"),
            .product(name: "NIOCore", package: "swift-nio"),
            .product(name: "NIOHTTP1", package: "swift-nio"),
            .product(name: "NIOWebSocket", package: "swift-nio"),
        ],
        swiftSettings: small),
    .target(
        name: "MPRISDoor",
        dependencies: [
            "Application", "AudioSession", "MediaTypes", "MessageBus", "Playback", "PlayerModel", "Playlists",
            "SystemSupport",
            .product(name: "Logging", package: "swift-log"),
            .product(name: "NIOCore", package: "swift-nio"),
        ],
        swiftSettings: small),
    .target(
        name: "MPDDoor",
        dependencies: [
            "Application", "AudioSession", "AudioTypes", "Database", "LineServer", "MPDProtocol", "Media", "MediaLibrary",
            "MediaTypes", "MusicLibrary", "PlayerModel", "Playlists", "SystemSupport", "TextPatterns",
            .product(name: "Logging", package: "swift-log"),
            .product(name: "NIOCore", package: "swift-nio"),
        ],
        swiftSettings: small),
    .target(
        name: "SnapcastOutput",
        dependencies: [
            "AudioTypes", "Filters", "Media", "RealtimeAudio", "SystemSupport",
            .product(name: "Logging", package: "swift-log"),
        ],
        swiftSettings: memorySafe),
    .target(
        name: "Daemon",
        dependencies: [
            "Application", "AudioSession", "AudioTypes", "Broadcasting", "Configuration", "ControlDoor", "ControlProtocol",
            "ControlServer", "Decoding", "Desktop", "Filters", "LineServer", "MPDDoor", "MPDProtocol", "MPRISDoor", "Media",
            "Network", "NetworkDoor", "PipeWireOutput", "Playback", "PlayerModel", "Radio", "RealtimeAudio", "Recording",
            "Remotes", "SnapcastOutput", "SystemSupport",
            .product(name: "Logging", package: "swift-log"),
            .product(name: "NIOCore", package: "swift-nio"),
            .product(name: "NIOPosix", package: "swift-nio"),
        ],
        swiftSettings: small),

    // The player in the terminal: what decides of it.
    .target(
        name: "TerminalInterface",
        dependencies: ["AudioTypes", "ControlProtocol", "JSON", "TOML", "TerminalCells", "TerminalPictures"],
        swiftSettings: common),

    // The programs.
    .executableTarget(
        name: "fermatad",
        dependencies: [
            "Configuration", "ControlProtocol", "Daemon", "Desktop", "SystemSupport",
            .product(name: "ArgumentParser", package: "swift-argument-parser"),
            .product(name: "Logging", package: "swift-log"),
        ],
        swiftSettings: common, linkerSettings: packed),
    .executableTarget(
        name: "fermata",
        dependencies: [
            "AudioTypes", "ControlProtocol", "FermataKit", "JSON", "MPDMigration", "MediaTypes", "SystemSupport",
            "TagWriting", "TerminalCells", "TerminalInterface", "TerminalPictures",
            .product(name: "ArgumentParser", package: "swift-argument-parser"),
        ],
        swiftSettings: common, linkerSettings: packed),

    // An example for programs that use the library.
    .executableTarget(
        name: "NowPlaying", dependencies: ["FermataKit"], path: "docs/examples/NowPlaying", swiftSettings: common),

    // One stage of playback each, for whoever looks for a fault.
    .executableTarget(
        name: "run-decoder",
        dependencies: [
            "AudioTypes", "Media", "MediaTypes", "SystemSupport",
            .product(name: "ArgumentParser", package: "swift-argument-parser"),
        ],
        swiftSettings: memorySafe),
    .executableTarget(
        name: "run-filters",
        dependencies: [
            "AudioTypes", "Decoding", "Filters", .product(name: "ArgumentParser", package: "swift-argument-parser"),
        ],
        swiftSettings: memorySafe),
    .executableTarget(
        name: "run-output",
        dependencies: [
            "AudioTypes", "PipeWireOutput", "RealtimeAudio", "SystemSupport",
            .product(name: "ArgumentParser", package: "swift-argument-parser"),
            .product(name: "Logging", package: "swift-log"),
        ],
        swiftSettings: memorySafe),

    // A sink for tests, which records and drives the graph.
    .executableTarget(
        name: "sink-recorder",
        dependencies: [
            "CPipeWire", "CRealtime", .product(name: "ArgumentParser", package: "swift-argument-parser"),
        ],
        swiftSettings: memorySafe),

    // Tests mirror the targets.
    .target(
        name: "TestSupport",
        dependencies: [
            "AudioTypes", "CTestCard", "Decoding", "Media", "MediaTypes", "Playback", "PlayerModel", "RealtimeAudio",
            "SystemSupport", .product(name: "Logging", package: "swift-log"),
        ],
        exclude: [
            "Network/listen_server.py", "Network/media_server.py", "Network/proxy_server.py", "Network/tls_client.py",
            "Processes/named_terminal.py",
            "Processes/type_keys.py",
        ],
        // Optimised in debug builds, too: it makes and compares minutes of samples.
        swiftSettings: common + [.unsafeFlags(["-O"])]),
]

/// The targets that have tests, which are named after them.
let tested = [
    "AudioTypes", "SystemSupport", "RealtimeAudio", "Filters", "Containers", "Media", "Loudness", "Conversion", "Network",
    "Radio",
    "Playlists",
    "PlayerModel", "Decoding", "Fingerprinting", "Database", "TagReading", "TagWriting", "MediaLibrary",
    "MusicLibrary", "AudioSession",
    "Playback", "Recording", "Broadcasting", "PipeWireOutput", "SnapcastOutput", "JSON", "ControlProtocol", "LineServer", "Rooms",
    "ControlServer", "MessageBus", "Desktop",
    "Configuration", "Application", "ControlDoor", "TextPatterns", "MPDProtocol", "MPDMigration", "MPDDoor", "MPRISDoor",
    "NetworkDoor",
    "Remotes", "TLS", "Daemon", "TOML", "TerminalCells", "TerminalInterface", "TerminalPictures", "fermata",
]

let tests: [Target] = tested.map { name in
    .testTarget(
        name: name == "fermata" ? "ClientTests" : "\(name)Tests",
        dependencies: [.target(name: name), "TestSupport"] + (furtherDependencies[name] ?? []),
        swiftSettings: common)
}

let furtherTests: [Target] = [
    .testTarget(name: "TestSupportTests", dependencies: ["TestSupport"], swiftSettings: common),
    .testTarget(
        name: "EndToEndTests",
        dependencies: [
            "TestSupport", "ControlProtocol", "AudioTypes", "Loudness", "MediaTypes", "Playback", "PlayerModel",
        ],
        swiftSettings: common),
]

/// All tests, or those whose targets `FERMATA_TESTS` names: who runs a few tests, in another system say, need not build the others.
let chosenTests =
    Context.environment["FERMATA_TESTS"].map { names in
        let chosen = names.split(separator: " ")
        return (tests + furtherTests).filter { test in chosen.contains { $0 == test.name } }
    } ?? tests + furtherTests

let package = Package(
    name: "fermata",
    products: [
        .executable(name: "fermatad", targets: ["fermatad"]),
        .executable(name: "fermata", targets: ["fermata"]),
        .library(name: "FermataKit", targets: ["FermataKit"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.0"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.0"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.0"),
    ],
    targets: targets + chosenTests
)

for (folder, names) in folders {
    for target in package.targets where names.contains(target.name) { target.path = "Sources/\(folder)/\(target.name)" }
}

// What feeds invented input to everything that reads what comes in (scripts/fuzz). It needs a library of the compiler's that no
// other build has, so it is there only where it is asked for.
if Context.environment["FERMATA_FUZZING"] != nil {
    package.targets.append(
        .executableTarget(
            name: "fermata-fuzz",
            dependencies: [
                "AudioSession", "AudioTypes", "CFFmpeg", "CPipeWire", "CSystemd", "Configuration", "ControlProtocol",
                "Application", "Containers", "ControlDoor", "ControlServer", "Database", "Decoding", "Desktop", "Filters", "JSON",
                "LineServer", "NetworkDoor", "Remotes",
                "MPDDoor", "MPDMigration", "MPDProtocol", "TextPatterns",
                "Media", "MediaLibrary", "MediaTypes", "MessageBus", "MusicLibrary", "Network", "PipeWireOutput", "Playback",
                "PlayerModel", "Playlists", "RealtimeAudio", "Recording", "Rooms", "SystemSupport", "TagReading",
                "TerminalCells", "TerminalPictures",
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"), .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
            ],
            path: "Fuzzing", exclude: ["Corpus"], swiftSettings: common))
}
