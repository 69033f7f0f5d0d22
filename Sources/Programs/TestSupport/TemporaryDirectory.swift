import FoundationEssentials
import Glibc
import SystemSupport

/// A directory for one test, which is removed with everything in it when the value goes away.
///
/// Its path is short, because the sockets in it must fit the 107 bytes of a Unix socket address.
package final class TemporaryDirectory: Sendable {
    /// The absolute path, without a slash at the end.
    package let path: String

    /// Creates the directory, accessible to the current user only.
    package init() throws(TestSupportError) {
        var template = Array("/tmp/fermata.XXXXXX".utf8CString)
        guard let created = mkdtemp(&template) else {
            throw TestSupportError(.inputOutput, "mkdtemp: \(systemReason())")
        }
        path = String(cString: created)
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    /// Returns the absolute path of `name` in the directory. Creates nothing.
    package func file(_ name: String) -> String { "\(path)/\(name)" }

    /// Creates the directory `name` (and those above it) with mode 0700, and returns its absolute path.
    @discardableResult
    package func makeDirectory(_ name: String) throws(TestSupportError) -> String {
        let directory = file(name)
        do {
            try FileManager.default.createDirectory(
                atPath: directory, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch {
            throw TestSupportError(.inputOutput, "cannot create \(directory): \(error)")
        }
        return directory
    }

    /// Writes `text` to the file `name`, creates the directories above it, and returns its absolute path.
    @discardableResult
    package func write(_ text: String, to name: String) throws(TestSupportError) -> String {
        if let slash = name.lastIndex(of: "/") { try makeDirectory(String(name[..<slash])) }
        try writeFile(Array(text.utf8), to: file(name))
        return file(name)
    }
}
