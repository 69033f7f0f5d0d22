extension SampleComparison {
    /// Compares `capture` with `reference`.
    ///
    /// The comparison walks through both side by side. At a mismatch it looks for the capture's next frames in the reference,
    /// and goes on where `window` consecutive frames agree again. That is unambiguous if frames are unique
    /// (``AudioFixture/unique(frameCount:sampleRate:channelCount:bits:seed:)``); otherwise it takes the nearest place.
    ///
    /// - Parameters:
    ///   - tolerance: How far a sample may differ. With more than 0, single frames that happen to agree do not resynchronise
    ///     the walk, but lost and inserted frames are recognised only if samples agree exactly.
    ///   - window: How many frames must agree before the walk goes on.
    /// - Complexity: O(frames) while they match; O(frames + faults × length of the fault) in all.
    package init(of capture: PCMAudio, with reference: PCMAudio, tolerance: Float = 0, window: Int = 16) {
        precondition(capture.channelCount == reference.channelCount, "only audio of the same channels can be compared")
        var walk = Walk(
            reference: Frames(reference), capture: Frames(capture), tolerance: tolerance, window: window)
        self.init()
        walk.run(into: &self)
    }
}

/// The sounding frames of some audio.
private struct Frames {
    let samples: [Float]
    let channelCount: Int
    let start: Int
    let end: Int

    init(_ audio: PCMAudio) {
        samples = audio.samples
        channelCount = audio.channelCount
        (start, end) = (audio.soundingRange.lowerBound, audio.soundingRange.upperBound)
    }

    /// Returns the frames from `index` on, folded into one number; nil if the sound ends before.
    func key(at index: Int, length: Int) -> UInt64? {
        guard index + length <= end else { return nil }
        var key: UInt64 = 0xcbf2_9ce4_8422_2325
        for sample in index * channelCount..<(index + length) * channelCount {
            // Adding 0 makes -0 and 0 the same.
            key = (key ^ UInt64((samples[sample] + 0).bitPattern)) &* 0x100_0000_01b3
        }
        return key
    }
}

private struct Walk {
    /// How many frames make a key. Two frames of 16 bits in stereo are unambiguous in any file that a test uses.
    static let keyLength = 2

    let reference: Frames
    let capture: Frames
    let tolerance: Float
    let window: Int
    /// All places of each key in the reference, ascending; made at the first mismatch.
    var places: [UInt64: [Int]]?

    init(reference: Frames, capture: Frames, tolerance: Float, window: Int) {
        self.reference = reference
        self.capture = capture
        self.tolerance = tolerance
        self.window = window
    }

    mutating func run(into result: inout SampleComparison) {
        var (expected, found) = (reference.start, capture.start)
        while expected < reference.end, found < capture.end {
            if agree(expected, found) {
                if result.matchingFrames == 0 { result.captureStart = found }
                result.matchingFrames += 1
                expected += 1
                found += 1
            } else {
                let next = resynchronise(after: expected, found)
                record(lost: next.expected - expected, inserted: next.found - found, at: expected, found, in: &result)
                (expected, found) = next
            }
        }
        record(lost: reference.end - expected, inserted: capture.end - found, at: expected, found, in: &result)
    }

    private func agree(_ expected: Int, _ found: Int) -> Bool {
        for channel in 0..<reference.channelCount {
            let difference =
                reference.samples[expected * reference.channelCount + channel]
                - capture.samples[found * capture.channelCount + channel]
            // Written so that NaN never agrees.
            guard abs(difference) <= tolerance else { return false }
        }
        return true
    }

    private func agreeForWindow(_ expected: Int, _ found: Int) -> Bool {
        let length = min(window, reference.end - expected, capture.end - found)
        return length > 0 && (0..<length).allSatisfy { agree(expected + $0, found + $0) }
    }

    /// Finds the first frame of the capture from which on it agrees with a later place in the reference, and that place.
    private mutating func resynchronise(after expected: Int, _ start: Int) -> (expected: Int, found: Int) {
        let places = self.places ?? index()
        self.places = places
        for found in start..<capture.end {
            let inPlace = expected + found - start
            if inPlace < reference.end, found > start, agreeForWindow(inPlace, found) { return (inPlace, found) }
            guard let key = capture.key(at: found, length: Self.keyLength), let candidates = places[key] else { continue }
            let nearest = candidates.filter { $0 >= expected && agreeForWindow($0, found) }
                .min { abs($0 - inPlace) < abs($1 - inPlace) }
            if let nearest { return (nearest, found) }
        }
        return (reference.end, capture.end)
    }

    private func index() -> [UInt64: [Int]] {
        var places: [UInt64: [Int]] = [:]
        places.reserveCapacity(reference.end - reference.start)
        for place in reference.start..<reference.end {
            if let key = reference.key(at: place, length: Self.keyLength) { places[key, default: []].append(place) }
        }
        return places
    }

    /// Records the frames between two places of agreement. As many frames as both sides have are differing; the rest is lost or
    /// inserted.
    private func record(lost: Int, inserted: Int, at expected: Int, _ found: Int, in result: inout SampleComparison) {
        let common = min(lost, inserted)
        func add(_ kind: SampleComparison.Fault.Kind, _ count: Int, offset: Int) {
            guard count > 0 else { return }
            result.faults.append(
                SampleComparison.Fault(
                    kind: kind, position: expected + offset, capturePosition: found + offset, frameCount: count))
        }
        add(.differing, common, offset: 0)
        add(.lost, lost - common, offset: common)
        add(.inserted, inserted - common, offset: common)
    }
}
