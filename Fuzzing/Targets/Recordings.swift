import AudioTypes
import ControlProtocol
import FoundationEssentials
import Glibc
import JSON
import MediaTypes
import SystemSupport

@testable import Application
@testable import ControlDoor
@testable import Conversion
@testable import Media
@testable import Recording

extension FuzzTarget {
    /// A file of a recording that a crash has cut off, of any format and with any content: the repair ends, leaves nothing beside it,
    /// and makes no file much larger.
    static let repair = FuzzTarget("repair", atMost: 16_384) { bytes in
        var invention = Invention(bytes)
        let suffix = invention.pick(["wav", "flac", "ogg", "opus", "m4a", "mka", "mp3", "aac", "caf", "aiff"])
        let content = Array(invention.rest())
        let workshop = Workshop.shared
        workshop.empty()
        let inode = workshop.write(content, to: "made/take.\(suffix)")
        workshop.journal.makeEntry().note(UnfinishedFile(directory: workshop.made, path: "take.\(suffix)", inode: inode))
        var isRemoved = false
        RecordingRepair(workshop.journal)?.run { if case .removed = $0 { isRemoved = true } }
        precondition(workshop.journal.entries.isEmpty, "a note is left")
        let left = workshop.names(in: workshop.made)
        precondition(left == (isRemoved ? [] : ["take.\(suffix)"]), "\(left) is left")
        if isRemoved { return }
        let size = workshop.size(of: "made/take.\(suffix)")
        // The heads of packets, pages and boxes, and FLAC's tables.
        precondition(size <= 4 * content.count + 65_536, "\(content.count) bytes have become \(size)")
    }

    /// A note in the state directory that says anything: nothing outside of the directory that it names is touched.
    static let notes = FuzzTarget("notes", atMost: 1_024) { bytes in
        var invention = Invention(bytes)
        let workshop = Workshop.shared
        workshop.empty()
        let victim = workshop.write(Array("RIFF victim".utf8), to: "victim.wav")
        _ = workshop.write([], to: "made/empty.wav")
        _ = unsafe symlink("..", "\(workshop.made)/link")
        let words = ["link", "..", ".", "victim.wav", "empty.wav", "", "made"]
        let parts = (0..<invention.pick(6)).map { _ in invention.text(words) }
        let note = UnfinishedFile(
            directory: workshop.made, path: parts.joined(separator: "/"), inode: invention.bool() ? victim : invention.number(),
            tries: Int(invention.byte()) - 2)
        workshop.journal.makeEntry().note(note)
        // Whatever somebody else has left there, sealed or not.
        let rest = Array(invention.rest())
        if let decoded = try? JSONDecoder().decode(UnfinishedFile.self, from: Data(rest)) {
            precondition(decoded.directory != "/", "such a note would be obeyed")
        } else {
            try? SealedFile(directory: workshop.notes, name: "sealed").overwrite(json: rest.span, isSynced: false)
        }
        _ = workshop.write(rest, to: "notes/bare.json")
        RecordingRepair(workshop.journal)?.run { _ in }
        precondition(workshop.read("victim.wav") == Array("RIFF victim".utf8), "a file outside was changed by \(note)")
        precondition(workshop.journal.entries.isEmpty, "a note is left")
    }

    /// Patterns for names, with titles that anybody may choose: what comes out is a path below the directory that can be typed.
    static let names = FuzzTarget("names", atMost: 2_048) { bytes in
        var invention = Invention(bytes)
        let number = Int(invention.byte()) * 39 + 1
        let text = String(decoding: invention.line(), as: UTF8.self)
        let title = String(decoding: invention.rest(), as: UTF8.self)
        let part = FileNamePattern.nameable(title)
        precondition(!part.isEmpty && part.utf8.count <= 120 && !part.hasPrefix(".") && !part.contains("/"), "\(part)")
        check("\(part).wav")
        let time = LocalTime(year: 2_026, month: 2, day: 29, hour: 23, minute: 59, second: 60)
        if let pattern = try? FileNamePattern(text) {
            for pattern in [pattern, pattern.withTitle] {
                var name = RecordingNaming.pattern(pattern).name(of: 1, at: time, title: title, suffix: "flac")
                check(name.path)
                name.number = 9_999
                check(name.path)
            }
        }
        guard RelativePath.refusal(of: "\(text).flac") == nil else { return }
        check(RecordingNaming.path(text).name(of: number, at: time, title: title, suffix: "flac").path)
    }

