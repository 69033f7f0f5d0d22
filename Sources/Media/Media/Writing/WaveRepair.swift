import MediaTypes

/// What makes a WAVE, CAF or AIFF file of ours whole again if its writer ended before its time: the right lengths in its head, and no part of a
/// frame at its end.
package struct WaveRepair: Hashable, Sendable {
    /// Bytes that replace others.
    package struct Patch: Hashable, Sendable {
        /// The offset of the first one in the file.
        package let offset: Int64
        /// The new bytes.
        package let bytes: [UInt8]
    }

    /// What to write.
    package private(set) var patches: [Patch] = []
    /// The length that the file is to have, in bytes; at most a byte more than it has.
    package let size: Int64
    /// The frames in it.
    package let frames: Int64

    /// Makes a repair.
    init(patches: [Patch], size: Int64, frames: Int64) {
        self.patches = patches
        self.size = size
        self.frames = frames
    }

    /// The most bytes before the samples; tags are far smaller.
    package static let longestHead: Int64 = 1 << 20

    /// Looks at a file of `fileSize` bytes that begins with `head`; `nil` if it is no WAVE file of ours.
    /// - Parameter largest: the length in bytes at which the file becomes RF64; tests choose a smaller one.
    package init?(head: [UInt8], fileSize: Int64, largest: Int64 = 0xFFFF_FFFE) {
        func number(_ place: Int, _ count: Int) -> Int { head[place..<place + count].littleEndian() }
        func name(_ place: Int) -> String { String(decoding: head[place..<place + 4], as: UTF8.self) }
        // The room for 64-bit lengths is the first chunk.
        guard head.count >= 48, ["RIFF", "RF64"].contains(name(0)), name(8) == "WAVE", ["JUNK", "ds64"].contains(name(12)),
            number(16, 4) == 28
        else { return nil }
        var (place, frameSize, factPlace) = (48, 0, Int?.none)
        while true {
            guard place + 8 <= head.count else { return nil }
            if name(place) == "data" { break }
            let length = number(place + 4, 4)
            guard place + 8 + length <= head.count else { return nil }
            if name(place) == "fmt ", length >= 16 { frameSize = number(place + 8 + 12, 2) }
            if name(place) == "fact", length >= 4 { factPlace = place + 8 }
            place += 8 + length + length % 2
        }
        let start = Int64(place + 8)
        guard frameSize > 0, fileSize >= start else { return nil }
        frames = (fileSize - start) / Int64(frameSize)
        let data = frames * Int64(frameSize)
        // Chunks have an even number of bytes.
        size = start + data + data % 2
        let isLarge = size - 8 > largest || name(0) == "RF64"
        let unknown = Int64(0xFFFF_FFFF)
        if isLarge {
            let lengths: [UInt8] = [size - 8, data, frames].flatMap { $0.littleEndianBytes(8) } + [0, 0, 0, 0]
            patches.append(Patch(offset: 12, bytes: Array("ds64".utf8) + 28.littleEndianBytes(4) + lengths))
        }
        patches.append(
            Patch(
                offset: 0, bytes: Array((isLarge ? "RF64" : "RIFF").utf8) + (isLarge ? unknown : size - 8).littleEndianBytes(4)))
        if let factPlace { patches.append(Patch(offset: Int64(factPlace), bytes: min(frames, unknown).littleEndianBytes(4))) }
        patches.append(Patch(offset: start - 4, bytes: (isLarge ? unknown : data).littleEndianBytes(4)))
        if data % 2 == 1 { patches.append(Patch(offset: size - 1, bytes: [0])) }
    }
}
