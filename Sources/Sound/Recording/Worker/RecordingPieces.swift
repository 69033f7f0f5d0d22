import Media
import MediaTypes
import SystemSupport

/// The pieces of a recording one after the other: their files and names, the note of the one that is being written, and what was brought
/// to the disk. Confined to the recording's thread.
final class RecordingPieces {
    private struct Piece {
        let writer: any PieceWriter
        let file: any RecordingSink
        var frames: Int64 = 0
    }

    /// How long written sound may wait until it is brought to the disk, in nanoseconds. Together with what waits in the buffer and
    /// in the encoder, this is less than the second and a half that a crash may cost.
    private static let syncInterval: Int64 = 750_000_000

    private let destination: RecordingWorker.Destination
    private let report: (RecordingEvent) -> Void
    /// The note of the file that is being written; `nil` without a journal.
    private let entry: RecordingJournal.Entry?
    private var piece: Piece?
    /// The piece before, until the next one begins.
    private var finished: RecordedFile?
    private var syncedAt: Int64 = 0
    private var hasUnsynced = false
    /// How many files there are.
    private(set) var fileCount = 0
    /// The last file that is complete, or as complete as it will ever be.
    private(set) var lastFile: RecordedFile?
    /// The client's connection that the recording goes to; `nil` before it is there, and for files.
    var connection: ConnectionSink?

    init(
        _ destination: RecordingWorker.Destination, _ journal: RecordingJournal?,
        report: @escaping (RecordingEvent) -> Void
    ) {
        self.destination = destination
        self.report = report
        entry = journal?.makeEntry()
    }

    /// Whether the recording is one file over a connection.
    var isOnConnection: Bool { if case .connection = destination { true } else { false } }

    /// Whether a piece is being written.
    var isOpen: Bool { piece != nil }

    /// Whether the piece that is being written has no frame yet.
    var isEmpty: Bool { piece?.frames == 0 }

    /// The path of the piece that is being written, or else of the last one; empty if there was none.
    var path: String { piece?.file.path ?? lastFile?.path ?? "" }

    /// When something is to be brought to the disk, as a monotonic time in nanoseconds; `nil` if nothing is.
    var nextSynchronization: Int64? { hasUnsynced ? syncedAt + Self.syncInterval : nil }

    /// Begins a piece.
    /// - Parameters:
    ///   - time: when its first frame was sound.
    ///   - make: makes what writes to the new file.
    func begin(
        at time: LocalTime, title: String, suffix: String, _ make: (any RecordingSink) throws(MediaError) -> any PieceWriter
    ) throws(MediaError) {
        let file = try makeSink(at: time, title: title, suffix: suffix)
        do throws(MediaError) {
            piece = Piece(writer: try make(file), file: file)
        } catch {
            discard(file)
            throw error
        }
        fileCount += 1
        noteUnsynced()
        if let finished { report(.split(finished, next: file.path)) }
        finished = nil
    }

    private func makeSink(at time: LocalTime, title: String, suffix: String) throws(MediaError) -> any RecordingSink {
        switch destination {
        case .files(let directory, let naming):
            var name = naming.name(of: fileCount + 1, at: time, title: title, suffix: suffix)
            let file = try directory.makeFile(&name)
            if let inode = file.inode {
                entry?.note(UnfinishedFile(directory: directory.path, path: name.path, inode: inode))
            }
            return file
        case .connection:
            guard let connection else { throw MediaError(.cancelled, "the client's connection is not there") }
            return connection
        }
    }

    /// Notes that frames were written to the piece.
    func add(_ frames: Int64) {
        piece?.frames += frames
        noteUnsynced()
    }

    private func noteUnsynced() {
        if !hasUnsynced { syncedAt = MonotonicClock.nanoseconds }
        hasUnsynced = true
    }

    /// Brings what was written to the disk, if it is time.
    func synchronizeIfDue() throws(MediaError) {
        guard let next = nextSynchronization, MonotonicClock.nanoseconds >= next else { return }
        try piece?.writer.flush()
        try piece?.file.synchronize()
        hasUnsynced = false
    }

    /// Completes the piece, if there is one.
    func finish() throws(MediaError) {
        guard let piece else { return }
        try piece.writer.finish()
        try piece.file.synchronize()
        entry?.remove()
        giveUp()
        finished = lastFile
    }

    /// Leaves the piece as it is.
    func giveUp() {
        // What goes over a connection is no file of ours.
        if let piece, !isOnConnection { lastFile = RecordedFile(path: piece.file.path, frames: piece.frames) }
        piece = nil
        hasUnsynced = false
    }

    /// Removes the piece, which has no frame.
    func discard() {
        guard let piece else { return }
        discard(piece.file)
        self.piece = nil
        hasUnsynced = false
        fileCount -= 1
    }

    private func discard(_ file: any RecordingSink) {
        file.discard()
        entry?.remove()
    }
}
