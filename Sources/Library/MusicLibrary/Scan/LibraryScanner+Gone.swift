import Database
import Media

// What is gone, and what is only out of reach. A song that is gone gives what the user has made of it to another file, so in doubt none is.
extension LibraryScanner {
    /// Whether there is no file at a path any more. One that cannot be reached, or is on a disk that is not there, is not gone.
    func isGone(_ path: [UInt8]) throws(DatabaseError) -> Bool {
        // The track of a sheet is there as long as the sheet.
        var place = SheetTrack.split(path)?.sheet ?? path
        guard case .missing = DirectoryListing.Status.ask(place) else { return false }
        // A configuration that names other directories means that the music was moved, often to another disk: the scan waits for nothing
        // in the former ones.
        guard let root = roots.first(where: { path.isWithin($0) }) else { return true }
        repeat {
            place = Array(place.directoryInPath)
            switch DirectoryListing.Status.ask(place) {
            case .there(let status): return try isGone(in: place, status.identity)
            case .unreachable: return false
            case .missing: continue
            }
        } while place != root
        // Not even the directory of music is there.
        return false
    }

    /// Whether what is missing below a directory is gone, of which this is the nearest one that is there.
    private func isGone(in directory: [UInt8], _ identity: FileIdentity) throws(DatabaseError) -> Bool {
        // What a first scan knows of directories, it has noted itself: maybe of the empty place of a disk.
        let known = try store.isFirstScan ? nil : store.directory(directory)
        // Many songs of one directory may be asked for: what costs least comes first.
        if let known, known.device == identity.device { return true }
        switch DirectoryListing.isEmpty(directory: directory) {
        case nil: return false
        case false?: return true
        case true?:
            guard let known else { return false }
            return try !isPlaceOfDisk(known, now: identity)
        }
    }

    /// Whether an empty directory is the place of a disk that is not mounted: it lies on another device than the disk, which was another
    /// than that of the directory above. The numbers of devices may change from one start of the system to the next.
    func isPlaceOfDisk(_ known: KnownDirectory, now identity: FileIdentity) throws(DatabaseError) -> Bool {
        guard known.device != identity.device else { return false }
        guard let parent = known.parent, let above = try store.directory(id: parent) else { return true }
        return above.device != known.device
    }
}
