import FoundationEssentials
import Glibc
import TestSupport

/// The compiler and the sources that the nets of this target work on.
enum Toolchain {
    /// The package's top folder.
    static let root: String = {
        var path = #filePath[...]
        for _ in 0..<4 { path = path[..<(path.lastIndex(of: "/") ?? path.startIndex)] }
        return String(path)
    }()

    /// The compiler, by the name that makes it one; `nil` where none is on the PATH.
    static let compiler: String? = find("swiftc")

    /// Whether a program can be built with RealtimeSanitizer: the linker and the sanitizer's runtime are there.
    static let hasRealtimeSanitizer: Bool = {
        guard let compiler, find("ld.lld") != nil, find("bash") != nil else { return false }
        let folder = binFolder(of: compiler) + "/../lib/clang"
        let versions = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return versions.contains { version in
            let library = "\(folder)/\(version)/lib/linux/libclang_rt.rtsan-\(machine).a"
            return FileManager.default.fileExists(atPath: library)
        }
    }()

    /// The environment of a program whose reports name functions.
    static func environment(adding more: [String: String]) -> [String: String] {
        var environment = ProcessInfo.processInfo.environment
        if let compiler { environment["PATH", default: ""] = binFolder(of: compiler) + ":" + (environment["PATH"] ?? "") }
        return environment.merging(more) { $1 }
    }

    /// The folder that a program really lies in, whatever links lead there.
    private static func binFolder(of link: String) -> String {
        let resolved = realpath(link, nil)
        defer { free(resolved) }
        let program = resolved.map { String(cString: $0) } ?? link
        return String(program[..<(program.lastIndex(of: "/") ?? program.startIndex)])
    }

    private static func find(_ program: String) -> String? {
        let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
        return path.split(separator: ":").map { "\($0)/\(program)" }.first { access($0, X_OK) == 0 }
    }

    private static var machine: String {
        #if arch(arm64)
            "aarch64"
        #else
            "x86_64"
        #endif
    }
}
