import Glibc
import Media
package import MediaTypes
import Synchronization
import SystemSupport

/// A new file that has a hidden name until it is complete, so that nothing half-written is ever found under the name that people
/// look for. Dropping it without ``publish(suffix:)`` deletes the file.
///
/// Each call blocks on the disk. One thread at a time uses it.
package final class HiddenFile: ByteSink {
    private let file: RecordingFile
    private let hiddenName: String
    private let name: RecordingDirectory.Name
    private let parent: OpenDirectory
    private let directory: RecordingDirectory
    /// How many bytes were written since the disk was last told to begin with them.
    private let waiting = Atomic(0)
    /// Set once, by the thread that uses the file.
    private let isPublished = Atomic(false)

    /// Takes over an empty file.
    /// - Parameters:
    ///   - hiddenName: its name in `parent`.
    ///   - name: the name that it is to get, relative to `directory`.
    init(
        _ file: RecordingFile, hiddenName: String, _ name: RecordingDirectory.Name, in parent: OpenDirectory,
        of directory: RecordingDirectory
    ) {
        self.file = file
        self.hiddenName = hiddenName
        self.name = name
        self.parent = parent
        self.directory = directory
    }

    deinit {
        if !isPublished.load(ordering: .relaxed) { unsafe unlinkat(parent.number, hiddenName, 0) }
    }

    package var canRewrite: Bool { true }

    /// How many bytes the disk is given at once, so that it does not get a whole film at the end.
    private static let share = 8 << 20

    package func write(_ bytes: UnsafeRawBufferPointer) throws(MediaError) {
        unsafe try file.write(bytes)
        guard waiting.add(bytes.count, ordering: .relaxed).newValue >= Self.share else { return }
        waiting.store(0, ordering: .relaxed)
        file.beginSynchronizing()
    }

    package func overwrite(at offset: Int64, _ bytes: UnsafeRawBufferPointer) throws(MediaError) {
        unsafe try file.overwrite(at: offset, bytes)
    }

    /// Brings the file to the disk, gives it its name, and returns its path. The last call.
    /// - Parameter suffix: the suffix of its name, if it was not known before.
    /// - Throws: ``MediaError/Code/exists`` if somebody has made such a file meanwhile, ``MediaError/Code/unwritable`` if the disk
    ///   fails, ``MediaError/Code/notAllowed`` for a suffix that leads out of the directory.
    package func publish(suffix: String? = nil) throws(MediaError) -> String {
        try file.synchronize()
        var name = name
        name.suffix = suffix ?? name.suffix
        // The call that gives the name follows every path.
        guard RelativePath.isName(name.lastPart) else {
            throw MediaError(.notAllowed, "\(directory.path)/\(name.path) is no name of a file")
        }
        while !isPublished.load(ordering: .relaxed) {
            do throws(FileFailure) {
                try parent.publish(hiddenName, as: name.lastPart)
                isPublished.store(true, ordering: .relaxed)
            } catch {
                guard error.number == EEXIST else {
                    throw RecordingDirectory.failure("\(directory.path)/\(name.path) cannot get its name", error)
                }
                try directory.takeNextNumber(&name)
            }
        }
        // The name is to survive a power cut as well.
        try? parent.synchronize()
        return "\(directory.path)/\(name.path)"
    }
}
