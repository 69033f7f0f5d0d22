import Glibc

/// A file of records behind a ``SealedFile``: what has changed since that was written. Each record has a line and a checksum of its
/// own, so that a crash while the last one is written leaves all others.
package struct JournalFile: Sendable {
    private let directory: String
    private let name: String
    private let largestSize: Int

    /// Makes the journal `name`.journal in `directory`, which is there.
    /// - Parameter largestSize: the most bytes that are read.
    package init(directory: String, name: String, largestSize: Int) {
        self.directory = directory
        self.name = name
        self.largestSize = largestSize
    }

    private var path: String { "\(directory)/\(name).journal" }

    /// Adds a record at the end, and brings it to the disk. If that fails, the file may end in a part of it, which no reader takes
    /// for a record.
    /// - Parameter record: JSON without line ends.
    /// - Returns: the length of the file now, in bytes.
    package func append(json record: Span<UInt8>) throws(SealedFile.Failure) -> Int {
        do throws(FileFailure) {
            let descriptor = try RegularFile.openToChange(path, flags: O_APPEND)
            let error = AtomicFile.write(Envelope.seal(record) + [UInt8(ascii: "\n")], to: descriptor.number)
            guard error == 0 else { throw FileFailure(system: error) }
            var status = stat()
            guard unsafe fstat(descriptor.number, &status) == 0 else { throw FileFailure(system: errno) }
            // A file that was just made has its name on the disk, too.
            if status.st_size <= record.count + 64 { _ = AtomicFile.syncDirectory(directory) }
            return Int(status.st_size)
        } catch {
            throw SealedFile.Failure(description: "\(path) cannot be written: \(error)")
        }
    }

    /// Gives the file the name of `other`, in the place of what that has. If there is no such file, `other` has none afterwards.
    package func replace(_ other: JournalFile) {
        if unsafe rename(path, other.path) != 0 { other.remove() }
    }

    /// Removes the file, if there is one.
    package func remove() { _ = unsafe unlink(path) }

    /// Reads the records up to the first one that is not whole, and hands each to `take`, which returns whether the next one is wanted.
    /// `report` gets a sentence if the file cannot be read, or if records are left out because one is damaged.
    package func read(_ take: (_ json: [UInt8]) -> Bool, report: (String) -> Void) {
        let bytes: [UInt8]
        do throws(FileFailure) {
            bytes = try RegularFile.read(path, atMost: largestSize)
        } catch {
            guard error.number != ENOENT else { return }
            report("\(path) is set aside: \(error.isUnwanted ? "\(error)" : "it cannot be read: \(error)")")
            return RegularFile.setAside(path)
        }
        var rest = bytes[...]
        while !rest.isEmpty {
            let end = rest.firstIndex(of: UInt8(ascii: "\n"))
            guard let end, let record = try? Envelope.open(Array(rest[..<end])) else {
                return report(
                    "\(path) ends in a change that is not whole, at byte \(rest.startIndex): what came before it counts")
            }
            guard take(record) else { return }
            rest = rest[(end + 1)...]
        }
    }
}
