// Drives the real render() through everything it does, each cycle watched by RealtimeSanitizer. Ends with status 0 when
// nothing of it allocated, locked or blocked. With the argument `allocate` a cycle allocates on purpose: the sanitizer must
// end the program then, or it watches nothing. `scripts/sanitize-realtime` builds and runs both.

import AudioTypes
import CSanitizer
import RealtimeAudio

let allocates = CommandLine.arguments.dropFirst().first == "allocate"
let studio = Studio()

studio.scene("play")
studio.renderer.setPlays(true)
studio.segment(1, frames: 6_000)
studio.cycles(3, of: 1_024)
studio.cycles(20, of: 32)

if allocates {
    studio.scene("allocate")
    studio.allocateInside()
    print("the allocation went unnoticed")
}

studio.scene("pause and resume")
studio.renderer.setPlays(false)
studio.cycles(20, of: 64)
studio.renderer.setPlays(true)
studio.cycles(2, of: 64)
studio.renderer.setPlays(false)
studio.cycles(1, of: 64)
studio.renderer.setPlays(true)
studio.cycles(20, of: 64)

studio.scene("gapless boundary, end, silence")
studio.segment(2, frames: 700)
studio.cycles(20, of: 512)

studio.scene("underrun")
studio.begin(3, frames: 300)
studio.cycles(4, of: 256)
studio.write(2_000)
studio.cycles(2, of: 256)

studio.scene("mute and gain")
studio.renderer.setMuted(true)
studio.cycles(3, of: 256)
studio.renderer.setMuted(false)
studio.renderer.setGain(0.5)
studio.cycles(2, of: 256)

studio.scene("seek")
studio.write(1_500)
studio.change(generation: 1)
studio.begin(4, frames: 3_000, rampsIn: true)
studio.cycles(3, of: 512)
studio.change(generation: 2)
studio.change(generation: 3)
studio.segment(5, frames: 3_000)
studio.cycles(3, of: 512)

studio.scene("cancel")
studio.segment(6, frames: 500)
studio.segment(7, frames: 500)
studio.renderer.cancelSegments(after: 5, through: 6)
studio.cycles(10, of: 512)

studio.scene("cut")
studio.begin(8, frames: 4_000)
studio.cycles(2, of: 128)
studio.renderer.setCut(true)
studio.cycles(2, of: 128)
studio.renderer.setCut(false)
studio.cycles(2, of: 128)

studio.scene("copies of what is played")
studio.tap()
studio.change(generation: 4)
studio.segment(9, frames: 4_000)
studio.cycles(40, of: 128)
studio.endTaps()

studio.scene("more events than the queue holds")
studio.change(generation: 5)
for segment in 10..<700 {
    studio.segment(UInt64(segment), frames: 1)
    studio.cycles(1, of: 4, fetchingEvents: false)
}
studio.finish()

let projector = Studio(SampleCoding(codec: .ac3, unitFrames: 1_536))
projector.scene("sound that a sink decodes: play, pause, mute, seek")
projector.renderer.setPlays(true)
projector.segment(1, frames: 6_144)
projector.cycles(2, of: 1_024)
projector.renderer.setPlays(false)
projector.cycles(3, of: 512)
projector.renderer.setMuted(true)
projector.renderer.setPlays(true)
projector.cycles(2, of: 512)
projector.renderer.setMuted(false)
projector.cycles(2, of: 512)
projector.change(generation: 1)
projector.begin(2, frames: 1_536, rampsIn: true)
projector.cycles(8, of: 512)
projector.finish()

let microphone = Microphone()
microphone.scene("capture")
microphone.cycles(20, of: 32)
microphone.take()
microphone.cycles(3, of: 1_024)
microphone.take()

microphone.scene("missed cycles, another driver")
microphone.miss(4_096)
microphone.cycles(2, of: 256)
microphone.changeDriver()
microphone.cycles(2, of: 256)
microphone.take()

microphone.scene("a full ring, and more gaps than the queue holds")
microphone.cycles(40, of: 1_024)
microphone.take()
for _ in 0..<1_100 {
    microphone.miss(4)
    microphone.cycles(1, of: 4)
}
microphone.take()
microphone.cycles(2, of: 64)
microphone.finish()

let speakers = Loudspeakers(Studio())
speakers.scene("several outputs: joined, late, silenced, brought in step, left")
speakers.play(frames: 6_000)
let (first, second) = (speakers.join(), speakers.join())
speakers.beginTogether()
speakers.cycles(1, of: 256, without: [second])
speakers.cycles(4, of: 256)
let third = speakers.join()
speakers.cycles(2, of: 256)
second.setDelay(0.02)
speakers.cycles(4, of: 256)
speakers.cycles(1, of: 256, without: [third])
speakers.cut(third)
speakers.cycles(2, of: 256)
third.setCut(false)
speakers.cycles(2, of: 256)
first.setMayLeave(true)
speakers.cycles(4, of: 1_024, without: [second, third])
speakers.finish()
