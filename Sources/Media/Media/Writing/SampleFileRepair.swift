import MediaTypes

// Files of samples other than WAVE that a crash has cut off.
extension WaveRepair {
    /// Looks at a file of `fileSize` bytes in `container` that begins with `head`; `nil` if it is no file of ours.
    package init?(_ container: AudioFileFormat.Container, head: [UInt8], fileSize: Int64) {
        switch container {
        case .caf: self.init(caf: head, fileSize: fileSize)
        case .aiff: self.init(aiff: head, fileSize: fileSize)
        default: self.init(head: head, fileSize: fileSize)
        }
    }

    private init?(caf head: [UInt8], fileSize: Int64) {
        guard head.starts(with: "caff".utf8) else { return nil }
        var (place, frameSize) = (8, 0)
        while true {
            guard place + 12 <= head.count else { return nil }
            let name = String(decoding: head[place..<place + 4], as: UTF8.self)
            if name == "data" { break }
            let length = head.bigEndian(at: place + 4, 8)
            guard length >= 0, length < head.count, place + 12 + length <= head.count else { return nil }
            if name == "desc", length >= 32 { frameSize = head.bigEndian(at: place + 12 + 16, 4) }
            place += 12 + length
        }
        // Behind the length stands the count of edits.
        let start = Int64(place + 16)
        guard frameSize > 0, fileSize >= start else { return nil }
        let frames = (fileSize - start) / Int64(frameSize)
        let data = frames * Int64(frameSize)
        self.init(
            patches: [Patch(offset: Int64(place + 4), bytes: (data + 4).bigEndianBytes)], size: start + data, frames: frames)
    }

    private init?(aiff head: [UInt8], fileSize: Int64) {
        guard head.count >= 12, head.starts(with: "FORM".utf8), head[8...].starts(with: "AIF".utf8) else { return nil }
        var (place, frameSize, framesPlace) = (12, 0, 0)
        while true {
            guard place + 8 <= head.count else { return nil }
            let name = String(decoding: head[place..<place + 4], as: UTF8.self)
            if name == "SSND" { break }
            let length = head.bigEndian(at: place + 4, 4)
            guard place + 8 + length <= head.count else { return nil }
            if name == "COMM", length >= 18 {
                frameSize = head.bigEndian(at: place + 8, 2) * (head.bigEndian(at: place + 14, 2) / 8)
                framesPlace = place + 10
            }
            place += 8 + length + length % 2
        }
        let start = Int64(place + 16)
        guard frameSize > 0, fileSize >= start, fileSize <= AIFFHead.largest else { return nil }
        let frames = (fileSize - start) / Int64(frameSize)
        let data = frames * Int64(frameSize)
        let size = start + data + data % 2
        var patches = [
            Patch(offset: 4, bytes: UInt32(clamping: size - 8).bigEndianBytes),
            Patch(offset: Int64(framesPlace), bytes: UInt32(clamping: frames).bigEndianBytes),
            Patch(offset: Int64(place + 4), bytes: UInt32(clamping: data + 8).bigEndianBytes),
        ]
        if data % 2 == 1 { patches.append(Patch(offset: size - 1, bytes: [0])) }
        self.init(patches: patches, size: size, frames: frames)
    }
}

extension [UInt8] {
    /// The number of `count` bytes at `place`, the most significant one first.
    fileprivate func bigEndian(at place: Int, _ count: Int) -> Int {
        self[place..<place + count].reduce(0) { $0 << 8 | Int($1) }
    }
}
