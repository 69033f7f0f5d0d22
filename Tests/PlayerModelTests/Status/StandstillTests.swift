import AudioTypes
import Testing

@testable import PlayerModel

@Suite("The place at which the player stands")
struct StandstillTests {
    @Test("it stands at a frame or in a restored item, never in both")
    func one() {
        var place = Standstill()
        #expect(place.frame == nil && place.restoredID == nil && place.restoredSeconds == nil)
        place.stand(inRestored: 4, at: 2.5)
        #expect(place.frame == nil && place.restoredID == 4 && place.restoredSeconds == 2.5)
        place.stand(at: FrameCount(100))
        #expect(place.frame?.value == 100 && place.restoredID == nil && place.restoredSeconds == nil)
        place.leave()
        #expect(place == Standstill())
    }
}
