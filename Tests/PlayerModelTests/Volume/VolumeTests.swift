import Testing

@testable import PlayerModel

@Suite("The volume")
struct VolumeTests {
    @Test("a level comes before a difference, and the result stays in its range")
    func change() {
        let volume = Volume(level: 0.5, muted: true)
        #expect(volume.changed(level: nil, delta: nil, muted: nil) == volume)
        #expect(volume.changed(level: 0.25, delta: 0.5, muted: false) == Volume(level: 0.75, muted: false))
        #expect(volume.changed(level: nil, delta: 0.75, muted: nil) == Volume(level: 1, muted: true))
        #expect(volume.changed(level: nil, delta: -0.75, muted: nil) == Volume(level: 0, muted: true))
        #expect(volume.changed(level: 3, delta: -2.5, muted: nil).level == 0.5, "only the result is clamped")
    }

    @Test("a report that only rounds the level is no change")
    func report() {
        let volume = Volume(level: 0.5)
        #expect(!volume.isChanged(by: Volume(level: 0.500_4)) && !volume.isChanged(by: Volume(level: 0.499_6)))
        #expect(volume.isChanged(by: Volume(level: 0.501)) && volume.isChanged(by: Volume(level: 0.5, muted: true)))
    }
}
