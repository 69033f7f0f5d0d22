import TestSupport
import Testing

@Suite("The sample comparison")
struct SampleComparisonTests {
    let reference = AudioFixture.unique(frameCount: 5000)

    func compare(_ parts: PCMAudio...) -> SampleComparison {
        let capture = parts.reduce(reference.silence(777)) { $0.followed(by: $1) }.followed(by: reference.silence(99))
        return SampleComparison(of: capture, with: reference)
    }

    @Test("calls an intact capture exact, whatever silence surrounds it")
    func intact() {
        let result = compare(reference)
        #expect(result.isExact)
        #expect(result.matchingFrames == 5000)
        #expect(result.captureStart == 777)
        #expect(result.firstDifference == nil)
    }

    @Test("counts frames lost in the middle, and where", arguments: [1, 7, 448, 4032])
    func lost(count: Int) {
        let result = compare(reference[0..<500], reference[500 + count..<5000])
        #expect(result.faults.map(\.kind) == [.lost])
        #expect(result.lostFrames == count)
        #expect(result.firstDifference == 500)
        #expect(result.faults.first?.capturePosition == 1277)
        #expect(result.matchingFrames == 5000 - count)
    }

    @Test("counts frames lost at the start and at the end")
    func lostAtTheEdges() {
        let result = compare(reference[64..<4900])
        #expect(result.faults.map(\.position) == [0, 4900])
        #expect(result.lostFrames == 164)
        #expect(result.insertedFrames == 0)
        #expect(result.differingFrames == 0)
    }

    @Test("counts silence and repetitions as inserted")
    func inserted() {
        let result = compare(
            reference[0..<1000], reference.silence(64), reference[1000..<2000], reference[1900..<2000],
            reference[2000..<5000])
        #expect(result.faults.map(\.frameCount) == [64, 100])
        #expect(result.insertedFrames == 164)
        #expect(result.lostFrames == 0)
        #expect(result.matchingFrames == 5000)
    }

    @Test("counts frames replaced in place as differing")
    func differing() {
        let result = compare(reference[0..<1000], reference.silence(64), reference[1064..<5000])
        #expect(result.faults.map(\.kind) == [.differing])
        #expect(result.differingFrames == 64)
        #expect(result.firstDifference == 1000)
    }

    @Test("finds several faults in one capture")
    func several() {
        let result = compare(reference[0..<1000], reference[1448..<3000], reference.silence(32), reference[3000..<4999])
        #expect(
            result.faults.map(\.description) == [
                "lost 448 frames at frame 1000 (capture frame 1777)",
                "inserted 32 frames at frame 3000 (capture frame 3329)",
                "lost 1 frames at frame 4999 (capture frame 5360)",
            ])
    }

    @Test("calls everything lost when nothing was captured")
    func nothing() {
        let result = SampleComparison(of: reference.silence(1000), with: reference)
        #expect(result.lostFrames == 5000)
        #expect(result.captureStart == nil)
    }

    @Test("accepts what is within the tolerance and no more")
    func tolerance() {
        let louder = PCMAudio(sampleRate: 44_100, channelCount: 2, samples: reference.samples.map { $0 * 1.001 })
        #expect(SampleComparison(of: louder, with: reference, tolerance: 0.01).isExact)
        #expect(SampleComparison(of: louder, with: reference).differingFrames == 5000)
    }
}
