import AudioTypes
import Glibc
import MediaTypes
import Synchronization
import SystemSupport
import TestSupport
import Testing

@testable import Media

@Suite("What is read ahead of a file")
struct ReadAheadTests {
    private static let budget = 8 << 20

    private static func noise(_ count: Int) -> [UInt8] {
        var state: UInt64 = 7
        return (0..<count).map { _ in
            state = state &* 6_364_136_223_846_793_005 &+ 1
            return UInt8(truncatingIfNeeded: state >> 56)
        }
    }

    /// Waits until the thread has read what it wants, and returns how often the disk was asked by then.
    private func rest(_ file: StallingFile, _ ahead: ReadAhead, holding bytes: Int) async throws -> Int {
        try await waitUntil("\(bytes) bytes to be held, and the threads to rest") {
            ahead.heldBytes >= bytes && ahead.state.withLock { $0.files.values.allSatisfy(\.isResting) }
        }
        return file.asked
    }

    @Test("is read while the disk hangs, to the last byte, and the disk is not asked for it")
    func hangingDisk() async throws {
        let bytes = Self.noise(3_000_000)
        let disk = StallingFile(bytes)
        let ahead = ReadAhead(bytes: Self.budget)
        let source = try HeldSource(disk, in: ahead)
        #expect(try source.bytes(in: 0..<100) == Array(bytes[..<100]))
        source.file.begin()
        let asked = try await rest(disk, ahead, holding: 3_000_000)
        disk.hang(true)
        #expect(try source.bytes(in: 0..<2_999_999) == Array(bytes[..<2_999_999]))
        #expect(disk.asked == asked, "the disk was asked again")
        // At the end the disk is asked whether there is more, and not waited for.
        #expect(try source.bytes(in: 2_999_000..<3_100_000) == Array(bytes[2_999_000...]))
        disk.hang(false)
    }

    @Test("is given back when the file is closed")
    func givenBack() async throws {
        let ahead = ReadAhead(bytes: Self.budget)
        do {
            let disk = StallingFile(Self.noise(2_000_000))
            let source = try HeldSource(disk, in: ahead)
            source.file.begin()
            _ = try await rest(disk, ahead, holding: 2_000_000)
        }
        #expect(ahead.heldBytes == 0)
    }

    @Test("is given back once nobody has read for long, and is read anew with the next read")
    func longPause() async throws {
        let bytes = Self.noise(2_000_000)
        let disk = StallingFile(bytes)
        let ahead = ReadAhead(bytes: Self.budget)
        let source = try HeldSource(disk, in: ahead, restSeconds: 0.05)
        source.file.begin()
        try await waitUntil("the file to be read") { disk.asked > 8 }
        try await waitUntil("the memory to be given back") { ahead.heldBytes == 0 }
        #expect(try source.bytes(in: 500_000..<600_000) == Array(bytes[500_000..<600_000]))
        #expect(ahead.heldBytes > 0)
    }

    @Test("is as the file is, wherever it is read, with a window that is much smaller", arguments: [Int.max, 5_000])
    func places(mostAtOnce: Int) throws {
        let bytes = Self.noise(4_000_000)
        let disk = StallingFile(bytes)
        disk.giveAtMost(mostAtOnce)
        let source = try HeldSource(disk, in: ReadAhead(bytes: 1 << 20))
        source.file.begin()
        for start in [0, 3_999_000, 5, 2_000_000, 1_900_000, 262_143, 3_500_000, 0] {
            let end = min(start + 300_000, bytes.count)
            #expect(try source.bytes(in: Int64(start)..<Int64(end)) == Array(bytes[start..<end]), "from \(start)")
        }
    }

    @Test("is dropped when the file was changed, and what is read then is what is there")
    func changed() async throws {
        let disk = StallingFile(Self.noise(2_000_000))
        let ahead = ReadAhead(bytes: 1 << 20)
        let source = try HeldSource(disk, in: ahead)
        source.file.begin()
        _ = try await rest(disk, ahead, holding: 1 << 20)
        let other = [UInt8](Self.noise(2_500_000).reversed())
        disk.write(other)
        #expect(source.size == 2_500_000)
        #expect(ahead.heldBytes == 0)
        #expect(try source.bytes(in: 1_000..<2_600_000) == Array(other[1_000...]))
    }

    @Test("of a file that was changed while it was open is only what is asked for, also when it is wanted or read anew")
    func plainly() async throws {
        let disk = StallingFile(Self.noise(2_000_000))
        let ahead = ReadAhead(bytes: Self.budget)
        let source = try HeldSource(disk, in: ahead)
        let other = [UInt8](Self.noise(2_000_000).reversed())
        disk.write(other)
        #expect(source.size == 2_000_000 && !source.file.isAsOpened)
        source.file.begin()
        _ = try await rest(disk, ahead, holding: 0)
        #expect(ahead.heldBytes == 0)
        let number = try #require(ahead.state.withLock { $0.files.keys.first })
        for _ in 0..<2 {
            #expect(try source.bytes(in: 600_000..<600_100) == Array(other[600_000..<600_100]))
            _ = try await rest(disk, ahead, holding: 0)
            #expect(ahead.heldBytes <= Int(ReadAheadPlan.pieceSize))
            ahead.giveBack(number, unlessReadSince: ahead.state.withLock { $0.reads })
            #expect(ahead.heldBytes == 0)
        }
        // Another change is nothing new.
        disk.write(Self.noise(2_000_000))
        #expect(try source.bytes(in: 0..<100) == Array(Self.noise(100)))
    }

