import AudioTypes
import Containers
import Conversion
import Media
package import MediaTypes
import SystemSupport

/// Makes recordings whole that a crash has cut off: a torn end is cut away, and the lengths and the index are written that a
/// recording gets at its end.
package struct RecordingRepair: Sendable {
    /// How often a file is tried.
    private static let mostTries = 2
    /// The most bytes of a file that may have no sound: the header of any format, and a second of a low bit rate.
    private static let mostWithoutSound: Int64 = 16_384

    /// What has become of a file.
    package enum Outcome: Sendable {
        case repaired(path: String)
        /// It had no sound yet, and is gone.
        case removed(path: String)
        /// It stays as it is.
        case left(path: String, MediaError)
    }

    private let entries: [RecordingJournal.Entry]

    /// Looks at `journal`, before any recording begins; `nil` if there is nothing to repair. Reads a directory.
    package init?(_ journal: RecordingJournal) {
        entries = journal.entries
        if entries.isEmpty { return nil }
    }

    /// Repairs the files, one after the other. Blocks: each file is read once, and some are written once more.
    /// - Parameter report: gets what has become of each file.
    package func run(report: (Outcome) -> Void) {
        for entry in entries {
            guard var file = entry.unfinished, file.tries < Self.mostTries else {
                entry.remove()
                continue
            }
            file.tries += 1
            entry.note(file)
            let path = "\(file.directory)/\(file.path)"
            do throws(MediaError) {
                if let outcome = try Self.repair(file, path: path) { report(outcome) }
            } catch {
                report(.left(path: path, error))
            }
            entry.remove()
        }
    }

    /// Repairs a file; returns `nil` if it is no longer there.
    private static func repair(_ unfinished: UnfinishedFile, path: String) throws(MediaError) -> Outcome? {
        guard let file = try RecordingDirectory(unfinished.directory).openUnfinished(unfinished) else { return nil }
        let format = try AudioFileFormat(suffixOf: unfinished.path)
        if try isWithoutSound(file) {
            try file.remove()
            return .removed(path: path)
        }
        if format.container.isWrittenByUs {
            try repairSamples(file, in: format.container)
            return .repaired(path: path)
        }
        let whole = try WholeUnits.end(of: try file.source(), in: format.container)
        try file.cut(to: whole)
        switch format.container {
        case .flac: try stateLength(of: file)
        case .ogg: try rewrite(file, .ogg)
        case .mp4: try rewrite(file, .mp4)
        case .matroska: try rewrite(file, .matroska)
        // They state no length that a crash could leave open.
        case .adts, .mp3, .wave, .caf, .aiff, .raw: break
        }
        try file.synchronize()
        return .repaired(path: path)
    }

    /// Whether the daemon ended before any sound came to the disk. What is there then opens in few players, and says nothing.
    private static func isWithoutSound(_ file: DamagedFile) throws(MediaError) -> Bool {
        let size = try file.size()
        if size == 0 { return true }
        guard size <= mostWithoutSound else { return false }
        do throws(MediaError) {
            var reader = try AudioReader(try file.source(), name: file.path)
            let room = PlaneBuffer(channelCount: reader.outputFormat.channelCount, capacity: 1)
            return unsafe try reader.read(into: room.planes, capacity: 1) == 0
        } catch {
            // A disk that fails says nothing about the sound.
            guard [.corrupt, .incomplete, .unsupported].contains(error.code) else { throw error }
            return true
        }
    }

    private static func repairSamples(_ file: DamagedFile, in container: AudioFileFormat.Container) throws(MediaError) {
        let source = try file.source()
        let size = source.size ?? 0
        let head = try source.bytes(in: 0..<min(size, WaveRepair.longestHead))
        guard let repair = WaveRepair(container, head: head, fileSize: size) else {
            throw MediaError(.corrupt, "\(file.path) has no head of \(container.name)")
        }
        try file.cut(to: min(size, repair.size))
        for patch in repair.patches { try file.overwrite(at: patch.offset, patch.bytes) }
        try file.synchronize()
    }

    /// Writes the number of frames into the header of FLAC.
    private static func stateLength(of file: DamagedFile) throws(MediaError) {
        let source = try file.source()
        var reader = try PacketReader(source, name: file.path)
        var frames: Int64 = 0
        while try reader.next() { frames += reader.packet.frames }
        // The content of the first block of the header begins behind the file's mark and the block's own head.
        let header = try source.bytes(in: 0..<42)
        guard let stated = FLACLength.header(header, frames: frames) else {
            throw MediaError(.corrupt, "\(file.path) has no header of FLAC")
        }
        try file.overwrite(at: 0, stated)
    }

    /// Copies the packets into a file as a recording is that was finished, and puts it in the place of the old one.
    private static func rewrite(_ file: DamagedFile, _ container: PacketContainer) throws(MediaError) {
        let replacement = try file.makeReplacement()
        do throws(MediaError) {
            let source = try file.source()
            let result = try Extraction(container: container).run(
                from: source, name: file.path, to: replacement, target: file.path)
            // What stands around the packets is less than they are. A copy that is so small has lost sound on the way.
            guard result.byteCount >= (source.size ?? 0) / 2 else {
                throw MediaError(.corrupt, "most of \(file.path) cannot be read")
            }
            try replacement.synchronize()
            try file.replace()
        } catch {
            file.removeReplacement()
            throw error
        }
    }
}
