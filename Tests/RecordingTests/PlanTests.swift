import AudioTypes
import Glibc
import Media
import Testing

@testable import Recording

@Suite("The plan of a recording")
struct PlanTests {
    static func plan(_ change: (inout RecordingPlan.Wish) -> Void = { _ in }) throws -> RecordingPlan {
        var wish = RecordingPlan.Wish()
        change(&wish)
        return try RecordingPlan(
            .encoded(AudioFileFormat(named: "wav")), input: StreamFormat(sampleRate: .video, channelLayout: .stereo), wish)
    }

    @Test("a piece ends after its frames, and the recording after its own")
    func cutter() throws {
        var cutter = PieceCutter(
            try Self.plan {
                $0.splitEvery = 2; $0.maximumDuration = 5
            })
        cutter.beginPiece(secondOfDay: 12)
        #expect(cutter.room == 96_000)
        #expect(cutter.wrote(95_999) == nil)
        #expect(cutter.room == 1)
        #expect(cutter.wrote(1) == .split)
        cutter.beginPiece(secondOfDay: 14)
        #expect(cutter.wrote(96_000) == .split)
        cutter.beginPiece(secondOfDay: 16)
        #expect(cutter.room == 48_000)
        #expect(cutter.wrote(48_000) == .end)
    }

    @Test(
        "on the clock, a piece ends when the time of day is a multiple of its length",
        arguments: [(3_590.0, 10.0), (3_600, 3_600), (0, 3_600), (3_599.5, 3_600.5), (40_000, 3_200)])
    func clock(secondOfDay: Double, seconds: Double) throws {
        var cutter = PieceCutter(
            try Self.plan {
                $0.splitEvery = 3_600; $0.splitsOnClock = true
            })
        cutter.beginPiece(secondOfDay: secondOfDay)
        #expect(cutter.room == Int64(seconds * 48_000))
    }

    @Test("on the clock, a piece ends in time whatever is left out of it, and at once if its time is over")
    func leftOut() throws {
        var cutter = PieceCutter(
            try Self.plan {
                $0.splitEvery = 60; $0.splitsOnClock = true
            })
        cutter.beginPiece(secondOfDay: 30)
        #expect(cutter.wrote(480_000) == nil && cutter.room == 960_000)
        #expect(!cutter.leaveOut(seconds: 5) && cutter.room == 720_000)
        #expect(!cutter.leaveOut(seconds: 19) && cutter.room == 48_000)
        #expect(cutter.leaveOut(seconds: 20) && cutter.leaveOut(seconds: 3_600))
        cutter.beginPiece(secondOfDay: 75)
        #expect(cutter.room == 2_160_000)
        var plain = PieceCutter(try Self.plan { $0.splitEvery = 60 })
        plain.beginPiece(secondOfDay: 30)
        #expect(!plain.leaveOut(seconds: 3_600) && plain.room == 2_880_000)
    }

    @Test("numbers out of range are refused by the name of their parameter")
    func refusals() {
        for (parameter, change) in [
            ("splitEvery", { $0.splitEvery = 0.5 }), ("splitEvery", { $0.splitEvery = .nan }),
            ("splitEvery", { $0.splitEvery = .infinity }), ("maxDuration", { $0.maximumDuration = 0 }),
            ("splitOnClock", { $0.splitsOnClock = true }),
            ("onSilence", { $0.silence = RecordingPlan.Silence(decibels: 3) }),
            ("onSilence", { $0.silence = RecordingPlan.Silence(seconds: 0) }),
            ("onSilence", { $0.silence = RecordingPlan.Silence(shortestPiece: -1) }),
        ] as [(String, (inout RecordingPlan.Wish) -> Void)] {
            let refusal = #expect(throws: RecordingPlan.Refusal.self) { try Self.plan(change) }
            #expect(refusal?.parameter == parameter)
        }
    }

    @Test("silence is told at the very frame at which it is long enough, and only once")
    func silence() throws {
        let plan = try Self.plan()
        var detector = SilenceDetector(RecordingPlan.Silence(decibels: -20, seconds: 0.01), plan)
        let samples = UnsafeMutablePointer<Float>.allocate(capacity: 2_000)
        defer { samples.deallocate() }
        for frame in 0..<2_000 { samples[frame] = frame < 500 || frame >= 1_500 ? 0.5 : 0.09 }
        let planes = [samples, samples]
        planes.withUnsafeBufferPointer { planes in
            #expect(detector.scan(planes, from: 0, count: 700, isWanted: true) == nil)
            // 480 frames of silence from frame 500 on.
            #expect(detector.scan(planes, from: 700, count: 1_300, isWanted: true) == 280)
            #expect(detector.scan(planes, from: 980, count: 1_020, isWanted: true) == nil)
            #expect(detector.scan(planes, from: 500, count: 900, isWanted: false) == nil)
            // Silence that had no effect while nobody wanted to know counts as soon as somebody does.
            #expect(detector.scan(planes, from: 1_400, count: 50, isWanted: true) == 1)
        }
    }

