package import AudioTypes
import Database
import Media
package import MediaTypes
import SystemSupport

// What was measured of what is played: its gains, and how it begins and ends. Any thread. Who asks gets what waits for the answer: until a
// deadline, a time of the monotonic clock in nanoseconds, and with nothing if the library does not answer by then.
extension Library {
    /// Asks what was measured of the song at a path.
    package func askForMeasured(at path: [UInt8]) -> (_ deadline: Int64) -> MeasuredSound {
        let answer = askAboutMeasured(path) { store throws(DatabaseError) in try store.measuredSound(at: path) }
        return { answer($0) ?? MeasuredSound() }
    }

    /// Asks what was measured of a part of the file at a path. How the file begins and ends says nothing of its part. Where the file is a song, its loudness is that of the disc of which the
    /// part is a track. Where a CUE sheet cuts the file, the part is the track that has its times; any other part has the loudness of the disc.
    ///
    /// Sheets are read once the answer is there, so the disk is waited for as well.
    /// - Parameter rate: the sample rate of the file. Times are the same if they are the same frame.
    package func askForMeasured(
        of part: MediaRange, at path: [UInt8], rate: SampleRate
    ) -> (_ deadline: Int64) -> MeasuredSound {
        let answer = askAboutMeasured(path) { store throws(DatabaseError) in
            let whole = try store.measuredGain(at: path)
            return (whole: whole, sheets: whole.isEmpty ? try store.sheets(near: path) : [])
        }
        return { [self] deadline in
            guard let found = answer(deadline) else { return MeasuredSound() }
            if !found.whole.isEmpty { return MeasuredSound(gain: found.whole.ofPart) }
            for sheet in found.sheets {
                let tracks = SheetTrack.cutting(path, in: sheet)
                let same = tracks.first { $0.isSame(as: part, at: rate) }
                guard let track = same ?? tracks.first else { continue }
                let sound = askForMeasured(at: track.path(in: sheet))(deadline)
                let own = same == nil ? MeasuredSound(gain: ReplayGain(album: sound.gain.album)) : sound
                if !own.isEmpty { return own }
            }
            return MeasuredSound()
        }
    }

    /// Asks something about the loudness of what is at a path, if anything may have been measured there. What is returned waits for the answer;
    /// `nil` if there is none.
    private func askAboutMeasured<Value: Sendable>(
        _ path: [UInt8], _ work: @escaping @Sendable (LibraryStore) throws(DatabaseError) -> Value
    ) -> (_ deadline: Int64) -> Value? {
        // Nobody who measures nothing waits for anything: until somebody has looked, the file of notes says whether anything ever was.
        let mayHave = state.withLock { state in
            state.hasLoudness != false && !state.scans.isClosed && state.roots.contains { path.isWithin($0) }
        }
        guard mayHave, opening.hasDatabase, hasMeasured else { return { _ in nil } }
        let answer = Monitor<Result<(value: Value, isAny: Bool), DatabaseError>?>(nil)
        ask { store throws(DatabaseError) in
            (value: try work(store), isAny: try store.hasLoudness())
        } answer: { result in
            answer.withLock { $0 = result }
        }
        return { [self] deadline in
            guard case .success(let found) = answer.wait(until: deadline, { $0 }) else { return nil }
            state.withLock { state in
                // What was measured meanwhile is known already.
                if state.hasLoudness == nil || found.isAny { state.hasLoudness = found.isAny }
            }
            return found.value
        }
    }
}
