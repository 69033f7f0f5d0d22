import FoundationEssentials
import Glibc
import SystemSupport

/// The names of the files that are being written, a small file for each recording. What the journal still has when the daemon
/// starts was cut off.
///
/// Any thread; it blocks on the disk.
package struct RecordingJournal: Hashable, Sendable {
    /// The most entries that are read.
    private static let most = 256

    /// The directory with the entries, which nothing else uses.
    private let directory: String

    /// Makes the journal in `directory`, which is made with the first entry.
    package init(directory: String) { self.directory = directory }

    /// The entry of one recording. One thread at a time.
    struct Entry: Sendable {
        private let file: SealedFile

        fileprivate init(_ journal: RecordingJournal, _ name: String) {
            file = SealedFile(directory: journal.directory, name: name)
        }

        /// Writes down the file that is being written, and brings that to the disk.
        ///
        /// If it fails, the file is not repaired after a crash, and can be played all the same: the recording goes on.
        func note(_ unfinished: UnfinishedFile) {
            // An entry that is overwritten must not be longer than before.
            file.remove()
            guard let json = try? JSONEncoder().encode(unfinished) else { return }
            try? file.overwrite(json: Array(json).span, isSynced: true)
        }

        /// Forgets the file: it is complete.
        func remove() { file.remove() }

        /// The file; `nil` if the entry is damaged.
        var unfinished: UnfinishedFile? {
            file.read(decode: { try? JSONDecoder().decode(UnfinishedFile.self, from: Data($0)) }, report: { _ in })
        }
    }

    /// Makes an entry for a recording that begins. Its name is that of no other, also of another run.
    func makeEntry() -> Entry { Entry(self, "\(getpid())-\(MonotonicClock.nanoseconds)") }

    /// The entries that are there now.
    var entries: [Entry] {
        guard let stream = unsafe opendir(directory) else { return [] }
        defer { unsafe closedir(stream) }
        var names: [String] = []
        while names.count < Self.most, let entry = unsafe readdir(stream) {
            let name = unsafe DirectoryEntry.text(of: entry)
            if name.hasSuffix(".json") { names.append(String(name.dropLast(5))) }
        }
        return names.sorted().map { Entry(self, $0) }
    }
}