    @Test("of a file with another time of its last change is dropped, though its length is the same")
    func sameLength() async throws {
        let disk = StallingFile(Self.noise(600_000))
        let ahead = ReadAhead(bytes: Self.budget)
        let source = try HeldSource(disk, in: ahead)
        source.file.begin()
        _ = try await rest(disk, ahead, holding: 600_000)
        #expect(source.file.isAsOpened)
        let other = [UInt8](Self.noise(600_000).reversed())
        disk.write(other)
        #expect(!source.file.isAsOpened && ahead.heldBytes == 0)
        #expect(try source.bytes(in: 0..<600_000) == other)
    }

    @Test("stays while anything is read, and its thread ends with it")
    func reads() async throws {
        let ahead = ReadAhead(bytes: Self.budget)
        do {
            let disk = StallingFile(Self.noise(600_000))
            let source = try HeldSource(disk, in: ahead)
            source.file.begin()
            _ = try await rest(disk, ahead, holding: 600_000)
            let (number, reads) = try #require(ahead.state.withLock { state in state.files.keys.first.map { ($0, state.reads) } })
            _ = try source.bytes(in: 0..<100)
            ahead.giveBack(number, unlessReadSince: reads)
            #expect(ahead.heldBytes >= 600_000)
            ahead.giveBack(number, unlessReadSince: ahead.state.withLock { $0.reads })
            #expect(ahead.heldBytes == 0)
        }
        try await waitUntil("the thread to end") { (try? ThreadActivity(of: getpid()).names.contains("fermata-disk")) == false }
    }

    @Test("begins at the beginning, wherever was read before that")
    func beginning() async throws {
        let disk = StallingFile(Self.noise(3_000_000))
        let ahead = ReadAhead(bytes: 1 << 20)
        let source = try HeldSource(disk, in: ahead)
        _ = try source.bytes(in: 2_999_000..<3_000_000)
        source.file.begin()
        _ = try await rest(disk, ahead, holding: 1 << 20)
        #expect(ahead.state.withLock { $0.files.values.first?.pieces.keys.contains(0) } == true)
    }

    @Test("is nothing while that is switched off")
    func off() throws {
        let directory = try TemporaryDirectory()
        let path = try directory.write("sound", to: "a")
        let ahead = ReadAhead(bytes: 0)
        #expect(!ahead.isOn)
        let location = try MediaLocation(uri: path)
        #expect(try !FileSource(location, mayHang: true, ahead: ahead).isReadAhead)
        ahead.setBudget(bytes: 1 << 20)
        #expect(try ahead.isOn && FileSource(location, mayHang: true, ahead: ahead).isReadAhead)
        ahead.setBudget(bytes: 0)
        #expect(!ahead.isOn)
    }

    @Test("of a file that grows ends where the file ends by now")
    func growing() async throws {
        let bytes = Self.noise(900_000)
        let disk = StallingFile(Array(bytes[..<500_000]))
        let ahead = ReadAhead(bytes: Self.budget)
        let source = try HeldSource(disk, in: ahead)
        source.file.begin()
        _ = try await rest(disk, ahead, holding: 500_000)
        #expect(try source.bytes(in: 0..<500_000) == Array(bytes[..<500_000]))
        disk.write(bytes)
        #expect(try source.bytes(in: 500_000..<1_000_000) == Array(bytes[500_000...]))
    }

    @Test("ends with the disk's error only where the disk fails")
    func failing() throws {
        let bytes = Self.noise(1_000_000)
        let disk = StallingFile(bytes)
        disk.fail(in: 300_000..<310_000)
        let source = try HeldSource(disk, in: ReadAhead(bytes: Self.budget))
        source.file.begin()
        #expect(try source.bytes(in: 0..<300_000) == Array(bytes[..<300_000]))
        let error = #expect(throws: MediaError.self) { _ = try source.bytes(in: 300_000..<300_100) }
        #expect(error?.code == .unreadable)
        #expect(try source.bytes(in: 310_000..<1_000_000) == Array(bytes[310_000...]))
    }

    @Test("is waited for no longer once the reading is cancelled, for good or for another order")
    func cancelling() async throws {
        for isForGood in [true, false] {
            let disk = StallingFile(Self.noise(100_000))
            let token = CancellationToken()
            let order = CancellationToken()
            let source = try HeldSource(disk, in: ReadAhead(bytes: Self.budget), cancellation: token)
            token.heed(order)
            disk.hang(true)
            startOwnThread {
                while !disk.isWaitedFor {}
                if isForGood { token.cancel() } else { order.cancel() }
            }
            let error = #expect(throws: MediaError.self) { _ = try source.bytes(in: 0..<100) }
            #expect(error?.code == .cancelled)
            disk.hang(false)
        }
    }

    @Test(
        "of two files is decoded to the last frame while their disk hangs", arguments: ["ahead.flac", "ahead.mp3", "ahead.m4a"])
    func decoded(name: String) async throws {
        let path = try Synthesis(name).make()
        var plain = try AudioReader(FileSource(MediaLocation(uri: path)), name: path)
        let expected = try Sound(reading: &plain)
        let ahead = ReadAhead(bytes: Self.budget)
        let disks = (0..<2).map { _ in StallingFile(Workbench.bytes(of: path)) }
        let sources = try disks.map { try HeldSource($0, in: ahead) }
        var first = try AudioReader(sources[0], name: path)
        var second = try AudioReader(sources[1], name: path)
        for source in sources { source.file.begin() }
        for disk in disks { _ = try await rest(disk, ahead, holding: 1) }
        for disk in disks { disk.hang(true) }
        let heard = try [Sound(reading: &first), Sound(reading: &second)]
        for disk in disks { disk.hang(false) }
        // Outside of the expectation, which would print all samples.
        let areEqual = heard.allSatisfy { $0.planes == expected.planes }
        #expect(areEqual && expected.count > 100_000)
    }
}
