import AudioTypes

/// Makes sound last longer or shorter at the same pitch.
///
/// What comes out is what came in, from one place of it or another: a run of frames goes on unchanged until it is too far from where it
/// belongs, and then goes over into another place, where the waveform looks the same, in a crossfade. So a beginning and an end stay as
/// they are, and what is the same in all channels stays the same. Used by one thread at a time.
@safe final class TimeStretch {
    /// How long a crossfade lasts, and how far a place may be from where it belongs, in seconds of what comes in.
    private enum Length {
        static let crossfade = 0.008
        /// From here on, another place is looked for.
        static let tolerance = 0.003
        /// The farthest place that is taken, because low tones need one that is a period away.
        static let reach = 0.024
        /// The nearest one: what is only a little away looks the same and has another phase.
        static let leastJump = 0.002
        /// How much longer a run may become so that it ends behind a stroke, and not in it.
        static let patience = 0.005
    }

    private let speed: Double
    let channelCount: Int
    private let hop: Int
    private let tolerance: Double
    private let reach: Double
    private let leastJump: Int
    private let patience: Double
    /// What came in and may still be needed, from frame ``base`` on.
    private let store: StretchStore
    private let search: StretchSearch
    /// How many frames were made.
    private var made: Int64 = 0
    /// The frame of the input that goes on what was made last.
    private var place: Int64 = 0
    /// How many frames are to be made in all; `nil` until all of the input is there.
    private var length: Int64?
    /// Whether the place of the last crossfade was chosen, and whether the run goes on to the end now.
    private var isEnding = false
    private var isFinal = false
    /// Frames that were made and not taken.
    private let pending: UnsafeMutablePointer<Float>
    /// The frames of one channel from the place that a crossfade goes over to.
    private let coming: UnsafeMutablePointer<Float>
    private var pendingCount = 0
    private var pendingTaken = 0

    /// - Parameter speed: how many seconds of the input one second of the output holds.
    init(speed: Double, channelCount: Int, sampleRate: SampleRate) {
        let rate = Double(sampleRate.hertz)
        self.speed = speed
        self.channelCount = channelCount
        hop = max(4, Int(Length.crossfade * rate))
        tolerance = Length.tolerance * rate
        reach = Length.reach * rate
        leastJump = max(1, Int(Length.leastJump * rate))
        patience = Length.patience * rate
        store = StretchStore(channelCount: channelCount)
        search = StretchSearch(channelCount: channelCount, sampleRate: sampleRate, crossfade: hop)
        unsafe pending = .allocate(capacity: hop * channelCount)
        unsafe coming = .allocate(capacity: hop)
    }

    deinit {
        unsafe pending.deallocate()
        unsafe coming.deallocate()
    }

    /// Returns the place for the next `count` frames of the input, with a pointer for each channel.
    func writeRegion(_ count: Int) -> UnsafeMutablePointer<UnsafeMutablePointer<Float>> { unsafe store.writeRegion(count) }

    /// Takes in `count` frames that were written there.
    func commit(_ count: Int) { store.count += count }

    /// How many frames of the input came in.
    var taken: Int64 { store.end }

    /// Has the output end after `length` frames, because all of the input is there.
    func finish(length: Int64) { self.length = max(0, length) }

    /// Writes up to `capacity` frames into `planes` from their frame `start` on, and returns how many; fewer if more of the input is
    /// needed, or at the end.
    func read(into planes: UnsafeMutablePointer<UnsafeMutablePointer<Float>>, at start: Int = 0, capacity: Int) -> Int {
        var done = 0
        while done < capacity {
            if pendingTaken == pendingCount, !step() { break }
            let count = min(capacity - done, pendingCount - pendingTaken)
            for channel in 0..<channelCount {
                unsafe (planes[channel] + start + done).update(from: pending + channel * hop + pendingTaken, count: count)
            }
            done += count
            pendingTaken += count
        }
        return done
    }

    /// Makes the next frames; returns whether there are any.
    private func step() -> Bool {
        let left = length.map { $0 - made } ?? .max
        guard left > 0 else { return false }
        let drift = (speed - 1) * Double(hop)
        let ahead = Int64(abs(drift) + tolerance + patience + reach) + Int64(3 * hop)
        guard length != nil || store.end - place >= ahead else { return false }
        store.forget(before: place - ahead)
        let count = Int(min(left, Int64(hop)))
        if isFinal {
            copy(count)
        } else if left <= Int64(4 * hop) {
            end(left)
        } else if made == 0 {
            copy(count)
        } else if let other = otherPlace(drift) {
            splice(to: other, over: count)
        } else {
            copy(count)
        }
        return true
    }

    /// Returns the place to go over to now; `nil` to go on.
    private func otherPlace(_ drift: Double) -> Int64? {
        let ideal = (Double(made) + Double(hop) / 2) * speed - Double(hop) / 2
        let late = ideal - Double(place)
        // Silence goes wherever it belongs.
        let still = Int64((ideal + drift / 2).rounded())
        if still != place, search.isSilent(store, from: min(place, still), to: max(place, still) + Int64(hop)) { return still }
        let isDue = speed > 1 ? late > tolerance : late < -tolerance
        guard isDue else { return nil }
        // Half of what a crossfade lasts passes on each side of its middle.
        let (near, far) = (tolerance / 2, max(reach, abs(drift) / 2 + reach / 2))
        let last = store.end - Int64(hop)
        let range =
            speed > 1
            ? max(place + Int64(leastJump), Int64(ideal - near))...max(place + Int64(leastJump), min(last, Int64(ideal + far)))
            : max(store.base, Int64(ideal - far))...max(store.base, min(place - Int64(leastJump), Int64(ideal + near)))
        let found = search.best(store, from: place, in: range, around: ideal + (speed > 1 ? 2 : -2) * tolerance, scale: reach)
        if found.meetsStroke, abs(late) <= tolerance + patience + abs(drift) / 2 { return nil }
        return found.place
    }

    /// Comes to the end: goes over, where that is heard least, to the place from which on the run ends together with the input.
    private func end(_ left: Int64) {
        let count = Int(min(left, Int64(hop)))
        // Where all of the media is shorter than what is left to make, it is heard once, and then silence: no hole in the middle.
        let shift = max(store.end - left, store.base) - place
        if shift != 0, !isEnding {
            isEnding = true
            let latest = min(left, store.end - place) - Int64(hop)
            let delay = latest > 0 ? search.bestDelay(store, from: place, shift: shift, latest: Int(min(latest, Int64(hop)))) : 0
            if delay > 0 { return copy(delay) }
        }
        isFinal = true
        if shift == 0 { copy(count) } else { splice(to: place + shift, over: count) }
    }

    private func copy(_ count: Int) {
        for channel in 0..<channelCount { unsafe store.copy(channel, from: place, to: pending + channel * hop, count: count) }
        advance(to: place, by: count)
    }

    private func splice(to other: Int64, over count: Int) {
        for channel in 0..<channelCount {
            let plane = unsafe pending + channel * hop
            unsafe store.copy(channel, from: place, to: plane, count: count)
            unsafe store.copy(channel, from: other, to: coming, count: count)
            for index in 0..<count {
                let weight = (Float(index) + 0.5) / Float(count)
                unsafe plane[index] += (coming[index] - plane[index]) * (weight * weight * (3 - 2 * weight))
            }
        }
        advance(to: other, by: count)
    }

    private func advance(to start: Int64, by count: Int) {
        place = start + Int64(count)
        made += Int64(count)
        pendingCount = count
        pendingTaken = 0
    }
}
