import MediaTypes
import SystemSupport
import Testing

@testable import Media

/// A file whose disk hangs when a test wants it to, fails in some places, and tells how often it was asked.
final class StallingFile: DiskFile {
    private struct Disk {
        var bytes: [UInt8]
        var modified: Int64 = 1
        var hangs = false
        var isWaitedFor = false
        var asked = 0
        var failing: Range<Int>?
        var mostAtOnce = Int.max
    }

    private let disk: Monitor<Disk>

    init(_ bytes: [UInt8]) { disk = Monitor(Disk(bytes: bytes)) }

    /// How often something was asked of the disk.
    var asked: Int { disk.withLock { $0.asked } }

    /// Whether somebody waits for the disk.
    var isWaitedFor: Bool { disk.withLock { $0.isWaitedFor } }

    /// From now on keeps whoever asks waiting, or no longer.
    func hang(_ hangs: Bool) { disk.withLock { $0.hangs = hangs } }

    /// Has reads that begin in a range of the file fail.
    func fail(in range: Range<Int>?) { disk.withLock { $0.failing = range } }

    /// Gives that many bytes at once, as some file systems do.
    func giveAtMost(_ count: Int) { disk.withLock { $0.mostAtOnce = count } }

    /// Writes the file anew.
    func write(_ bytes: [UInt8]) {
        disk.withLock { disk in
            disk.bytes = bytes
            disk.modified += 1
        }
    }

    var state: FileState? {
        answer { FileState(size: Int64($0.bytes.count), modified: $0.modified) }
    }

    func readBytes(into buffer: UnsafeMutableRawBufferPointer, at offset: Int64) -> Int {
        answer { disk in
            let offset = Int(offset)
            if disk.failing?.contains(offset) == true { return -5 }
            let limit = disk.failing.map { $0.lowerBound > offset ? $0.lowerBound : .max } ?? .max
            let end = min(disk.bytes.count, offset + min(buffer.count, disk.mostAtOnce), limit)
            guard offset < end else { return 0 }
            buffer.copyBytes(from: disk.bytes[offset..<end])
            return end - offset
        }
    }

    private func answer<Result>(_ body: (Disk) -> Result) -> Result {
        disk.withLock { $0.asked += 1 }
        let result: Result? = disk.wait { disk in
            disk.isWaitedFor = disk.hangs
            return disk.hangs ? nil : body(disk)
        }
        guard let result else { preconditionFailure("a wait without a deadline ended") }
        return result
    }
}

/// A source that is read ahead from such a file.
final class HeldSource: ByteSource {
    let file: HeldFile

    init(
        _ file: any DiskFile, in ahead: ReadAhead, cancellation: CancellationToken = CancellationToken(),
        restSeconds: Double = 600
    ) throws {
        let state = try #require(file.state)
        self.file = try HeldFile(
            file, state, name: "a file", in: ahead, cancellation: cancellation, restSeconds: restSeconds)
    }

    var size: Int64? { file.size }
    let isSeekable = true
    let isLocal = true

    func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int64) throws(MediaError) -> Int {
        try file.read(into: buffer, at: offset)
    }
}
