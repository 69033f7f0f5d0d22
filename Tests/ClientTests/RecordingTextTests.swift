import AudioTypes
import ControlProtocol
import JSON
import Testing

@testable import fermata

@Suite("Recordings, for people")
struct RecordingTextTests {
    @Test("the meter shows time, RMS, peak and the peak's number, and fits its columns", arguments: [0, 10, 40, 200])
    func meter(columns: Int) {
        let levels = Wire.RecordingLevels(
            recording: 1, Wire.Levels(peak: [-30, -120], rms: [-45, -120], momentary: -41.26), frame: 3_000_000)
        let line = RecordingText.meter(levels, rate: 48_000, columns: columns)
        #expect(line.count <= columns)
        guard columns == 40 else { return }
        #expect(line.hasPrefix("1:02  ==") && line.contains("-30") && line.contains("-inf"), "\(line)")
    }

    @Test(
        "the meter ends with the loudness if it is wide enough, and is as wide in silence",
        arguments: [(-23.04, "-23.0 LUFS"), (-0.04, "  0.0 LUFS"), (-0.06, " -0.1 LUFS"), (nil, "    - LUFS")]
            as [(Double?, String)])
    func loudness(momentary: Double?, text: String) {
        var levels = Wire.RecordingLevels(
            recording: 1, Wire.Levels(peak: [-30], rms: [-45], momentary: momentary), frame: 3_000_000)
        let line = RecordingText.meter(levels, rate: 48_000, columns: 80)
        #expect(line.hasSuffix(text) && line.count <= 80, "\(line)")
        levels.levels.momentary = -70
        #expect(RecordingText.meter(levels, rate: 48_000, columns: 80).count == line.count)
        #expect(!RecordingText.meter(levels, rate: 48_000, columns: 59).contains("LUFS"))
    }

    @Test("a summary says what is missing, and where the files are")
    func summary() {
        let result = Wire.RecordingResult(
            recording: 1, reason: .stopped, error: nil, path: "/r/a 3.flac", files: 3, frames: 480_000, duration: 10,
            missedFrames: 256, droppedFrames: 0)
        #expect(
            RecordingText.summary(result, of: nil)
                == "0:10 recorded (480000 frames); 256 frames missed, 0 dropped in 3 files: /r/a 3.flac")
    }

    @Test("inputs are listed with their kind and what they are used for")
    func inputs() {
        let input = Wire.Input(
            uid: "mic", name: "Mic\u{1B}[2J", type: .builtInMic, channels: 1, current: true, default: false, volume: 0.5,
            muted: true)
        let text = RouteText.inputs(.array([input.json]))
        #expect(text.hasPrefix("mic  Mic") && text.hasSuffix("built-in microphone, 1 ch, volume 50% (muted) (current)"))
        #expect(!text.contains("\u{1B}"))
        #expect(RouteText.inputs(.array([])) == "there are no inputs")
    }
}
