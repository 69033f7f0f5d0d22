import Glibc
import Synchronization
import TestSupport

/// A directory for the media that tests make, and the media found elsewhere.
enum Workbench {
    /// Removed when the test process ends.
    static let directory: String = {
        var template = Array("/tmp/fermata-media.XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { preconditionFailure("no temporary directory") }
        let path = String(decoding: template.dropLast().map { UInt8(truncatingIfNeeded: $0) }, as: UTF8.self)
        atexit { _ = Command.run("rm", ["-rf", Workbench.directory]) }
        return path
    }()

    /// Whether the shared test data is there.
    static let hasTestData = TestData.directory != nil

    /// The path of a file in the shared test data.
    static func testData(_ path: String) -> String { (TestData.directory ?? "/nonexistent") + "/" + path }

    /// The path of a file in ``directory``.
    static func path(_ name: String) -> String { directory + "/" + name }

    private static let drafts = Atomic<Int>(0)

    /// The path of a file in ``directory`` that nobody else writes, to become the file `name`.
    static func draft(of name: String) -> String { path("\(drafts.add(1, ordering: .relaxed).newValue)-\(name)") }

    /// Writes a file into ``directory`` and answers its path. Tests run side by side: whoever reads a file of that name meanwhile
    /// finds the one before whole, or this one whole.
    @discardableResult
    static func write(_ bytes: some Collection<UInt8>, as name: String) -> String {
        let path = path(name)
        let draft = draft(of: name)
        guard let file = fopen(draft, "w") else { preconditionFailure("\(draft) cannot be written") }
        _ = Array(bytes).withUnsafeBytes { fwrite($0.baseAddress, 1, $0.count, file) }
        fclose(file)
        precondition(rename(draft, path) == 0, "\(draft) cannot be renamed")
        return path
    }

    /// The bytes of a file.
    static func bytes(of path: String) -> [UInt8] {
        guard let file = fopen(path, "r") else { return [] }
        defer { fclose(file) }
        var bytes: [UInt8] = []
        var room = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = fread(&room, 1, room.count, file)
            guard count > 0 else { return bytes }
            bytes += room[..<count]
        }
    }

    /// The regular files below a folder, sorted.
    static func files(below folder: String) -> [String] {
        let listing = Command.run("find", [folder, "-type", "f"]).output
        return listing.split(separator: UInt8(ascii: "\n")).map { String(decoding: $0, as: UTF8.self) }.sorted()
    }
}
