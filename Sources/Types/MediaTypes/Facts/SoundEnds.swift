/// How the sound of media begins and ends: when it is first as loud as some levels, and when it is so for the last time.
///
/// Levels are in decibels. What is measured has those of the samples, where a square wave of full scale has 0; tags have their own zero. They
/// are only compared with each other and with ``level``.
package struct SoundEnds: Hashable, Sendable {
    /// How far from an end of the sound it is as loud as a level.
    package struct Point: Hashable, Sendable {
        package let decibels: Double
        /// From the first frame on, or up to the last one.
        package let seconds: Double

        package init(decibels: Double, seconds: Double) {
            self.decibels = decibels
            self.seconds = seconds
        }
    }

    /// The most points of an end.
    package static let mostPoints = 64
    /// The levels that can be, and the longest sound, in seconds.
    private static let (decibels, longest) = (-200.0...100.0, 86_400.0)

    /// How loud the sound is as a whole.
    package let level: Double
    /// How long the sound is that was measured, in seconds; `nil` if tags say how it ends.
    package let seconds: Double?
    /// When each level is reached first, the lowest one first.
    package let beginning: [Point]
    /// How long before the end each level is reached last, the lowest one first.
    package let ending: [Point]

    /// Makes one of points in any order; `nil` if an end has none or too many, if one is beyond what can be, or if a higher level is reached
    /// nearer to an end than a lower one.
    package init?(level: Double, seconds: Double? = nil, beginning: [Point], ending: [Point]) {
        guard let beginning = Self.ordered(beginning), let ending = Self.ordered(ending), Self.decibels.contains(level),
            seconds.map({ $0 >= 0 && $0 <= Self.longest }) ?? true
        else { return nil }
        self.level = level
        self.seconds = seconds
        self.beginning = beginning
        self.ending = ending
    }

    private static func ordered(_ points: [Point]) -> [Point]? {
        guard !points.isEmpty, points.count <= mostPoints,
            points.allSatisfy({ decibels.contains($0.decibels) && $0.seconds >= 0 && $0.seconds <= longest })
        else { return nil }
        let points = points.sorted { ($0.decibels, $0.seconds) < ($1.decibels, $1.seconds) }
        return zip(points, points.dropFirst()).allSatisfy { $0.seconds <= $1.seconds } ? points : nil
    }

    /// Returns how many seconds of the beginning are over when the sound is first as loud as a level. Between two points it lies on the line
    /// between them, and beyond the outermost ones it is that one.
    package func begins(at decibels: Double) -> Double { Self.seconds(at: decibels, beginning) }

    /// Returns how many seconds before the end the sound is as loud as a level for the last time.
    package func ends(at decibels: Double) -> Double { Self.seconds(at: decibels, ending) }

    private static func seconds(at decibels: Double, _ points: [Point]) -> Double {
        guard let above = points.firstIndex(where: { $0.decibels >= decibels }) else { return points.last?.seconds ?? 0 }
        guard above > 0 else { return points[above].seconds }
        let (low, high) = (points[above - 1], points[above])
        let part = (decibels - low.decibels) / (high.decibels - low.decibels)
        return low.seconds + part * (high.seconds - low.seconds)
    }
}

// MARK: - Tags

extension SoundEnds {
    /// The longest tag that is read, in bytes: sixty levels take less than half of it.
    private static let longestTag = 2_048
    private static let longestNumber = 16

    /// Reads the tags of MixRamp, `mixramp_start` and `mixramp_end`: pairs of decibels and seconds, as in `-90.50 0.05;-24.00 0.41;`. `nil`
    /// if one of them is missing or damaged: what has a mistake in one place is not believed in another one.
    package init?(tags: [String: String]) {
        guard let beginning = tags["mixramp_start"].flatMap(Self.points), let ending = tags["mixramp_end"].flatMap(Self.points),
            let level = (beginning + ending).map(\.decibels).max()
        else { return nil }
        self.init(level: level, beginning: beginning, ending: ending)
    }

    private static func points(_ text: String) -> [Point]? {
        guard text.utf8.count <= longestTag else { return nil }
        var points: [Point] = []
        for pair in text.split(separator: ";") where !pair.allSatisfy(\.isWhitespace) {
            let words = pair.split(separator: " ")
            guard words.count == 2, points.count < mostPoints, let decibels = number(words[0]), let seconds = number(words[1])
            else {
                return nil
            }
            points.append(Point(decibels: decibels, seconds: seconds))
        }
        return points
    }

    private static func number(_ word: Substring) -> Double? {
        guard word.utf8.count <= longestNumber, word.utf8.allSatisfy({ (0x30...0x39).contains($0) || "+-.".utf8.contains($0) })
        else {
            return nil
        }
        return Double(word)
    }
}

// MARK: - Kept

extension SoundEnds {
    /// The number of the form in which the bytes are.
    private static let form: UInt8 = 1
    /// What is added to levels, in hundredths and in whole decibels, so that none is negative.
    private static let (levelOffset, pointOffset) = (20_000.0, 128)

    /// What was measured, in bytes: one or two hundred. Levels of points are whole decibels, times have milliseconds.
    package var bytes: [UInt8] {
        var bytes = [Self.form]
        Self.append(UInt32(max(0, (level * 100).rounded() + Self.levelOffset)), to: &bytes)
        Self.append(Self.milliseconds(seconds ?? 0), to: &bytes)
        for points in [beginning, ending] {
            bytes.append(UInt8(clamping: points.count))
            var last: UInt32 = 0
            for point in points {
                bytes.append(UInt8(clamping: Int(point.decibels.rounded()) + Self.pointOffset))
                let time = Self.milliseconds(point.seconds)
                Self.append(time - last, to: &bytes)
                last = time
            }
        }
        return bytes
    }

    /// Reads one from ``bytes``; `nil` if they are something else.
    package init?(bytes: [UInt8]) {
        var rest = bytes[...]
        guard rest.popFirst() == Self.form, let level = Self.number(&rest), let seconds = Self.number(&rest),
            let beginning = Self.points(&rest), let ending = Self.points(&rest), rest.isEmpty
        else { return nil }
        self.init(
            level: (Double(level) - Self.levelOffset) / 100, seconds: Double(seconds) / 1_000, beginning: beginning,
            ending: ending)
    }

    private static func points(_ bytes: inout ArraySlice<UInt8>) -> [Point]? {
        guard let count = bytes.popFirst(), count <= mostPoints else { return nil }
        var (points, last): ([Point], UInt32) = ([], 0)
        for _ in 0..<count {
            guard let decibels = bytes.popFirst(), let step = number(&bytes) else { return nil }
            let (time, overflows) = last.addingReportingOverflow(step)
            guard !overflows else { return nil }
            last = time
            points.append(Point(decibels: Double(Int(decibels) - pointOffset), seconds: Double(time) / 1_000))
        }
        return points
    }

    private static func milliseconds(_ seconds: Double) -> UInt32 { UInt32((min(max(0, seconds), longest) * 1_000).rounded()) }

    /// Appends a number, seven bits a byte, the lowest first.
    private static func append(_ number: UInt32, to bytes: inout [UInt8]) {
        var rest = number
        while rest >= 0x80 {
            bytes.append(UInt8(rest & 0x7F) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(rest))
    }

    private static func number(_ bytes: inout ArraySlice<UInt8>) -> UInt32? {
        var number: UInt64 = 0
        for place in 0..<5 {
            guard let byte = bytes.popFirst() else { return nil }
            number |= UInt64(byte & 0x7F) << (7 * UInt64(place))
            if byte < 0x80 { return UInt32(exactly: number) }
        }
        return nil
    }
}