    private static func check(_ path: String) {
        if let reason = RelativePath.refusal(of: path) { fatalError("\(path): \(reason)") }
    }

    /// A client's `record.start` or `record.open`, up to what it is made of: whatever is accepted is within the limits.
    static let orders = FuzzTarget("orders", atMost: 1_024) { bytes in
        var invention = Invention(bytes)
        let channels = Int(invention.byte())
        let rate = invention.pick([0, 8_000, 44_100, 384_000, -1, .max])
        guard case .single(.success(let call)) = try? IncomingMessage(parsing: invention.rest()),
            let method = try? Methods.method(of: call)
        else { return }
        switch method.name {
        case Methods.Record.start.name:
            guard let order = try? Methods.Record.start.parameters(of: call.parameters) else { return }
            check(order, isOnConnection: false, channels, rate)
        case Methods.Record.open.name:
            guard let (order, _) = try? Methods.Record.open.parameters(of: call.parameters) else { return }
            check(order, isOnConnection: true, channels, rate)
        default: break
        }
    }

    private static func check(_ order: Wire.RecordingOrder, isOnConnection: Bool, _ channels: Int, _ rate: Int) {
        guard var request = try? RecordingRequest(order) else { return }
        request.isOnConnection = isOnConnection
        let played = StreamFormat(sampleRate: .cd, channelLayout: .stereo)
        let players: [RecordedDevice] = [.none, .unknown, .bits(8), .bits(24), .bits(32)].map { .player(played, $0) }
        let devices = players + [.device(channels: channels, graphRate: rate), .kept(played)]
        for device in devices {
            guard let (plan, stem) = try? request.plan(from: device) else { continue }
            precondition((1...64).contains(plan.input.channelCount), "\(plan.input.channelCount) channels")
            precondition((1...384_000).contains(plan.input.sampleRate.hertz), "\(plan.input.sampleRate.hertz) Hz")
            precondition(plan.wish.splitEvery ?? 1 >= 1 && plan.wish.maximumDuration ?? 1 > 0)
            precondition(RecordingWorker.mostBytes(of: plan) <= 128 << 20, "a recording takes too much memory")
            precondition(!isOnConnection || plan.isOneFile && stem == nil)
            var cutter = PieceCutter(plan)
            cutter.beginPiece(secondOfDay: Double(channels) * 337.5)
            precondition(cutter.room ?? 1 >= 0)
        }
    }

    /// The packets of what plays, decoded, skipped, heard and not heard in any order: each comes once, in its order, and none before it
    /// is heard.
    static let packets = FuzzTarget("packets", atMost: 2_048) { bytes in
        var invention = Invention(bytes)
        guard let model = Workshop.packet else { fatalError("there is no packet") }
        var waiting = WaitingPackets(mostBytes: model.data.byteCount * 40)
        var sequence = PacketSequence()
        var (segment, number, last) = (UInt64(1), UInt64(0), UInt64(0))
        while !invention.isEmpty {
            let frame = Int64(invention.byte()) * 32 - 512
            switch invention.pick(6) {
            case 0, 1:
                number += UInt64(invention.pick(3))
                var packet = model
                packet.heard = frame..<frame + Int64(invention.byte())
                packet.tags = invention.bool() ? ["title": invention.text()] : [:]
                waiting.append(WaitingPackets.Entry(packet: packet, segment: segment, number: number))
            case 2: segment += UInt64(invention.pick(3))
            case 3: waiting.noteEnd(of: segment - UInt64(invention.pick(Int(min(segment, 3)))), at: frame)
            case 4: waiting.dropUnheard(of: segment - UInt64(invention.pick(Int(min(segment, 3)))), before: frame)
            default:
                let heard = segment - UInt64(invention.pick(Int(min(segment, 3))))
                while let entry = waiting.takeHeard(of: heard, before: frame) {
                    precondition(entry.segment == heard && entry.number > last, "\(entry.number) came after \(last)")
                    last = entry.number
                    _ = sequence.add(entry)
                }
            }
            precondition(waiting.takeLostFrames() >= 0)
        }
    }
}

