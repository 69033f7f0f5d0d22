import Glibc
import MediaTypes
package import Playlists

/// Which CUE sheets of a directory stand for the tracks of its files: the one rule for the library, and for a directory that is added to
/// the queue.
///
/// A sheet counts if all files that it names are there, in the directory of the sheet, and no sheet before it names one of them. Sheets are
/// in the order in which people sort names. Files whose names begin with a dot are hidden, and so are not there.
package struct DirectorySheets {
    /// A sheet that counts.
    package struct Sheet {
        /// The bytes of its name.
        package let name: [UInt8]
        /// Its tracks, with the files that they mean: ``SheetTrack/limit`` at most.
        package let entries: [PlaylistEntry]
        /// The absolute paths of the files, each once, in the order of the tracks.
        package let files: [[UInt8]]
    }

    /// The sheets that count.
    package let counting: [Sheet]

    /// Reads sheets, and finds out which of them count. Waits for the disk. What cannot be read does not count.
    /// - Parameters:
    ///   - names: the names of the sheets, in any order.
    ///   - directory: the absolute path of their directory.
    package init(_ names: [[UInt8]], in directory: [UInt8], cancellation: CancellationToken = CancellationToken()) {
        let directory = directory.last == UInt8(ascii: "/") ? Array(directory.dropLast()) : directory
        var finder = NameFinder()
        var sheets: [Sheet] = []
        for name in names.map(NaturalName.init).sorted() where !cancellation.isCancelled {
            if let sheet = Self.sheet(name.bytes, in: directory, &finder, cancellation) { sheets.append(sheet) }
        }
        counting = Self.counting(sheets)
    }

    /// The names of the sheets that count.
    package var names: Set<[UInt8]> { Set(counting.map(\.name)) }

    /// The absolute paths of the files that sheets cut into tracks: they are no songs of their own.
    package var files: Set<[UInt8]> { Set(counting.flatMap(\.files)) }

    /// Returns those of `sheets`, all of whose files are there, that count.
    private static func counting(_ sheets: [Sheet]) -> [Sheet] {
        var taken: Set<[UInt8]> = []
        return sheets.filter { sheet in
            guard taken.isDisjoint(with: sheet.files) else { return false }
            taken.formUnion(sheet.files)
            return true
        }
    }

    /// Reads a sheet; `nil` if it has no tracks, or one whose file is not there.
    private static func sheet(
        _ name: [UInt8], in directory: [UInt8], _ finder: inout NameFinder, _ cancellation: CancellationToken
    ) -> Sheet? {
        let slash = UInt8(ascii: "/")
        guard let location = try? MediaLocation(path: directory + [slash] + name),
            let entries = try? SheetTrack.entries(of: location, with: &finder, cancellation: cancellation), !entries.isEmpty
        else { return nil }
        var files: [[UInt8]] = []
        for entry in entries {
            guard let path = (try? MediaLocation(uri: entry.uri))?.path else { return nil }
            if files.contains(path) { continue }
            guard SheetTrack.isSound(path, in: directory), path[directory.count + 1] != UInt8(ascii: "."), isFile(path) else {
                return nil
            }
            files.append(path)
        }
        return Sheet(name: name, entries: entries, files: files)
    }

    private static func isFile(_ path: [UInt8]) -> Bool {
        var status = stat()
        return unsafe stat(path.map { CChar(truncatingIfNeeded: $0) } + [0], &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    }
}
