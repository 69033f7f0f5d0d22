import FoundationEssentials

/// The shared test data, which a checkout may lack.
package enum TestData {
    /// The directory: `FERMATA_TESTDATA`, or `shared/testdata` next to the package or next to the directory that contains it.
    package static let directory: String? = {
        if let path = ProcessInfo.processInfo.environment["FERMATA_TESTDATA"] { return path }
        let package = #filePath.split(separator: "/").dropLast(3)
        for level in 1...2 {
            let path = "/" + package.dropLast(level).joined(separator: "/") + "/shared/testdata"
            if FileManager.default.fileExists(atPath: path) { return path }
        }
        return nil
    }()

    /// Returns the paths of all files below a folder of the test data, sorted; none if the folder does not exist.
    package static func files(below folder: String) -> [String] {
        guard let directory else { return [] }
        let names = (try? FileManager.default.subpathsOfDirectory(atPath: "\(directory)/\(folder)")) ?? []
        return names.sorted().map { "\(directory)/\(folder)/\($0)" }.filter { !isDirectory($0) }
    }

    private static func isDirectory(_ path: String) -> Bool {
        var isDirectory = false
        return FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory) && isDirectory
    }

    /// The names and contents of the JSON parser cases, by name.
    package static var jsonCases: [(name: String, bytes: [UInt8])] {
        guard let directory else { return [] }
        let names = (try? FileManager.default.contentsOfDirectory(atPath: directory + "/json")) ?? []
        return names.filter { $0.hasSuffix(".json") }.sorted().compactMap { name in
            FileManager.default.contents(atPath: "\(directory)/json/\(name)").map { (name, Array($0)) }
        }
    }
}
