import Glibc
import MediaTypes
import SystemSupport

/// What the threads of a scan read, in a small file that outlasts the process: a file that ends the daemon would end it with every start.
/// Nothing is brought to the disk, since what the system has taken is there when a process is killed. Any thread; each slot belongs to one.
package final class ReadingNotes: Sendable {
    private let descriptor: FileDescriptor

    /// How many threads have a place of their own in the file.
    static let slotCount = 8
    /// How many bytes a slot has: the longest path that can be opened, and the numbers in front of it.
    private static let slotSize = 8_192
    private static let (countSize, checksumSize) = (4, 8)
    private static var headSize: Int { countSize + checksumSize }

    /// Opens the file at `path`, and makes it if there is none, also in the place of what is not ours.
    /// - Returns: `nil` if it cannot be opened.
    package init?(path: String) {
        do throws(FileFailure) {
            descriptor = try RegularFile.openToChange(path)
        } catch {
            return nil
        }
    }

    /// Notes that the file at `path` is read from now on, in place of the one before.
    func begin(_ path: [UInt8], slot: Int) {
        guard (0..<Self.slotCount).contains(slot), path.count <= Self.slotSize - Self.headSize else { return }
        let numbers = path.count.littleEndianBytes(Self.countSize) + Self.checksum(path).littleEndianBytes(Self.checksumSize)
        write(numbers + path, slot)
    }

    /// Notes that nothing is read.
    func end(slot: Int) { write(0.littleEndianBytes(Self.countSize), slot) }

    /// The files that were being read when the process ended that has made the notes.
    func interrupted() -> [[UInt8]] {
        (0..<Self.slotCount).compactMap { slot in
            var bytes = [UInt8](repeating: 0, count: Self.slotSize)
            let place = slot * Self.slotSize
            let read = unsafe bytes.withUnsafeMutableBytes { unsafe pread(descriptor.number, $0.baseAddress, $0.count, place) }
            guard read > Self.headSize else { return nil }
            let count: Int = bytes[..<Self.countSize].littleEndian()
            guard count > 0, count <= read - Self.headSize else { return nil }
            let path = Array(bytes[Self.headSize..<Self.headSize + count])
            return bytes[Self.countSize..<Self.headSize].littleEndian() == Self.checksum(path) && !path.contains(0) ? path : nil
        }
    }

    /// Forgets everything.
    func clear() { ftruncate(descriptor.number, 0) }

    private func write(_ bytes: [UInt8], _ slot: Int) {
        // A disk that is full has no note: what is read is no less right.
        _ = unsafe bytes.withUnsafeBytes { unsafe pwrite(descriptor.number, $0.baseAddress, $0.count, slot * Self.slotSize) }
    }

    private static func checksum(_ path: [UInt8]) -> UInt64 {
        var checksum = Checksum()
        checksum.combineQuickly(path.span)
        return checksum.value
    }
}
