package import MediaTypes

/// Reads the chunks of a file of RIFF's kind from a source, without FFmpeg and without moving FFmpeg's position: of WAVE, also as RF64
/// (EBU Tech 3306), which has its 64-bit sizes in a chunk of its own, and as Sony's Wave64; of AIFF, and of DSDIFF.
package struct RIFFChunks {
    /// A chunk: its name, and its content as it is stated, which may reach beyond the end of the source.
    package struct Chunk: Equatable {
        package let name: String
        package let content: Range<Int64>
    }

    /// How the chunks of a file format begin.
    private struct Form: Equatable {
        /// The offset of the first chunk.
        var start: Int64 = 12
        /// The number of bytes of a name, of which the first four are enough to know it.
        var nameSize: Int64 = 4
        /// The number of bytes of the size after it.
        var sizeSize: Int64 = 4
        var isBigEndian = false
        /// Chunks begin at multiples of this number of bytes.
        var alignment: Int64 = 2

        static let riff = Form()
        static let wave64 = Form(start: 40, nameSize: 16, sizeSize: 8, alignment: 8)
        static let aiff = Form(isBigEndian: true)
        static let dsdiff = Form(start: 16, sizeSize: 8, isBigEndian: true)

        var headSize: Int64 { nameSize + sizeSize }
    }

    /// A bound on the number of chunks; few files have ten.
    private static let mostChunks = 256
    /// The size in RF64 that means that the real size is in another chunk.
    private static let elsewhere: Int64 = 0xFFFF_FFFF

    private let source: any MediaBytes
    private let form: Form
    /// Where the next chunk begins; `nil` if none can follow.
    private var place: Int64?
    private var count = 0
    /// Whether the file is RF64, whose sizes are in a chunk of their own.
    private let isLong: Bool
    /// The size of the sound, if RF64 has stated it.
    private var soundSize: Int64?

    /// Begins in front of the first chunk; `nil` if this is another format, or a stream.
    package init?(_ source: any MediaBytes) throws(MediaError) {
        let head = try source.bytes(in: 0..<16)
        guard source.size != nil, let form = Self.form(head) else { return nil }
        self.source = source
        isLong = form == .riff && head[1] != UInt8(ascii: "I")
        self.form = form
        place = form.start
    }

    private static func form(_ head: [UInt8]) -> Form? {
        guard head.count == 16 else { return nil }
        func word(_ offset: Int) -> String { String(decoding: head[offset..<offset + 4], as: UTF8.self) }
        switch (word(0), word(8)) {
        case ("RIFF", "WAVE"), ("RF64", "WAVE"), ("BW64", "WAVE"): return .riff
        case ("riff", _): return .wave64
        case ("FORM", "AIFF"), ("FORM", "AIFC"): return .aiff
        case ("FRM8", _): return word(12) == "DSD " ? .dsdiff : nil
        default: return nil
        }
    }

    /// Returns the next chunk; `nil` if there is none, or if what stands there is none.
    package mutating func next() throws(MediaError) -> Chunk? {
        guard let place, count < Self.mostChunks, let size = source.size, size - place >= form.headSize else { return nil }
        count += 1
        let start = place + form.headSize
        let head = try source.bytes(in: place..<start)
        guard head.count == form.headSize else { return nil }
        let field = head[Int(form.nameSize)...]
        var length = Int64(clamping: form.isBigEndian ? field.bigEndian(as: UInt64.self) : field.littleEndian())
        // Sizes in Wave64 include the head.
        if form == .wave64 { length -= form.headSize }
        let name = String(decoding: head[..<4], as: UTF8.self)
        // After the size of the file.
        if name == "ds64" { soundSize = try source.bytes(in: start + 8..<start + 16).littleEndian() }
        if name == "data", length == Self.elsewhere {
            if let soundSize { length = soundSize } else if isLong { return nil }
        }
        self.place = (0...size).contains(length) ? (start + length + form.alignment - 1) / form.alignment * form.alignment : nil
        return (0...ByteCount.largest).contains(length) ? Chunk(name: name, content: start..<start + length) : nil
    }
}

extension RIFFChunks {
    /// The number of bytes of sound that the header of a WAVE file states; `nil` if it states none, or if this is another format.
    package static func dataSize(of source: any MediaBytes) throws(MediaError) -> Int64? {
        try data(of: source).map { Int64($0.count) }
    }

    /// Whether the header of a WAVE file states more sound than the source has.
    package static func isCut(_ source: any MediaBytes) throws(MediaError) -> Bool {
        guard let data = try data(of: source), let size = source.size else { return false }
        return data.upperBound > size
    }

    private static func data(of source: any MediaBytes) throws(MediaError) -> Range<Int64>? {
        guard var chunks = try RIFFChunks(source) else { return nil }
        while let chunk = try chunks.next() { if chunk.name == "data" { return chunk.content } }
        return nil
    }
}
