import CLinux
import Glibc
package import MediaTypes
import SystemSupport

/// The directory below which recordings are written, and nowhere else. Any thread; it blocks on the disk.
package struct RecordingDirectory: Hashable, Sendable {
    /// The highest number that is put behind a name because the name is taken.
    private static let highestNumber = 9_999
    /// The longest stem of the hidden name of an unfinished file, in bytes.
    private static let longestHiddenStem = 230

    /// The path of the directory.
    package let path: String

    /// Makes the description of a directory that may not exist yet.
    package init(_ path: String) { self.path = path }

    /// What a new file is called.
    package struct Name: Hashable, Sendable {
        /// The path relative to the directory, without a suffix.
        package var stem: String
        /// The suffix, without its dot.
        package var suffix: String
        /// The number that is put behind the stem; 1 puts none there.
        package var number = 1
        /// Whether a higher number may be taken if there is such a file. Otherwise that is an error.
        package var takesNextNumber: Bool

        /// Makes a name.
        package init(stem: String, suffix: String, number: Int = 1, takesNextNumber: Bool) {
            self.stem = stem
            self.suffix = suffix
            self.number = number
            self.takesNextNumber = takesNextNumber
        }

        /// The path relative to the directory.
        var path: String { stem + ending }

        /// The name of the file in its directory.
        var lastPart: String { String(RelativePath.parts(of: stem).last ?? "") + ending }

        private var ending: String { "\(number > 1 ? " \(number)" : "").\(suffix)" }
    }

    /// Makes a new, empty file, and the directories above it. A file that exists is never opened.
    ///
    /// No link leads out of the directory.
    /// - Parameter name: gets the number that was taken.
    /// - Throws: ``MediaError/Code/notAllowed`` for a name that leads out of the directory, ``MediaError/Code/exists`` if there is
    ///   such a file, ``MediaError/Code/unwritable`` if the system refuses.
    package func makeFile(_ name: inout Name) throws(MediaError) -> RecordingFile {
        let directory = try openRoot(for: name)
        while true {
            let made = unsafe fermata_open_beneath(
                directory.number, name.path, UInt64(O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC), 0o644)
            if made >= 0 {
                synchronizeDirectories(above: name.path, in: directory.number)
                return RecordingFile(FileDescriptor(owning: made), path: "\(path)/\(name.path)")
            }
            guard errno == EEXIST else {
                // EXDEV and ELOOP: a link on the way leads elsewhere.
                let leadsOut = errno == EXDEV || errno == ELOOP
                throw Self.failure("\(path)/\(name.path) cannot be made", leadsOut ? .notAllowed : .unwritable)
            }
            try takeNextNumber(&name)
        }
    }

    /// Makes a new, empty file that gets its name only when it is complete, and the directories above it.
    /// - Throws: what ``makeFile(_:)`` throws.
    package func makeHiddenFile(for name: Name) throws(MediaError) -> HiddenFile {
        let directory = try openRoot(for: name)
        if !name.takesNextNumber, unsafe faccessat(directory.number, name.path, F_OK, CInt(AT_SYMLINK_NOFOLLOW)) == 0 {
            throw isTaken(name)
        }
        let parts = RelativePath.parts(of: name.stem)
        let above = parts.dropLast().joined(separator: "/")
        let parent = unsafe fermata_open_beneath(
            directory.number, above.isEmpty ? "." : above, UInt64(O_RDONLY | O_DIRECTORY | O_CLOEXEC), 0)
        guard parent >= 0 else { throw Self.failure("\(path)/\(above) cannot be opened") }
        var hidden = Name(
            stem: "." + RelativePath.cut(String(parts.last ?? ""), to: Self.longestHiddenStem), suffix: "part",
            takesNextNumber: true)
        let parentDescriptor = FileDescriptor(owning: parent)
        while true {
            let made = unsafe fermata_open_beneath(
                parent, hidden.path, UInt64(O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC), 0o644)
            if made >= 0 {
                let file = RecordingFile(FileDescriptor(owning: made), path: "\(path)/\(name.path)")
                return HiddenFile(file, hiddenName: hidden.path, name, in: parentDescriptor, of: self)
            }
            guard errno == EEXIST else { throw Self.failure("\(path)/\(name.path) cannot be made") }
            try takeNextNumber(&hidden)
        }
    }

    /// Takes the next number for `name`.
    /// - Throws: ``MediaError/Code/exists`` if it must keep its number, or there is none left.
    func takeNextNumber(_ name: inout Name) throws(MediaError) {
        guard name.takesNextNumber, name.number < Self.highestNumber else { throw isTaken(name) }
        name.number += 1
    }

    private func isTaken(_ name: Name) -> MediaError {
        MediaError(.exists, "there is \(path)/\(name.path) already, and nothing is overwritten: choose another name")
    }

    /// Opens the directory, and makes it and those above a file in it.
    private func openRoot(for name: Name) throws(MediaError) -> FileDescriptor {
        if let reason = RelativePath.refusal(of: name.path) {
            throw MediaError(.notAllowed, "nothing is written to \(name.path): \(reason)")
        }
        do throws(Directories.Failure) { try Directories.make(path) } catch {
            throw MediaError(.unwritable, error.description, systemError: error.number)
        }
        let root = unsafe open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard root >= 0 else { throw Self.failure("the directory \(path) cannot be opened") }
        let directory = FileDescriptor(owning: root)
        try makeDirectories(above: name.path, in: directory.number)
        return directory
    }

    private func makeDirectories(above file: String, in root: CInt) throws(MediaError) {
        for part in RelativePath.directories(above: file) {
            let existing = unsafe fermata_open_beneath(root, part, UInt64(O_RDONLY | O_DIRECTORY | O_CLOEXEC), 0)
            if existing >= 0 {
                close(existing)
                continue
            }
            guard errno == ENOENT else {
                throw Self.failure("\(path)/\(part) is no directory for recordings", .notAllowed)
            }
            // Everything above this part exists and lies below the root, which was just looked at.
            guard unsafe mkdirat(root, part, 0o755) == 0 || errno == EEXIST else {
                throw Self.failure("the directory \(path)/\(part) cannot be made")
            }
        }
    }

    /// Brings the name of a new file to the disk, with those of the directories above it: what is written into a file is of no use if its
    /// name is lost with the power. Not every file system can do that, and then the recording goes on all the same.
    private func synchronizeDirectories(above file: String, in root: CInt) {
        for path in RelativePath.directories(above: file).reversed() {
            let part = unsafe fermata_open_beneath(root, path, UInt64(O_RDONLY | O_DIRECTORY | O_CLOEXEC), 0)
            if part >= 0 {
                fsync(part)
                close(part)
            }
        }
        fsync(root)
    }

    static func failure(_ sentence: String, _ code: MediaError.Code = .unwritable) -> MediaError {
        let number = errno
        let hint = number == EROFS ? "; fermatad may write only where its service unit allows it" : ""
        return MediaError(code, "\(sentence): \(unsafe String(cString: strerror(number)))\(hint)", systemError: number)
    }
}
