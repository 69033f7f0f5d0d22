import FoundationEssentials
import TestSupport
import Testing

/// The compiler is the first net under the real-time contract; these tests show that it is stretched.
@Suite("What the compiler refuses", .enabled(if: Toolchain.compiler != nil, "no swiftc on the PATH"))
struct CompilerContractTests {
    static let modes = ["-Onone", "-O"]

    @Test("a function without locks that appends to an array", arguments: modes)
    func allocation(mode: String) async throws {
        let directory = try TemporaryDirectory()
        try directory.write(
            """
            @_noLocks
            public func callback(_ sample: Float) -> Int {
                var samples: [Float] = []
                samples.append(sample)
                return samples.count
            }
            """, to: "fixture.swift")
        let message = try await complaint([directory.file("fixture.swift")], mode, in: directory)
        #expect(message?.contains(refusal) == true, "\(message ?? "it compiled")")
    }

    /// Where a line is put into render() and capture(), or into what they call: before each of these.
    private static let places = [
        "    let firstMediaFrame = ", "    let muteRises = ", "    let readable = ",
        "    let missed = unsafe state.pointee.timeline", "    let marker = unsafe CaptureMarker(",
    ]

    @Test(
        "nothing of the real sources, but an allocation in the real render() and capture(), and in what they call",
        arguments: modes)
    func realSources(mode: String) async throws {
        let directory = try await compileImports(mode)
        #expect(try await complaintAboutCore(in: directory, mode) { $1 } == nil)

        // The compiler names each place of a file where the contract is broken, so one compilation answers for all of them.
        var lines: [String] = []
        let message = try await complaintAboutCore(in: directory, mode) { name, text in
            guard name.hasPrefix("Render") || name.hasPrefix("Capture/") else { return text }
            var injected = text
            for place in Self.places {
                guard let range = injected.firstRange(of: place) else { continue }
                injected.insert(contentsOf: "    heap.append(Float(bitPattern: UInt32(heap.count)))\n", at: range.lowerBound)
                injected.insert(contentsOf: "    var heap: [Float] = []\n", at: range.lowerBound)
                let line = injected[..<range.lowerBound].count { $0 == "\n" } + 1
                lines.append("\(name):\(line):")
            }
            return injected
        }
        try #require(lines.count == Self.places.count, "a place to inject at has moved: \(lines)")
        for (place, line) in zip(Self.places, lines) {
            #expect(message?.contains("\(line)") == true, "\(place): \(message ?? "it compiled")")
        }
        #expect(message?.contains(refusal) == true)
    }

    /// What the compiler's diagnostic of a broken contract has in common.
    private let refusal = "can cause metadata allocation or locks"

    /// Compiles the modules that the core imports. They take longer than the core itself.
    private func compileImports(_ mode: String) async throws -> TemporaryDirectory {
        let directory = try TemporaryDirectory()
        for (folder, below) in [("Types", "AudioTypes"), ("Support", "SystemSupport")] {
            let sources = try files("\(folder)/\(below)").map { "\(Toolchain.root)/Sources/\(folder)/\(below)/\($0)" }
            let module = ["-emit-module", "-emit-module-path", directory.file("\(below).swiftmodule")]
            let message = try await complaint(sources, mode, named: below, more: module, in: directory)
            try #require(message == nil)
        }
        return directory
    }

    /// Compiles the core with every file passed through `change`; what the compiler complained of.
    private func complaintAboutCore(
        in directory: TemporaryDirectory, _ mode: String, change: (_ name: String, _ text: String) -> String
    ) async throws -> String? {
        var sources: [String] = []
        for name in try files("Sound/RealtimeAudio") {
            let text = String(decoding: try readFile("\(Toolchain.root)/Sources/Sound/RealtimeAudio/\(name)"), as: UTF8.self)
            sources.append(try directory.write(change(name, text), to: "core/\(name)"))
        }
        return try await complaint(sources, mode, named: "RealtimeAudio", in: directory)
    }

    private func files(_ folder: String) throws -> [String] {
        try FileManager.default.subpathsOfDirectory(atPath: "\(Toolchain.root)/Sources/\(folder)")
            .filter { $0.hasSuffix(".swift") }.sorted()
    }

    /// Compiles down to machine code, for the check runs after the types are known; `nil` where the compiler is content.
    private func complaint(
        _ sources: [String], _ mode: String, named module: String = "Fixture", more: [String] = [],
        in directory: TemporaryDirectory
    ) async throws -> String? {
        let options = [
            "-swift-version", "6", "-enable-upcoming-feature", "InternalImportsByDefault", "-package-name", "fermata",
            "-parse-as-library", "-whole-module-optimization", "-module-name", module, mode, "-I", directory.path,
            "-Xcc", "-fmodule-map-file=\(Toolchain.root)/Sources/C/CRealtime/module.modulemap",
            "-Xcc", "-fmodule-map-file=\(Toolchain.root)/Sources/C/CLinux/module.modulemap",
            "-emit-object", "-o", directory.file("\(module).o"),
        ]
        let log = directory.file("\(module).log")
        let child = try await ChildProcess.launch(
            Toolchain.compiler ?? "swiftc", options + more + sources, error: .file(log))
        let status = try await child.waitForExit(deadline: .seconds(300))
        return status.isSuccess ? nil : String(decoding: try readFile(log), as: UTF8.self)
    }
}
