import Glibc
package import MediaTypes
import SystemSupport

/// The directory below which recordings are written, and nowhere else. Any thread; it blocks on the disk.
package struct RecordingDirectory: Hashable, Sendable {
    /// The highest number that is put behind a name because the name is taken.
    private static let highestNumber = 9_999
    /// The longest stem of the hidden name of an unfinished file, in bytes.
    private static let longestHiddenStem = 230
    /// How a file is opened that must not be there yet.
    private static let newFile = O_RDWR | O_CREAT | O_EXCL

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
    /// No link below the directory is followed.
    /// - Parameter name: gets the number that was taken.
    /// - Throws: ``MediaError/Code/notAllowed`` for a name that leads out of the directory, ``MediaError/Code/exists`` if there is
    ///   such a file, ``MediaError/Code/unwritable`` if the system refuses.
    package func makeFile(_ name: inout Name) throws(MediaError) -> RecordingFile {
        let root = try openRoot(for: name)
        let parent = try makeDirectories(above: name, in: root)
        while true {
            do throws(FileFailure) {
                let made = try parent.file(name.lastPart, flags: Self.newFile, mode: 0o644)
                synchronizeDirectories(above: name, in: root, parent)
                return RecordingFile(made, called: name.lastPart, in: parent, path: "\(path)/\(name.path)")
            } catch {
                guard error.number == EEXIST else { throw Self.failure("\(path)/\(name.path) cannot be made", error) }
            }
            try takeNextNumber(&name)
        }
    }

    /// Makes a new, empty file that gets its name only when it is complete, and the directories above it.
    /// - Throws: what ``makeFile(_:)`` throws.
    package func makeHiddenFile(for name: Name) throws(MediaError) -> HiddenFile {
        let parent = try makeDirectories(above: name, in: try openRoot(for: name))
        if !name.takesNextNumber, parent.holds(name.lastPart) { throw isTaken(name) }
        let last = String(RelativePath.parts(of: name.stem).last ?? "")
        var hidden = Name(
            stem: "." + RelativePath.cut(last, to: Self.longestHiddenStem), suffix: "part", takesNextNumber: true)
        while true {
            do throws(FileFailure) {
                let made = try parent.file(hidden.path, flags: Self.newFile, mode: 0o644)
                let file = RecordingFile(made, called: hidden.path, in: parent, path: "\(path)/\(name.path)")
                return HiddenFile(file, hiddenName: hidden.path, name, in: parent, of: self)
            } catch {
                guard error.number == EEXIST else { throw Self.failure("\(path)/\(name.path) cannot be made", error) }
            }
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

    /// Opens the directory, and makes it if it is missing.
    private func openRoot(for name: Name) throws(MediaError) -> OpenDirectory {
        if let reason = RelativePath.refusal(of: name.path) {
            throw MediaError(.notAllowed, "nothing is written to \(name.path): \(reason)")
        }
        do throws(Directories.Failure) { try Directories.make(path) } catch {
            throw MediaError(.unwritable, error.description, systemError: error.number)
        }
        do throws(FileFailure) { return try OpenDirectory(path) } catch {
            throw Self.failure("the directory \(path) cannot be opened", error)
        }
    }

    /// Opens the directory that is to hold the file, and makes it with those above it, each inside the one before: nobody can have
    /// them made elsewhere by putting a link in the place of one.
    private func makeDirectories(above name: Name, in root: OpenDirectory) throws(MediaError) -> OpenDirectory {
        var (parent, above) = (root, "")
        for part in RelativePath.parts(of: name.stem).dropLast() {
            above += "/\(part)"
            do throws(FileFailure) { parent = try parent.makeDirectory(part, mode: 0o755) } catch {
                throw Self.failure("the directory \(path)\(above) cannot be made or used", error)
            }
        }
        return parent
    }

    /// Brings the name of a new file to the disk, with those of the directories above it: what is written into a file is of no use if its
    /// name is lost with the power. Not every file system can do that, and then the recording goes on all the same.
    private func synchronizeDirectories(above name: Name, in root: OpenDirectory, _ parent: OpenDirectory) {
        try? parent.synchronize()
        let parts = RelativePath.parts(of: name.stem).dropLast()
        guard !parts.isEmpty else { return }
        var above = root
        try? root.synchronize()
        for part in parts.dropLast() {
            guard let next = try? above.directory(part) else { return }
            above = next
            try? above.synchronize()
        }
    }

    /// The error for what the system refuses, or for something that is there and is not used.
    static func failure(_ sentence: String, _ failure: FileFailure) -> MediaError {
        let hint = failure.number == EROFS ? "; fermatad may write only where its service unit allows it" : ""
        return MediaError(
            failure.isUnwanted ? .notAllowed : .unwritable, "\(sentence): \(failure)\(hint)", systemError: failure.number)
    }
}
