/// A file of a recording that is being written, as the next run of the daemon finds it again.
struct UnfinishedFile: Hashable, Codable, Sendable {
    /// The directory of recordings.
    var directory: String
    /// The path in it.
    var path: String
    /// The number of the file on its disk: a file that somebody has put in its place is left alone. The number of the disk may be
    /// another one after the machine has started again.
    var inode: UInt64
    /// How often a repair has begun. One that ends the daemon is not tried for ever.
    var tries = 0
}
