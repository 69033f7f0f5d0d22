import AudioTypes
import Glibc
import Media
import MediaTypes
import TestSupport
import Testing

@testable import Recording

@Suite("A recording that was cut off")
struct RepairTests {
    /// Writes three seconds and a bit to a file, without an end, as a daemon that is killed leaves it; notes it in a journal.
    private static func cutOff(
        _ format: String, in root: TemporaryDirectory, options: AudioFileFormat.Options = .init()
    ) throws -> (path: String, journal: RecordingJournal) {
        let directory = RecordingDirectory(root.path + "/made")
        var name = RecordingDirectory.Name(stem: "a/take", suffix: format, takesNextNumber: false)
        let file = try directory.makeFile(&name)
        let input = StreamFormat(sampleRate: .video, channelLayout: .stereo)
        var writer = try AudioWriter(
            file, format: AudioFileFormat(named: format, options), input: input, tags: ["title": "Take"], name: "take")
        let plane = UnsafeMutablePointer<Float>.allocate(capacity: 150_000)
        defer { plane.deallocate() }
        for frame in 0..<150_000 { plane[frame] = RecordingStage.sample(frame, 0) }
        try [plane, plane].withUnsafeBufferPointer { planes throws(MediaError) in
            try writer.write(planes, from: 0, count: 100_000)
            // The muxer of Ogg keeps its last page back until there is another.
            try writer.flush()
            try writer.write(planes, from: 100_000, count: 50_000)
        }
        try writer.flush()
        let journal = RecordingJournal(directory: root.path + "/journal")
        journal.makeEntry().note(UnfinishedFile(directory: directory.path, path: name.path, inode: try #require(file.inode)))
        return (file.path, journal)
    }

    private static func repair(_ journal: RecordingJournal) throws -> [RecordingRepair.Outcome] {
        var outcomes: [RecordingRepair.Outcome] = []
        try #require(RecordingRepair(journal)).run { outcomes.append($0) }
        #expect(journal.entries.isEmpty)
        return outcomes
    }

    private static func size(_ path: String) throws -> Int { try readFile(path).count }

    @Test("takes the place of no file that somebody has put there while it was repaired, and deletes none")
    func replacedMeanwhile() throws {
        let root = try TemporaryDirectory()
        let (path, journal) = try Self.cutOff("ogg", in: root)
        let unfinished = try #require(journal.entries.first?.unfinished)
        let file = try #require(try RecordingDirectory(unfinished.directory).openUnfinished(unfinished))
        _ = try file.makeReplacement()
        #expect(rename(path, root.file("moved.ogg")) == 0)
        try writeFile([1, 2, 3], to: path)
        #expect(throws: MediaError.self) { try file.replace() }
        #expect(throws: MediaError.self) { try file.remove() }
        #expect(try readFile(path) == [1, 2, 3])
    }

    @Test(
        "has the frames that were on the disk, a length that players see, and its title",
        arguments: ["wav", "flac", "opus", "ogg", "mp3", "aac", "m4a", "mka", "caf", "aiff"], [0, 7])
    func repaired(format: String, torn: Int) async throws {
        let root = try TemporaryDirectory()
        let (path, journal) = try Self.cutOff(format, in: root)
        #expect(truncate(path, off_t(try Self.size(path) - torn)) == 0)
        let before = try RecordingStage.read(path)
        let outcomes = try Self.repair(journal)
        guard case .repaired(let told)? = outcomes.first, outcomes.count == 1 else { Issue.record("\(outcomes)"); return }
        #expect(told == path)
        let after = try RecordingStage.read(path)
        // What a decoder invents for a torn packet is gone.
        #expect(after[0].count <= before[0].count && after[0].count >= before[0].count - (torn == 0 ? 0 : 4_608))
        #expect(after[0].count > 100_000)
        if ["wav", "flac", "mka", "caf", "aiff"].contains(format) {
            #expect(after[0].elementsEqual((0..<after[0].count).map { RecordingStage.sample($0, 0) }))
        }
        let description = try MediaProbe.describe(MediaLocation(uri: path))
        let seconds = try #require(description.duration?.seconds)
        #expect(abs(seconds - Double(after[0].count) / 48_000) < 0.03, "\(seconds) s, \(after[0].count) frames")
        // Another program finds the same frames, and nothing to complain about.
        let decoded = try await AudioFiles.decode(path, sampleRate: 48_000, channelCount: 2)
        #expect(abs(decoded.frameCount - after[0].count) <= 2_304, "\(decoded.frameCount) frames, \(after[0].count)")
        #expect(try Self.size(path) > 0 && access("\(root.path)/made/a/.take.\(format).repair", F_OK) != 0)
        if format != "aac" { #expect(description.tags["title"] == "Take") }
    }

    @Test("has what only a finished file has: the length in FLAC, the mark of the last page in Ogg, the index in M4A")
    func finished() throws {
        let root = try TemporaryDirectory()
        for format in ["flac", "opus", "m4a"] {
            let (path, journal) = try Self.cutOff(format, in: root)
            _ = try Self.repair(journal)
            let bytes = try readFile(path)
            switch format {
            case "flac":
                // 36 bits in the header's first block.
                let stated = bytes[22..<26].reduce(Int(bytes[21] & 0xF)) { $0 << 8 | Int($1) }
                #expect(try stated == RecordingStage.read(path)[0].count)
            case "opus":
                let page = try #require(bytes.indices.last { bytes[$0...].starts(with: "OggS".utf8) })
                #expect(bytes[page + 5] & 4 == 4)
            default:
                #expect(!bytes.indices.contains { bytes[$0] == UInt8(ascii: "m") && bytes[$0...].starts(with: "moof".utf8) })
            }
        }
    }

    @Test("states in the head of WAV what is there", arguments: [0, 1, 5])
    func waveHead(torn: Int) throws {
        let root = try TemporaryDirectory()
        let (path, journal) = try Self.cutOff("wav", in: root, options: AudioFileFormat.Options(samples: .signed24))
        // Sound that came to the disk after the lengths were written, and a part of a frame.
        var bytes = try readFile(path)
        bytes += [UInt8](repeating: 3, count: 6_000 + torn)
        try overwrite(bytes, path)
        _ = try Self.repair(journal)
        #expect(try RecordingStage.read(path)[0].count == 151_000)
        let repaired = try readFile(path)
        #expect(repaired.count == bytes.count - torn)
        #expect(repaired[4..<8].reversed().reduce(0) { $0 << 8 | Int($1) } == repaired.count - 8)
    }

    @Test("becomes RF64 if it has grown beyond what RIFF can say")
    func large() throws {
        let root = try TemporaryDirectory()
        let (path, _) = try Self.cutOff("wav", in: root)
        var bytes = try readFile(path)
        let repair = try #require(WaveRepair(head: bytes, fileSize: Int64(bytes.count), largest: 10_000))
        for patch in repair.patches {
            bytes.replaceSubrange(Int(patch.offset)..<Int(patch.offset) + patch.bytes.count, with: patch.bytes)
        }
        #expect(bytes.starts(with: "RF64".utf8))
        try overwrite(bytes, path)
        #expect(try RecordingStage.read(path)[0].count == 150_000)
    }

    @Test("is left alone if another file, or a link, is in its place", arguments: ["file", "link", "pipe", "nothing"])
    func replaced(by kind: String) throws {
        let root = try TemporaryDirectory()
        let (path, journal) = try Self.cutOff("flac", in: root)
        #expect(rename(path, root.path + "/elsewhere.flac") == 0)
        switch kind {
        case "file": try writeFile([1, 2, 3], to: path)
        case "link": #expect(symlink(root.path + "/elsewhere.flac", path) == 0)
        case "pipe": #expect(mkfifo(path, 0o600) == 0)
        default: break
        }
        let before = try readFile(root.path + "/elsewhere.flac")
        #expect(try Self.repair(journal).isEmpty)
        #expect(try readFile(root.path + "/elsewhere.flac") == before)
        if kind == "file" { #expect(try readFile(path) == [1, 2, 3]) }
    }

    @Test("is left alone, with a sentence, if it is damaged beyond that")
    func damaged() throws {
        let root = try TemporaryDirectory()
        let (path, journal) = try Self.cutOff("m4a", in: root)
        let noise = [UInt8](repeating: 0x5A, count: 50_000)
        try overwrite(noise, path)
        let outcomes = try Self.repair(journal)
        guard case .left? = outcomes.first else { Issue.record("\(outcomes)"); return }
        #expect(try readFile(path) == noise)
    }

    @Test(
        "is removed if no sound has come to the disk", arguments: ["wav", "flac", "opus", "ogg", "mp3", "aac", "m4a", "mka"])
    func withoutSound(format: String) throws {
        let root = try TemporaryDirectory()
        let directory = RecordingDirectory(root.path + "/made")
        var name = RecordingDirectory.Name(stem: "take", suffix: format, takesNextNumber: false)
        let file = try directory.makeFile(&name)
        let input = StreamFormat(sampleRate: .video, channelLayout: .stereo)
        _ = try AudioWriter(file, format: AudioFileFormat(named: format), input: input, tags: ["title": "Take"], name: "take")
        let journal = RecordingJournal(directory: root.path + "/journal")
        journal.makeEntry().note(
            UnfinishedFile(directory: directory.path, path: name.path, inode: try #require(file.inode)))
        let outcomes = try Self.repair(journal)
        guard case .removed(let told)? = outcomes.first, outcomes.count == 1 else { Issue.record("\(outcomes)"); return }
        #expect(told == file.path && access(file.path, F_OK) != 0)
    }

    @Test("is not tried again if that has ended the daemon twice")
    func givenUp() throws {
        let root = try TemporaryDirectory()
        let journal = RecordingJournal(directory: root.path + "/journal")
        journal.makeEntry().note(UnfinishedFile(directory: root.path, path: "x.wav", inode: 1, tries: 2))
        #expect(try Self.repair(journal).isEmpty)
        #expect(RecordingRepair(journal) == nil)
    }

    @Test("is in the journal while it is written, and not when it is finished")
    func journal() async throws {
        let root = try TemporaryDirectory()
        let journal = RecordingJournal(directory: root.path + "/journal")
        let stage = try RecordingStage(journal: journal) { $0.splitEvery = 1 }
        try await stage.bring(72_000)
        try await waitUntil("the second file") { stage.paths.count == 2 && journal.entries.count == 1 }
        try await waitUntil("its note") { journal.entries.first?.unfinished?.path == "take 2.wav" }
        _ = try await stage.stop()
        #expect(journal.entries.isEmpty)
    }

    /// Writes over a file, which stays the same file.
    private func overwrite(_ bytes: [UInt8], _ path: String) throws {
        let descriptor = open(path, O_WRONLY | O_TRUNC | O_CLOEXEC)
        defer { close(descriptor) }
        #expect(bytes.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) } == bytes.count)
    }
}
