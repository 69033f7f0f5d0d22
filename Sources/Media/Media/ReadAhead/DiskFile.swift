import Glibc

/// An open file as the thread that reads it sees it. Tests have one whose disk hangs.
protocol DiskFile: Sendable {
    /// What the file system says of the file; `nil` if it says nothing. May wait for the disk.
    var state: FileState? { get }

    /// Reads into `buffer` at `offset`; returns the number of bytes, or the system's error number as a negative one. May wait for the disk.
    func readBytes(into buffer: UnsafeMutableRawBufferPointer, at offset: Int64) -> Int
}

/// By what it is seen that a file has changed.
struct FileState: Hashable, Sendable {
    /// In bytes.
    var size: Int64
    /// When it was last written, in nanoseconds.
    var modified: Int64
    /// Whether it has a name: not if it was deleted, or another file was put in its place.
    var hasName = true

    /// Whether the bytes are the same, as far as this tells.
    func hasBytes(of other: FileState) -> Bool { size == other.size && modified == other.modified }
}

extension FileState {
    init(_ status: stat) {
        size = Int64(status.st_size)
        modified = Int64(status.st_mtim.tv_sec) &* 1_000_000_000 &+ Int64(status.st_mtim.tv_nsec)
        hasName = status.st_nlink > 0
    }
}

extension OpenFile: DiskFile {
    var state: FileState? {
        var status = stat()
        return unsafe fstat(descriptor, &status) == 0 ? FileState(status) : nil
    }

    func readBytes(into buffer: UnsafeMutableRawBufferPointer, at offset: Int64) -> Int {
        let count = unsafe read(into: buffer, at: offset)
        return count < 0 ? -Int(errno) : count
    }
}