/// A directory for files that are repaired, in memory if the system has such a place.
final class Workshop: Sendable {
    static let shared = Workshop()
    /// A packet of a file of plain samples.
    static let packet: PlayedPacket? = {
        let size = (0..<4).map { UInt8(truncatingIfNeeded: 400 >> (8 * $0)) }
        let head = Array("RIFF".utf8) + [0xB4, 1, 0, 0] + Array("WAVEfmt ".utf8)
        let format: [UInt8] = [16, 0, 0, 0, 1, 0, 1, 0, 0x44, 0xAC, 0, 0, 0x88, 0x58, 1, 0, 2, 0, 16, 0]
        let wave = head + format + Array("data".utf8) + size + [UInt8](repeating: 1, count: 400)
        guard var reader = try? AudioReader(InventedSource(wave, naming: nil), name: "x.wav", keepsPackets: true) else {
            return nil
        }
        return reader.takePackets().first
    }()

    let root: String
    var made: String { "\(root)/made" }
    var notes: String { "\(root)/notes" }
    var journal: RecordingJournal { RecordingJournal(directory: notes) }

    private init() {
        let place = unsafe access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp"
        root = "\(place)/fermata-fuzz.\(getpid())"
        _ = unsafe mkdir(root, 0o700)
        atexit { Workshop.shared.remove() }
    }

    /// Removes the directory.
    private func remove() {
        empty()
        for path in [made, notes, root] { _ = unsafe rmdir(path) }
    }

    /// Removes all files, and makes the directories.
    func empty() {
        for directory in [made, notes, root] {
            for name in names(in: directory) { _ = unsafe unlink("\(directory)/\(name)") }
        }
        for directory in [made, notes] { _ = unsafe mkdir(directory, 0o700) }
    }

    /// Writes a file and returns its number.
    func write(_ bytes: [UInt8], to name: String) -> UInt64 {
        let descriptor = unsafe open("\(root)/\(name)", O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        precondition(descriptor >= 0, "no place for \(name)")
        defer { close(descriptor) }
        precondition(unsafe Glibc.write(descriptor, bytes, bytes.count) == bytes.count)
        var status = stat()
        precondition(unsafe fstat(descriptor, &status) == 0)
        return UInt64(status.st_ino)
    }

    func size(of name: String) -> Int {
        var status = stat()
        return unsafe stat("\(root)/\(name)", &status) == 0 ? Int(status.st_size) : -1
    }

    func read(_ name: String) -> [UInt8] {
        let descriptor = unsafe open("\(root)/\(name)", O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return [] }
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: 4_096)
        let count = unsafe Glibc.read(descriptor, &bytes, bytes.count)
        return Array(bytes.prefix(max(0, count)))
    }

    /// The names in a directory, in their order.
    func names(in directory: String) -> [String] {
        guard let stream = unsafe opendir(directory) else { return [] }
        defer { unsafe closedir(stream) }
        var names: [String] = []
        while let entry = unsafe readdir(stream) {
            let name = unsafe DirectoryEntry.text(of: entry)
            if name != ".", name != ".." { names.append(name) }
        }
        return names.sorted()
    }
}
