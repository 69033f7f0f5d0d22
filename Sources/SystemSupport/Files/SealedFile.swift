import Glibc

/// A JSON file that stays whole through a crash, and the generation before it under a name of its own.
///
/// ``write(json:)`` writes a new file next to the old one, syncs it, renames it over the old one and syncs the directory. A
/// checksum tells a reader that the content is what was written.
package struct SealedFile: Sendable {
    /// The error if a file cannot be written.
    package struct Failure: Error, Sendable, CustomStringConvertible {
        /// A sentence that says what failed and on what.
        package let description: String

        /// Makes an error. `description` names the file and what cannot be done with it.
        package init(description: String) { self.description = description }
    }

    private let directory: String
    private let name: String

    /// Makes the file `name`.json in `directory`. Writing makes the directory with mode 0700 if it is missing.
    package init(directory: String, name: String) {
        self.directory = directory
        self.name = name
    }

    /// The path of the file.
    package var path: String { "\(directory)/\(name).json" }
    private var previousPath: String { "\(directory)/\(name).previous.json" }

    /// Writes `content`, which must be JSON. Blocks on the disk: not for the control thread's busy moments.
    package func write(json content: Span<UInt8>) throws(Failure) {
        try makeDirectory()
        let temporary = path + ".new"
        try write(Envelope.seal(content), to: temporary)
        // A crash may have left the link of an earlier write.
        _ = unsafe unlink(previousPath + ".new")
        if unsafe link(path, previousPath + ".new") == 0 { _ = unsafe rename(previousPath + ".new", previousPath) }
        guard unsafe rename(temporary, path) == 0 else { throw failure("renamed to", path) }
        try syncDirectory()
    }

    /// The largest file that is read, in bytes: more than 100,000 items with the longest names need.
    private static let largestSize: off_t = 1 << 30

    /// The length in bytes to which ``overwrite(json:isSynced:)`` pads its content. With the envelope that is less than a
    /// sector, which a disk writes whole or not at all.
    private static let blockSize = 400

    /// Writes small `content`, which must be JSON, over the content of the file, in place and at once.
    ///
    /// No earlier generation is kept. A crash of the process leaves the old or the new content whole. If `isSynced`, the new
    /// content is on the disk when this returns.
    package func overwrite(json content: Span<UInt8>, isSynced: Bool) throws(Failure) {
        // Always the same length, so that nothing of a longer content remains behind a shorter one.
        var padded = unsafe content.withUnsafeBufferPointer { unsafe Array($0) }
        padded += repeatElement(UInt8(ascii: " "), count: max(0, Self.blockSize - content.count))
        let data = Envelope.seal(padded.span)
        var descriptor = openForOverwriting()
        // The directory is nearly always there, and to look for it costs more than everything else here.
        if descriptor < 0, errno == ENOENT {
            try makeDirectory()
            descriptor = openForOverwriting()
        }
        guard descriptor >= 0 else { throw failure("opened for writing", path) }
        defer { close(descriptor) }
        let count = unsafe data.withUnsafeBytes { unsafe pwrite(descriptor, $0.baseAddress, $0.count, 0) }
        if count >= 0, count < data.count { errno = ENOSPC }
        guard count == data.count, !isSynced || fdatasync(descriptor) == 0 else {
            let failure = failure("written", path)
            // A half-written file would count as damaged.
            _ = unsafe unlink(path)
            throw failure
        }
    }

    private func openForOverwriting() -> Int32 { unsafe open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600) }

    /// Removes the file, if there is one.
    package func remove() { _ = unsafe unlink(path) }

    /// Reads the newest whole content, or returns `nil` if there is none. A file that is damaged, of another version or
    /// unreadable is renamed to `*.damaged`.
    /// - Parameters:
    ///   - decode: returns the content of `json`, or `nil` if another version wrote it.
    ///   - report: gets a sentence about each file that is renamed.
    package func read<Content>(decode: (_ json: [UInt8]) -> Content?, report: (String) -> Void) -> Content? {
        for candidate in [path, previousPath] {
            guard unsafe access(candidate, F_OK) == 0 || errno != ENOENT else { continue }
            do throws(Envelope.Damage) {
                if let content = decode(try sealed(in: candidate)) { return content }
                report("\(candidate) is set aside: it was written by another version of fermatad")
            } catch {
                report("\(candidate) is set aside: \(error.description)")
            }
            // A file left here would be in the way of the next write, or be written over.
            _ = unsafe rename(candidate, candidate + ".damaged")
        }
        return nil
    }

    /// Reads `file` and returns the content that was sealed in it.
    private func sealed(in file: String) throws(Envelope.Damage) -> [UInt8] {
        // Non-blocking: if somebody put a pipe in the file's place, `open` does not wait for a writer.
        let descriptor = unsafe open(file, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { throw Self.unread }
        defer { close(descriptor) }
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0 else { throw Self.unread }
        guard status.st_mode & S_IFMT == S_IFREG else { throw Envelope.Damage(description: "it is no regular file") }
        guard status.st_size <= Self.largestSize else {
            throw Envelope.Damage(description: "it is damaged: it has \(status.st_size) bytes, more than was ever written")
        }
        guard let bytes = DurableFile.read(descriptor, count: Int(status.st_size)) else { throw Self.unread }
        return try Envelope.open(bytes)
    }

    private static var unread: Envelope.Damage {
        unsafe Envelope.Damage(description: "it cannot be read: \(String(cString: strerror(errno)))")
    }

    private func makeDirectory() throws(Failure) {
        do { try Directories.make(directory) } catch { throw Failure(description: error.description) }
    }

    private func write(_ data: [UInt8], to file: String) throws(Failure) {
        let descriptor = unsafe open(file, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw failure("opened for writing", file) }
        defer { close(descriptor) }
        errno = DurableFile.write(data, to: descriptor)
        guard errno == 0 else { throw failure("written", file) }
    }

    private func syncDirectory() throws(Failure) {
        errno = DurableFile.syncDirectory(directory)
        guard errno == 0 else { throw failure("synced", directory) }
    }

    private func failure(_ verb: String, _ subject: String) -> Failure {
        unsafe Failure(description: "\(subject) cannot be \(verb): \(String(cString: strerror(errno)))")
    }
}
