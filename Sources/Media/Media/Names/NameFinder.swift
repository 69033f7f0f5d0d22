import Glibc
import MediaTypes
package import Playlists
import SystemSupport

/// Finds the files that a list means, as a person would who sees the directories: what is spelt otherwise than the files are
/// (``SpeltNames``), by another system (``SpeltPath``), or with the suffix of another format.
///
/// One finder is for one list: it remembers what it has read of directories. It reads as many of them as ``listingLimit`` says, and none
/// with more than ``nameLimit`` names. It blocks on the disk, so it needs a thread that may wait; one thread at a time.
package struct NameFinder {
    /// How many directories are read for one list.
    private static let listingLimit = 2_000
    /// The most names of a directory that is read.
    private static let nameLimit = 20_000
    /// The most names that are kept; then those of all directories are forgotten.
    private static let keptLimit = 100_000
    /// How many names at the end of a path of another system are looked for.
    private static let depthLimit = 16
    /// How deep a path may lead that is looked for.
    private static let directoryDepth = 128
    /// How many entries are looked at if all of them are there. A list that begins with so many was written on this system.
    private static let proofLimit = 1_000

    private let admits: (@Sendable (_ path: [UInt8]) -> Bool)?
    private var listings: [[UInt8]: SpeltNames?] = [:]
    private var keptNames = 0
    private var listingCount = 0
    /// What was found for the last path: the tracks of a disc have one file.
    private var last: (path: [UInt8], found: [UInt8]?)?
    /// Where the directories are that a path may mean.
    private var directories: [[UInt8]: [UInt8]?] = [:]
    private var thereCount = 0
    private var hasMissed = false

    /// Makes a finder for one list.
    /// - Parameter admits: whether what is at an absolute path may be used; no other directory is looked into. `nil` for all.
    package init(admits: (@Sendable (_ path: [UInt8]) -> Bool)? = nil) { self.admits = admits }

    // MARK: Entries

    /// Returns an entry of a list with the file that it means. What is on the network, or is not found, stays as it is; `nil` if it has the
    /// path of another system, and no file here is meant by it.
    /// - Parameters:
    ///   - directory: the absolute path of the directory of the list.
    ///   - isSheet: whether the list is a CUE sheet: the sound lies beside it, whatever directory and suffix it names.
    package mutating func find(_ entry: PlaylistEntry, in directory: [UInt8], isSheet: Bool) -> PlaylistEntry? {
        guard let path = (try? MediaLocation(uri: entry.uri))?.path else { return entry }
        let known = last?.path == path ? last?.found : nil
        let found = known ?? find(path, isForeign: entry.isForeign, in: directory, isSheet: isSheet)
        last = (path, found)
        guard let best = found else { return entry.isForeign ? nil : entry }
        guard best != path else { return entry }
        var entry = entry
        entry.uri = entry.range == nil ? LocationResolver.uri(ofAbsolutePath: best) : LocationResolver.fileURL(best)
        entry.isForeign = false
        return entry
    }

    private mutating func find(_ path: [UInt8], isForeign: Bool, in directory: [UInt8], isSheet: Bool) -> [UInt8]? {
        if !isForeign, !hasMissed, thereCount >= Self.proofLimit { return LocationResolver.byName(path) }
        if let there = Self.existing(path) {
            thereCount += 1
            return there
        }
        hasMissed = true
        let text = path.starts(with: directory) ? path[directory.count...] : path[...]
        if isForeign || Self.hasDrive(text) {
            return foreign(text, in: [directory], isSheet: isSheet) ?? (isForeign ? nil : LocationResolver.byName(path))
        }
        if let one = find([path], isSheet: isSheet) { return one }
        if isSheet, let name = SpeltPath.names(inForeign: path[...]).last,
            let one = find([directory.appending(name)], isSheet: true)
        {
            return one
        }
        return LocationResolver.byName(path)
    }

    // MARK: Paths

    /// Returns the first of `paths` that is there as it is spelt, else what the first of them means that means something; `nil` if none
    /// does.
    package mutating func find(_ paths: [[UInt8]], isSheet: Bool = false) -> [UInt8]? {
        if let there = paths.lazy.compactMap(Self.existing).first { return there }
        let forms = paths.flatMap(SpeltPath.forms).filter { $0.count { $0 == .slash } <= Self.directoryDepth }
        for form in forms { if let one = spelt(form) { return one } }
        for form in forms { if let one = converted(form, isSheet: isSheet) { return one } }
        return nil
    }

    /// Returns what the path of another system means: the longest end of it that is there, below one of the directories; `nil` if none is.
    package mutating func foreign(_ text: ArraySlice<UInt8>, in bases: [[UInt8]], isSheet: Bool = false) -> [UInt8]? {
        foreign(text, isSheet: isSheet) { names in
            bases.map { names.reduce($0) { $0.appending($1) } }
        }
    }

    /// Does the same for what `places` returns for the end of a path: the absolute paths that it may mean.
    package mutating func foreign(
        _ text: ArraySlice<UInt8>, isSheet: Bool = false, places: ([ArraySlice<UInt8>]) -> [[UInt8]]
    ) -> [UInt8]? {
        var names = Array(SpeltPath.names(inForeign: text).suffix(Self.depthLimit))
        while !names.isEmpty {
            if let one = find(places(names), isSheet: isSheet) { return one }
            names.removeFirst()
        }
        return nil
    }

    /// Returns `path` if there is something, with its steps taken by name or else as the disk takes them; `nil` if there is nothing.
    private static func existing(_ path: [UInt8]) -> [UInt8]? {
        let plain = LocationResolver.byName(path)
        if exists(plain) { return plain }
        return plain != path && exists(path) ? path : nil
    }

    private static func exists(_ path: [UInt8]) -> Bool {
        unsafe access(path.map { CChar(truncatingIfNeeded: $0) } + [0], F_OK) == 0
    }

    private static func hasDrive(_ text: ArraySlice<UInt8>) -> Bool {
        let name = text.drop { $0 == .slash }.prefix { $0 != .slash && $0 != UInt8(ascii: "\\") }
        return name.count == 2 && name.last == UInt8(ascii: ":")
    }

    /// Returns what is at a path whose names are spelt otherwise; `nil` if there is nothing, or several that would do.
    private mutating func spelt(_ path: [UInt8]) -> [UInt8]? {
        guard let (parent, name) = path.parted, let place = directory(parent) else { return nil }
        let exact = place.appending(name)
        if Self.exists(exact) { return exact }
        return listing(place)?.name(meantBy: name).map { place.appending($0[...]) }
    }

    /// Returns the one sound file with the name of `path` and another suffix.
    private mutating func converted(_ path: [UInt8], isSheet: Bool) -> [UInt8]? {
        guard let (parent, name) = path.parted, isSheet || AudioSuffixes.match(name) || !name.contains(UInt8(ascii: ".")),
            let place = directory(parent)
        else { return nil }
        return listing(place)?.sound(insteadOf: name).map { place.appending($0[...]) }
    }

    /// Returns where the directory is that a path means; `nil` if there is none.
    private mutating func directory(_ path: [UInt8]) -> [UInt8]? {
        if let known = directories[path] { return known }
        let place = Self.exists(path) ? path : spelt(path)
        if directories.count >= Self.nameLimit { directories = [:] }
        directories[path] = .some(place)
        return place
    }

    // MARK: Directories

    private mutating func listing(_ directory: [UInt8]) -> SpeltNames? {
        if let known = listings[directory] { return known }
        guard listingCount < Self.listingLimit, admits?(directory) ?? true else { return nil }
        listingCount += 1
        let names = Self.names(in: directory).map(SpeltNames.init)
        if keptNames + (names?.count ?? 0) > Self.keptLimit { (listings, keptNames) = ([:], 0) }
        keptNames += names?.count ?? 0
        listings[directory] = .some(names)
        return names
    }

    /// Returns the names in a directory; `nil` if it cannot be read, or has too many.
    private static func names(in directory: [UInt8]) -> [SpeltNames.Name]? {
        guard let stream = unsafe opendir(directory.map { CChar(truncatingIfNeeded: $0) } + [0]) else { return nil }
        defer { unsafe closedir(stream) }
        var names: [SpeltNames.Name] = []
        while let entry = unsafe readdir(stream) {
            let name = unsafe DirectoryEntry.name(of: entry)
            guard name != [0x2E], name != [0x2E, 0x2E] else { continue }
            guard names.count < nameLimit else { return nil }
            let isDirectory = unsafe Int32(entry.pointee.d_type) == Int32(DT_DIR)
            names.append(SpeltNames.Name(name, isSound: !isDirectory && AudioSuffixes.match(name)))
        }
        return names
    }
}

extension UInt8 {
    fileprivate static let slash = UInt8(ascii: "/")
}

extension [UInt8] {
    /// The path with a further name.
    fileprivate func appending(_ name: ArraySlice<UInt8>) -> [UInt8] { self + (last == .slash ? [] : [.slash]) + name }

    /// The directory of an absolute path, and the name in it; `nil` for the top.
    fileprivate var parted: (parent: [UInt8], name: ArraySlice<UInt8>)? {
        var path = self[...]
        while path.last == .slash { path.removeLast() }
        guard let slash = path.lastIndex(of: .slash), !path[(slash + 1)...].isEmpty else { return nil }
        return (Array(path[..<Swift.max(slash, 1)]), path[(slash + 1)...])
    }
}
