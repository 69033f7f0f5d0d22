import CLinux
import Glibc
package import MediaTypes
import SystemSupport

/// The directory below which recordings are written, and nowhere else. Any thread; it blocks on the disk.
package struct RecordingDirectory: Hashable, Sendable {
    /// The highest number that is put behind a name because the name is taken.
    private static let highestNumber = 9_999

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

        /// The path relative to the directory.
        var path: String { "\(stem)\(number > 1 ? " \(number)" : "").\(suffix)" }
    }

    /// Makes a new, empty file, and the directories above it. A file that exists is never opened.
    ///
    /// No link leads out of the directory.
    /// - Parameter name: gets the number that was taken.
    /// - Throws: ``MediaError/Code/notAllowed`` for a name that leads out of the directory, ``MediaError/Code/exists`` if there is
    ///   such a file, ``MediaError/Code/unwritable`` if the system refuses.
    package func makeFile(_ name: inout Name) throws(MediaError) -> RecordingFile {
        if let reason = RelativePath.refusal(of: name.path) {
            throw MediaError(.notAllowed, "nothing is recorded to \(name.path): \(reason)")
        }
        do throws(Directories.Failure) { try Directories.make(path) } catch {
            throw MediaError(.unwritable, error.description, systemError: error.number)
        }
        let root = unsafe open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard root >= 0 else { throw Self.failure("the directory \(path) cannot be opened") }
        let directory = FileDescriptor(owning: root)
        try makeDirectories(above: name.path, in: directory.number)
        while true {
            let made = unsafe fermata_open_beneath(
                directory.number, name.path, UInt64(O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC), 0o644)
            if made >= 0 { return RecordingFile(FileDescriptor(owning: made), path: "\(path)/\(name.path)") }
            guard errno == EEXIST else {
                // EXDEV and ELOOP: a link on the way leads elsewhere.
                let leadsOut = errno == EXDEV || errno == ELOOP
                throw Self.failure("\(path)/\(name.path) cannot be made", leadsOut ? .notAllowed : .unwritable)
            }
            guard name.takesNextNumber, name.number < Self.highestNumber else {
                throw MediaError(
                    .exists, "there is \(path)/\(name.path) already, and nothing is overwritten: choose another name")
            }
            name.number += 1
        }
    }

    private func makeDirectories(above file: String, in root: CInt) throws(MediaError) {
        var end = file.startIndex
        while let slash = file[end...].firstIndex(of: "/") {
            let part = String(file[..<slash])
            end = file.index(after: slash)
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

    private static func failure(_ sentence: String, _ code: MediaError.Code = .unwritable) -> MediaError {
        let number = errno
        let hint = number == EROFS ? "; fermatad may write only where its service unit allows it" : ""
        return MediaError(code, "\(sentence): \(unsafe String(cString: strerror(number)))\(hint)", systemError: number)
    }
}
