import Testing

@testable import Application

@Suite("Keeping the machine awake")
struct WakefulnessTests {
    @Test("begins with the first sound that plays or is recorded, and ends with the last")
    func playingAndRecording() {
        var wakefulness = Wakefulness()
        #expect(wakefulness.change() == nil)
        wakefulness.isPlaying = true
        #expect(wakefulness.change() == true)
        wakefulness.isRecording = true
        #expect(wakefulness.change() == nil)
        wakefulness.isPlaying = false
        #expect(wakefulness.change() == nil)
        wakefulness.isRecording = false
        #expect(wakefulness.change() == false)
    }

    @Test("ends at once where the configuration no longer wants it")
    func unwanted() {
        var wakefulness = Wakefulness()
        wakefulness.isPlaying = true
        #expect(wakefulness.change() == true)
        wakefulness.isWanted = false
        #expect(wakefulness.change() == false)
        #expect(wakefulness.change() == nil)
    }
}
