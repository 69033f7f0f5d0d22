/// The contents of a list of segments (HLS, RFC 8216), as far as they decide what is opened: which of several lists, and
/// whether the list is small enough to be read.
struct SegmentList: Hashable {
    /// The most bytes that a list may have.
    static let sizeLimit = 1 << 20
    /// The most memory that all addresses in it may take, made absolute: FFmpeg keeps each one whole.
    private static let addressLimit = 32 << 20

    /// One of several lists that each have all of the sound.
    struct Variant: Hashable {
        /// The bandwidth: the most bits a second.
        var bandwidth: Int64
        /// Whether the list states that it has pictures; `nil` if it states nothing about its content.
        var hasPictures: Bool?
        /// The group of renditions that its sound is in.
        var audioGroup: String?
        var reference: String
    }

    /// A list of sound alone, which belongs to a group.
    struct Rendition: Hashable {
        var group: String
        /// 2 for the default rendition, 1 for one that may be selected automatically, otherwise 0.
        var rank: Int
        var reference: String
    }

    private(set) var variants: [Variant] = []
    private(set) var renditions: [Rendition] = []
    private(set) var hasSegments = false
    /// The most keys that are noted; FFmpeg asks for them later.
    private static let keyLimit = 4_096
    /// The addresses of the keys of its segments, as written in the list.
    private(set) var keys: Set<String> = []
    /// What tells a segment apart from the others of the list, and the remark on it.
    struct Segment: Hashable {
        /// The address as written in the list, and the part of what is there if the list states one.
        var name: String
        var reference: String
        var remark: [String: String]
    }

    /// The number of the first segment.
    private(set) var mediaSequence: Int64 = 0
    /// The longest segment in seconds.
    private(set) var targetSeconds = 0.0
    /// Whether no segment follows the last.
    private(set) var isComplete = false
    private(set) var segments: [Segment] = []
    private let lineCount: Int
    private let longestLine: Int

    /// Whether the list names other lists.
    private(set) var namesLists = false

    /// Whether `bytes` begin like a list.
    static func begins(_ bytes: [UInt8]) -> Bool {
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        return bytes.dropFirst(bytes.starts(with: mark) ? 3 : 0).starts(with: "#EXTM3U".utf8)
    }

    /// How many bytes ``begins(_:)`` needs.
    static let beginning = 10

    init(_ bytes: [UInt8]) {
        let lines = bytes.split { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }
        lineCount = lines.count
        longestLine = lines.lazy.map(\.count).max() ?? 0
        var described: [Substring: Substring]?
        var (remark, part): (Substring?, Substring) = (nil, "")
        for line in lines {
            if line.starts(with: "#EXT-X-STREAM-INF:".utf8) {
                namesLists = true
                described = Self.attributes(String(decoding: line, as: UTF8.self))
            } else if line.starts(with: "#EXT-X-MEDIA:".utf8) {
                namesLists = true
                addRendition(Self.attributes(String(decoding: line, as: UTF8.self)))
            } else if line.starts(with: "#EXT-X-KEY:".utf8) {
                let attributes = Self.attributes(String(decoding: line, as: UTF8.self))
                if attributes["METHOD"] != "NONE", let reference = attributes["URI"], keys.count < Self.keyLimit {
                    keys.insert(String(reference))
                }
            } else if line.starts(with: "#EXTINF:".utf8) {
                hasSegments = true
                remark = Substring(String(decoding: line, as: UTF8.self)).drop { $0 != "," }.dropFirst()
            } else if line.starts(with: "#EXT-X-BYTERANGE:".utf8) {
                part = Substring(String(decoding: line, as: UTF8.self))
            } else if line.starts(with: "#EXT-X-MEDIA-SEQUENCE:".utf8) {
                mediaSequence = Self.number(line).map { min(max(0, $0), Self.largestNumber) } ?? 0
            } else if line.starts(with: "#EXT-X-TARGETDURATION:".utf8) {
                targetSeconds = Self.number(line).map { Double(min(max(0, $0), Self.longestSegment)) } ?? 0
            } else if line.starts(with: "#EXT-X-ENDLIST".utf8) {
                isComplete = true
            } else if line.first != UInt8(ascii: "#"), let attributes = described {
                addVariant(attributes, String(decoding: line, as: UTF8.self))
                described = nil
            } else if line.first != UInt8(ascii: "#"), let text = remark {
                let reference = String(decoding: line, as: UTF8.self)
                segments.append(Segment(name: reference + part, reference: reference, remark: SegmentTags.ofRemark(text)))
                (remark, part) = (nil, "")
            }
        }
    }

    /// The largest number of a segment that is believed, and the longest segment in seconds.
    private static let (largestNumber, longestSegment): (Int64, Int64) = (1 << 53, 3_600)

    private static func number(_ line: ArraySlice<UInt8>) -> Int64? {
        let text = line.drop { $0 != UInt8(ascii: ":") }.dropFirst().drop { $0 == UInt8(ascii: " ") }
        return Int64(String(decoding: text.prefix { (0x30...0x39).contains($0) }, as: UTF8.self))
    }

