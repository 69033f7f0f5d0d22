/// A run of bytes of a file that others take the place of.
struct Splice: Hashable, Sendable {
    /// The bytes of the file as it is.
    let range: Range<Int64>
    /// What is there afterwards.
    let bytes: [UInt8]

    init(_ range: Range<Int64>, _ bytes: [UInt8]) { (self.range, self.bytes) = (range, bytes) }
}

/// What has to be changed in a file so that it states a gain: runs of bytes, and nothing else of the file. A value.
struct GainPlan: Hashable, Sendable {
    /// The tags of loudness that the file has now.
    var stated: [GainField] = []
    /// Those that it is to have.
    var wanted: [GainField] = []
    /// By their places in the file; no two of them meet.
    var splices: [Splice] = []

    /// How many bytes a file of `size` bytes has afterwards.
    func newSize(of size: Int64) -> Int64 {
        splices.reduce(size) { $0 + Int64($1.bytes.count) - Int64($1.range.upperBound - $1.range.lowerBound) }
    }
}

/// A block of tags without the tags of loudness that it had, and with those that it is to have.
struct EditedBlock: Hashable, Sendable {
    var stated: [GainField] = []
    var bytes: [UInt8] = []
}
