import FoundationEssentials
import Glibc

/// A file that a crash leaves whole, with the generation before it under its own name: written beside, synced, renamed, and
/// the directory synced. What is read is known by its checksum to be what was written.
package struct SealedFile: Sendable {
    /// Why a file could not be kept.
    package struct Failure: Error, Sendable, CustomStringConvertible {
        /// What failed and on what.
        package let description: String
    }

    private let directory: String
    private let name: String

    /// The file `name`.json in `directory`, made with mode 0700 where it is missing.
    package init(directory: String, name: String) {
        self.directory = directory
        self.name = name
    }

    private var path: String { "\(directory)/\(name).json" }
    private var previousPath: String { "\(directory)/\(name).previous.json" }

    /// Writes `content` as JSON. Blocks on the disk: not for the control thread's busy moments.
    package func write(_ content: some Encodable) throws(Failure) {
        let data: Data
        do {
            data = StateEnvelope.seal(try JSONEncoder().encode(content))
        } catch {
            throw Failure(description: "\(path) cannot be written as JSON: \(error)")
        }
        try makeDirectory()
        let temporary = path + ".new"
        try write(data, to: temporary)
        // A crash may have left the link of an earlier write.
        _ = unsafe unlink(previousPath + ".new")
        if unsafe link(path, previousPath + ".new") == 0 { _ = unsafe rename(previousPath + ".new", previousPath) }
        guard unsafe rename(temporary, path) == 0 else { throw failure("renamed to", path) }
        try syncDirectory()
    }

    /// Bytes that ``overwrite(_:isSynced:)`` writes: less than a sector of a disk, which is written whole or not at all.
    private static let blockSize = 400

    /// Writes small `content` over what the file has, in place and at once: no generation before it is kept, and a crash of the
    /// process leaves the old or the new one whole. Where `isSynced` the disk has it, too, when this returns.
    package func overwrite(_ content: some Encodable, isSynced: Bool) throws(Failure) {
        var data: Data
        do {
            data = try JSONEncoder().encode(content)
        } catch {
            throw Failure(description: "\(path) cannot be written as JSON: \(error)")
        }
        // Always as long, so that nothing of an older one is left behind it.
        data.append(contentsOf: repeatElement(UInt8(ascii: " "), count: max(0, Self.blockSize - data.count)))
        data = StateEnvelope.seal(data)
        try makeDirectory()
        let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw failure("opened for writing", path) }
        defer { close(descriptor) }
        let count = unsafe data.withUnsafeBytes { unsafe pwrite(descriptor, $0.baseAddress, $0.count, 0) }
        if count >= 0, count < data.count { errno = ENOSPC }
        guard count == data.count, !isSynced || fdatasync(descriptor) == 0 else {
            let failure = failure("written", path)
            // Half of it would be taken for damage.
            _ = unsafe unlink(path)
            throw failure
        }
    }

    /// Removes the file, if there is one.
    package func remove() { _ = unsafe unlink(path) }

    /// Reads the newest whole content that `isKnown`, or `nil` where none was ever kept. Damaged files are set aside as
    /// `*.damaged`, and `report` gets a sentence about each, and about each that cannot be read.
    package func read<Content: Decodable>(
        _ type: Content.Type, isKnown: (Content) -> Bool = { _ in true }, report: (String) -> Void
    ) -> Content? {
        for candidate in [path, previousPath] {
            guard unsafe access(candidate, F_OK) == 0 || errno != ENOENT else { continue }
            let bytes: Data
            do {
                bytes = try Data(contentsOf: URL(filePath: candidate))
            } catch {
                report("\(candidate) cannot be read: \(error)")
                continue
            }
            do throws(StateEnvelope.Damage) {
                let sealed = try StateEnvelope.open(bytes)
                if let content = try? JSONDecoder().decode(type, from: sealed), isKnown(content) { return content }
                report("\(candidate) was written by another version of fermatad; it is set aside")
            } catch {
                report("\(candidate) is damaged and set aside: \(error.description)")
            }
            _ = unsafe rename(candidate, candidate + ".damaged")
        }
        return nil
    }

    private func makeDirectory() throws(Failure) {
        var partial = ""
        for part in directory.split(separator: "/") {
            partial += "/" + part
            if unsafe mkdir(partial, 0o700) != 0, errno != EEXIST, errno != EROFS, errno != EACCES {
                throw failure("made", partial)
            }
        }
    }

    private func write(_ data: Data, to file: String) throws(Failure) {
        let descriptor = unsafe open(file, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw failure("opened for writing", file) }
        defer { close(descriptor) }
        var rest = data[...]
        while !rest.isEmpty {
            let count = unsafe rest.withUnsafeBytes { unsafe Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0 {
                if errno == EINTR { continue }
                throw failure("written", file)
            }
            rest = rest.dropFirst(count)
        }
        guard fsync(descriptor) == 0 else { throw failure("synced", file) }
    }

    private func syncDirectory() throws(Failure) {
        let descriptor = unsafe open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw failure("opened", directory) }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw failure("synced", directory) }
    }

    private func failure(_ verb: String, _ subject: String) -> Failure {
        unsafe Failure(description: "\(subject) cannot be \(verb): \(String(cString: strerror(errno)))")
    }
}