    @Test("levels are the peak and the root mean square of each channel, and begin anew")
    func levels() {
        var meter = LevelMeter(StreamFormat(sampleRate: .video, channelLayout: .stereo))
        let (left, right) = ([Float](repeating: 0.5, count: 100), [Float](repeating: 0, count: 100))
        var planes = [UnsafeMutablePointer<Float>.allocate(capacity: 100), .allocate(capacity: 100)]
        defer { for plane in planes { plane.deallocate() } }
        planes[0].update(from: left, count: 100)
        planes[1].update(from: right, count: 100)
        planes.withUnsafeMutableBufferPointer { meter.add(CapturedPlanes.Planes($0), from: 0, count: 100) }
        let levels = meter.take(end: 100)
        #expect(abs(levels.peaks[0] + 6.0206) < 0.001 && abs(levels.rms[0] + 6.0206) < 0.001)
        #expect(levels.peaks[1] == -120 && levels.rms[1] == -120)
        #expect(meter.take(end: 100).peaks == [-120, -120])
    }

    @Test("the loudness is that of the last 400 ms, over reports and over silence, which has none")
    func momentary() throws {
        var meter = LevelMeter(StreamFormat(sampleRate: .video, channelLayout: .stereo))
        let plane = UnsafeMutablePointer<Float>.allocate(capacity: 48_000)
        defer { plane.deallocate() }
        func add(_ count: Int, decibels: Double?, to meter: inout LevelMeter) {
            let peak = decibels.map { pow(10, $0 / 20) } ?? 0
            for frame in 0..<count { plane[frame] = Float(peak * sin(2 * .pi * 1_000 / 48_000 * Double(frame))) }
            [plane, plane].withUnsafeBufferPointer { meter.add($0, from: 0, count: count) }
        }
        // A tone of -23 dBFS in both channels has -23 LUFS (EBU Tech 3341).
        add(48_000, decibels: -23, to: &meter)
        #expect(abs(try #require(meter.take(end: 48_000).momentary) + 23) < 0.1)
        // Half of the 400 ms: three decibels less, also if nothing new was added since.
        add(9_600, decibels: nil, to: &meter)
        #expect(abs(try #require(meter.take(end: 57_600).momentary) + 26) < 0.2)
        #expect(abs(try #require(meter.take(end: 57_600).momentary) + 26) < 0.2)
        add(48_000, decibels: nil, to: &meter)
        #expect(meter.take(end: 105_600).momentary == nil)
    }

    @Test("a recording of a given length ends after it, whatever was left out of it")
    func timed() throws {
        var cutter = PieceCutter(try Self.plan { $0.duration = 1 })
        cutter.beginPiece(secondOfDay: 0)
        #expect(cutter.room == 48_000)
        #expect(cutter.wrote(20_000) == nil)
        cutter.leaveOut(frames: 27_000)
        #expect(cutter.room == 1_000 && !cutter.isOutOfTime)
        cutter.leaveOut(frames: 1_000)
        #expect(cutter.isOutOfTime)
    }

    @Test("frames have the times of what was noted last before them")
    func times() {
        var times = RecordedTimes(at: .video)
        #expect(times.time(of: 7) == nil)
        times.note(1_000_000_000, of: 0)
        times.note(1_500_000_000, of: 12_000)
        #expect(times.time(of: 0) == 1_000_000_000)
        #expect(times.time(of: 11_999) == 1_249_979_167)
        #expect(times.time(of: 12_000) == 1_500_000_000)
        #expect(times.time(of: 12_048) == 1_501_000_000)
        #expect(times.time(of: 0) == 1_000_000_000, "what was asked for later forgets nothing")
        for cycle in 1...10_000 { times.note(Int64(cycle) * 1_000, of: 12_000 + Int64(cycle)) }
        #expect(times.time(of: 22_000) == 10_000_000)
    }

    @Test("what comes before the time of the beginning is left out to the frame, and what is missing behind it is counted")
    func beginning() {
        var beginning = TimedBeginning(at: 1_000_000_000, .video)
        #expect(beginning.leaveOut(of: 100) == 100 && beginning.missing == nil)
        beginning.note(999_000_000)
        #expect(beginning.missing == nil)
        #expect(beginning.leaveOut(of: 40) == 40 && beginning.missing == nil)
        #expect(beginning.leaveOut(of: 40) == 8 && beginning.missing == 0)
        #expect(beginning.leaveOut(of: 40) == 0)
        beginning.note(1_000_500_000)
        #expect(beginning.missing == 24)
        beginning.note(1_000_000_010)
        #expect(beginning.missing == 0)
    }
}
