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
    private let largestSize: Int

    /// Makes the file `name`.json in `directory`. Writing makes the directory with mode 0700 if it is missing.
    /// - Parameter largestSize: the most bytes that are read: more than is ever written.
    package init(directory: String, name: String, largestSize: Int = 16 << 20) {
        self.directory = directory
        self.name = name
        self.largestSize = largestSize
    }

    /// The path of the file.
    package var path: String { "\(directory)/\(name).json" }
    private var previousName: String { "\(name).previous.json" }

    /// Writes `content`, which must be JSON. Blocks on the disk: not for the control thread's busy moments.
    package func write(json content: Span<UInt8>) throws(Failure) {
        try makeDirectory()
        do throws(FileFailure) {
            var new = try NewFile(for: path)
            // In pieces: the content may be megabytes, and is not copied.
            try new.write(Envelope.head(of: content), isSynced: false)
            try new.write(content, isSynced: false)
            try new.write(Envelope.closing)
            new.keepOld(as: previousName)
            try new.replace()
        } catch {
            throw failure(error)
        }
    }

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
        do throws(FileFailure) {
            return try overwrite(with: data, isSynced: isSynced)
        } catch {
            // The directory is nearly always there, and to look for it costs more than everything else here.
            guard error.number == ENOENT else { throw failure(error) }
        }
        try makeDirectory()
        do throws(FileFailure) { try overwrite(with: data, isSynced: isSynced) } catch { throw failure(error) }
    }

    private func overwrite(with data: [UInt8], isSynced: Bool) throws(FileFailure) {
        let descriptor = try RegularFile.openToChange(path)
        do throws(FileFailure) {
            let count = unsafe data.withUnsafeBytes { unsafe pwrite(descriptor.number, $0.baseAddress, $0.count, 0) }
            guard count >= 0 else { throw FileFailure(system: errno) }
            // A limit of the process ends a write short, as a full disk does.
            guard count == data.count else { throw FileFailure(system: ENOSPC) }
            guard !isSynced || fdatasync(descriptor.number) == 0 else { throw FileFailure(system: errno) }
        } catch {
            // A half-written file would count as damaged.
            _ = unsafe unlink(path)
            throw error
        }
    }

    /// Removes the file, if there is one.
    package func remove() { _ = unsafe unlink(path) }

    /// Reads the newest whole content, or returns `nil` if there is none. A file that is damaged, of another version or
    /// unreadable is renamed to `*.damaged`.
    /// - Parameters:
    ///   - decode: returns the content of `json`, or `nil` if another version wrote it.
    ///   - report: gets a sentence about each file that is renamed.
    package func read<Content>(decode: (_ json: [UInt8]) -> Content?, report: (String) -> Void) -> Content? {
        removeLeftovers()
        for candidate in [path, "\(directory)/\(previousName)"] {
            guard unsafe access(candidate, F_OK) == 0 || errno != ENOENT else { continue }
            do throws(Envelope.Damage) {
                if let content = decode(try sealed(in: candidate)) { return content }
                report("\(candidate) is set aside: it was written by another version of fermatad")
            } catch {
                report("\(candidate) is set aside: \(error.description)")
            }
            // A file left here would be in the way of the next write, or be written over.
            RegularFile.setAside(candidate)
        }
        return nil
    }

    /// Reads `file` and returns the content that was sealed in it.
    private func sealed(in file: String) throws(Envelope.Damage) -> [UInt8] {
        let bytes: [UInt8]
        do throws(FileFailure) {
            bytes = try RegularFile.read(file, atMost: largestSize)
        } catch {
            throw Envelope.Damage(description: error.isUnwanted ? error.description : "it cannot be read: \(error)")
        }
        return try Envelope.open(bytes)
    }

    /// Removes what a crash has left of a write, also under the names that such files had in earlier versions.
    private func removeLeftovers() {
        NewFile.removeLeftovers(in: directory)
        for name in ["\(name).json.new", "\(previousName).new"] { _ = unsafe unlink("\(directory)/\(name)") }
    }

    private func makeDirectory() throws(Failure) {
        do { try Directories.make(directory) } catch { throw Failure(description: error.description) }
    }

    private func failure(_ error: FileFailure) -> Failure { Failure(description: "\(path) cannot be written: \(error)") }
}
