import AudioTypes
import RealtimeAudio
import TestSupport
import Testing

@testable import Playback

@Suite("Sound of an output chain that waits before it begins")
struct OutputChainHoldTests {
    @Test("plays nothing until it is released, once, and then runs as ever")
    func hold() throws {
        let stage = try ChainStage()
        var asked: [Int] = []
        stage.chain.setStartHold {
            asked.append($0)
            return true
        }
        try stage.play()
        #expect(asked == [2] && stage.output.renderer?.plays == false && stage.activity == [true])
        stage.chain.releaseStart()
        #expect(stage.output.renderer?.plays == true)
        stage.chain.fadeOut()
        stage.chain.releaseStart()
        #expect(stage.output.renderer?.plays == false, "nothing waited any more")
    }

    @Test("does not begin by a release if it was paused or stopped meanwhile", arguments: [0, 1, 2])
    func ended(way: Int) throws {
        let stage = try ChainStage()
        stage.chain.setStartHold { _ in true }
        try stage.play()
        switch way {
        case 0: stage.chain.fadeOut()
        case 1: stage.chain.hold()
        default: stage.chain.deactivate()
        }
        stage.chain.releaseStart()
        #expect(stage.output.renderer?.plays == false)
    }
}