    /// Returns the bytes of this list as FFmpeg is to read them: with this number for its first segment, and with a length of
    /// segments that keeps FFmpeg from asking for a live list again and again without a pause.
    func prepared(_ bytes: [UInt8], from number: Int64) -> [UInt8] {
        var bytes = bytes
        if number != mediaSequence { bytes = Self.setting("#EXT-X-MEDIA-SEQUENCE:", to: number, in: bytes) }
        if hasSegments, !isComplete, targetSeconds < 1 { bytes = Self.setting("#EXT-X-TARGETDURATION:", to: 1, in: bytes) }
        return bytes
    }

    /// Returns the bytes of a list in which the lines with this tag have this number; without any, one stands behind the first line.
    private static func setting(_ tag: String, to number: Int64, in bytes: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        var (start, isSet, afterFirst) = (0, false, 0)
        while start < bytes.count {
            let end = bytes[start...].firstIndex { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") } ?? bytes.count
            let isTag = bytes[start..<end].starts(with: tag.utf8)
            if isTag { result += Array("\(tag)\(number)".utf8) } else { result += bytes[start..<end] }
            if end < bytes.count { result.append(bytes[end]) }
            isSet = isSet || isTag
            if start == 0 { afterFirst = result.count }
            start = end + 1
        }
        if isSet { return result }
        return result[..<afterFirst] + Array("\n\(tag)\(number)\n".utf8) + result[afterFirst...]
    }

    /// Whether the addresses take no more memory than ``addressLimit`` when they are made absolute with a base of `baseLength`
    /// bytes.
    func isModest(baseLength: Int) -> Bool { lineCount * (baseLength + longestLine) <= Self.addressLimit }
}

// MARK: - The lists that it names

extension SegmentList {
    /// A list with pictures should take no more bits a second than this if there is a choice: the pictures are fetched with the
    /// sound and thrown away.
    private static let pictureLimit: Int64 = 1_500_000

    /// The addresses of the lists to open, the best one first. Sound alone comes before sound with pictures, and within each
    /// the one with the most bits. With pictures, the most bits up to some 1.5 Mbit/s, because the bits are for the pictures.
    var choices: [String] {
        let sound = variants.filter { $0.hasPictures == false }.sorted { $0.bandwidth > $1.bandwidth }
        let unknown = variants.filter { $0.hasPictures == nil }.sorted { $0.bandwidth > $1.bandwidth }
        let pictures = variants.filter { $0.hasPictures == true }
        let small = pictures.filter { $0.bandwidth <= Self.pictureLimit }.sorted { $0.bandwidth > $1.bandwidth }
        let large = pictures.filter { $0.bandwidth > Self.pictureLimit }.sorted { $0.bandwidth < $1.bandwidth }
        // The renditions of the best variant.
        let groups = variants.sorted { $0.bandwidth > $1.bandwidth }.compactMap(\.audioGroup)
        let apart = renditions.sorted { $0.rank > $1.rank }
        let ofGroups = apart.filter { $0.group == groups.first }.map(\.reference)
        let mixed = (unknown + small + large).map(\.reference)
        return sound.map(\.reference) + ofGroups + (groups.isEmpty ? apart.map(\.reference) : []) + mixed
    }

    private mutating func addVariant(_ attributes: [Substring: Substring], _ reference: String) {
        let codecs = attributes["CODECS"].map { $0.split(separator: ",").map { $0.drop { $0 == " " }.prefix { $0 != "." } } }
        let pictures: Bool? =
            if attributes["RESOLUTION"] != nil { true } else { codecs.map { !$0.allSatisfy(Self.isSound) } }
        variants.append(
            Variant(
                bandwidth: attributes["BANDWIDTH"].flatMap { Int64($0) } ?? 0, hasPictures: pictures,
                audioGroup: attributes["AUDIO"].map(String.init), reference: reference))
    }

    private mutating func addRendition(_ attributes: [Substring: Substring]) {
        guard attributes["TYPE"] == "AUDIO", let reference = attributes["URI"] else { return }
        let rank = attributes["DEFAULT"] == "YES" ? 2 : attributes["AUTOSELECT"] == "YES" ? 1 : 0
        renditions.append(Rendition(group: String(attributes["GROUP-ID"] ?? ""), rank: rank, reference: String(reference)))
    }

    /// Whether the beginning of a codec's name (RFC 6381) is that of an audio codec.
    private static func isSound(_ codec: Substring) -> Bool {
        ["mp4a", "ac-3", "ec-3", "ac-4", "opus", "flac", "alac", "mp3"].contains(codec.lowercased())
    }

    /// The attributes of a tag (section 4.2), without quotation marks.
    private static func attributes(_ line: String) -> [Substring: Substring] {
        var attributes: [Substring: Substring] = [:]
        var rest = line.drop { $0 != ":" }.dropFirst()
        while let equals = rest.firstIndex(of: "=") {
            let name = rest[..<equals].drop { $0 == " " }
            rest = rest[rest.index(after: equals)...]
            let value: Substring
            if rest.first == "\"" {
                value = rest.dropFirst().prefix { $0 != "\"" }
                rest = rest[value.endIndex...].dropFirst()
            } else {
                value = rest.prefix { $0 != "," }
            }
            rest = rest[max(rest.startIndex, value.endIndex)...].drop { $0 != "," }.dropFirst()
            attributes[name] = value
        }
        return attributes
    }
}
