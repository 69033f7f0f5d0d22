import Containers
import MediaTypes

/// Finds what makes FFmpeg misread the beginning of MPEG audio: zeros in front of the first packet, behind which FFmpeg does not look for
/// the encoder's numbers, and a number of packets that is not that of the file.
enum MPEGAudioMending {
    /// The most zeros in front of the first packet, in bytes.
    private static let mostZeros: Int64 = 4 << 20
    /// So many zeros keep FFmpeg from nothing but the encoder's numbers: its own search goes over twice as many.
    private static let fewZeros: Int64 = 32 << 10
    /// The number of bytes at the beginning, and in the middle, that are compared with the number of packets: ``enough`` packets of the
    /// longest kind (1,441 bytes), the first one, and a part of one in front.
    private static let window: Int64 = 8_192
    /// The size of the longest sound whose packets are counted while a file is opened, in bytes: three quarters of an hour at 192 kbit/s.
    private static let longestWalk: Int64 = 64 << 20
    private static let step: Int64 = 1 << 16
    /// The number of packets in a row that is no coincidence.
    private static let enough = 3

    /// Returns the source as FFmpeg should see it; the source itself if nothing is wrong. Only what is local is looked at, because over
    /// the network each look is a request.
    /// - Throws: ``MediaError/Code/cancelled`` if `cancellation` ends the walk through the packets, and what the source throws.
    static func mended(
        _ source: any ByteSource, name: String, cancellation: CancellationToken
    ) throws(MediaError) -> any ByteSource {
        guard source.isLocal, source.isSeekable, let size = source.size else { return source }
        // All other files cost no more than this. Nearly every file that begins with a zero is an MP4, which has its kind here.
        let beginning = try source.bytes(in: 0..<16)
        guard let byte = beginning.first(where: { $0 != 0 }) ?? beginning.first,
            byte == 0xFF || beginning[0] == UInt8(ascii: "I") || byte == 0
        else { return source }
        let start = try MPEGAudioHeader.endOfTags(source)
        // The file may have grown since its size was asked for.
        guard start < size else { return source }
        let head = try source.bytes(in: start..<min(size, start + window))
        guard head.first == 0 else {
            return MPEGAudioHeader(head[...]) == nil ? source : try counted(source, head, start..<size, name, cancellation)
        }
        guard let packet = try packet(behindZerosFrom: start, in: source, size) else { return source }
        let packets = try source.bytes(in: packet..<min(size, packet + window))
        // Without such numbers FFmpeg misses none; it also passes over few zeros, and decodes what follows as well as it can be decoded.
        guard XingHeader.stands(in: packets) || packet - start > fewZeros else { return source }
        let shortened = MendedSource(source, hiding: start..<packet)
        return try counted(shortened, packets, start..<size - (packet - start), name, cancellation)
    }

    /// The offset of the first of several packets of layer 3 that follow the zeros; `nil` if something else does.
    private static func packet(
        behindZerosFrom start: Int64, in source: any ByteSource, _ size: Int64
    ) throws(MediaError) -> Int64? {
        let end = min(size, start + mostZeros)
        var place = start
        while place < end {
            let bytes = try source.bytes(in: place..<min(end, place + step))
            guard !bytes.isEmpty else { return nil }
            guard let index = bytes.firstIndex(where: { $0 != 0 }) else {
                place += Int64(bytes.count)
                continue
            }
            guard bytes[index] == 0xFF else { return nil }
            place += Int64(index)
            let packets = try source.bytes(in: place..<min(size, place + window))
            return walk(packets[...]).count >= enough ? place : nil
        }
        return nil
    }

    /// Returns the source with the number of packets that it really has, if the encoder's number of them is far from that.
    /// - Parameters:
    ///   - head: the bytes at the beginning of `range`.
    ///   - range: the part of the source from the packet with the encoder's numbers to the end.
    private static func counted(
        _ source: any ByteSource, _ head: [UInt8], _ range: Range<Int64>, _ name: String, _ cancellation: CancellationToken
    ) throws(MediaError) -> any ByteSource {
        guard let told = XingHeader.Numbers(head), let first = MPEGAudioHeader(head[...]), first.layer == 3, told.packets > 0
        else {
            return source
        }
        let byteCount = told.byteCount ?? Int64(range.count)
        // A file that was cut or joined is not what the numbers are about.
        guard byteCount > Int64(first.length), byteCount <= range.count, first.length < head.count else { return source }
        let sound = range.lowerBound + Int64(first.length)..<range.lowerBound + byteCount
        if agrees(told, Int64(sound.count), walk(head[first.length...])) { return source }
        let middle = sound.lowerBound + Int64(sound.count) / 2
        let bytes = try source.bytes(in: middle..<min(sound.upperBound, middle + window))
        let begin = bytes.indices.first { bytes[$0] == 0xFF && walk(bytes[$0...]).count >= enough }
        if let begin, agrees(told, Int64(sound.count), walk(bytes[begin...])) { return source }
        guard sound.count <= longestWalk, let count = try count(source, sound, name, cancellation), count != told.packets,
            let number = UInt32(exactly: count)
        else { return source }
        let start = range.lowerBound
        return MendedSource(source, hiding: start..<start, patch: number.bigEndianBytes(4), at: start + Int64(told.place))
    }

    /// Whether as many packets as told would fill the sound, if all were as long as those that were seen. Packets of a varying bit rate
    /// may be half as long, or twice.
    private static func agrees(_ told: XingHeader.Numbers, _ size: Int64, _ seen: (count: Int, bytes: Int)) -> Bool {
        guard seen.count >= enough else { return false }
        let expected = Double(size) * Double(seen.count) / Double(seen.bytes)
        let packets = Double(told.packets)
        if told.isConstant { return abs(packets - expected) <= 2 + expected / 50 }
        return packets <= 2 * expected && expected <= 2 * packets
    }

    /// The packets at the beginning of `bytes` that are followed by another header, and the bytes in them.
    private static func walk(_ bytes: ArraySlice<UInt8>) -> (count: Int, bytes: Int) {
        var (place, count, end) = (bytes.startIndex, 0, bytes.startIndex)
        while place + MPEGAudioHeader.size <= bytes.endIndex,
            let header = MPEGAudioHeader(bytes[place...]), header.layer == 3
        {
            if place > bytes.startIndex { (count, end) = (count + 1, place) }
            place += max(MPEGAudioHeader.size, header.length)
        }
        return (count, end - bytes.startIndex)
    }

    /// The number of packets in `range`; `nil` if something else is among them. What `cancellation` interrupts is noticed after each
    /// step.
    private static func count(
        _ source: any ByteSource, _ range: Range<Int64>, _ name: String, _ cancellation: CancellationToken
    ) throws(MediaError) -> Int64? {
        var (place, count) = (range.lowerBound, Int64(0))
        var bytes: [UInt8] = []
        var start = place
        while place + Int64(MPEGAudioHeader.size) <= range.upperBound {
            if place + Int64(MPEGAudioHeader.size) > start + Int64(bytes.count) {
                guard !cancellation.isInterrupted else { throw .cancelled(name) }
                bytes = try source.bytes(in: place..<min(range.upperBound, place + step))
                start = place
            }
            let index = Int(place - start)
            guard index + MPEGAudioHeader.size <= bytes.count else { return nil }
            guard let header = MPEGAudioHeader(bytes[index...]), header.layer == 3, header.length >= MPEGAudioHeader.size
            else { return nil }
            place += Int64(header.length)
            // A last packet that is cut gives no sound.
            if place <= range.upperBound { count += 1 }
        }
        return count
    }
}
