import PipeWireOutput
import Playback

// PipeWire is the output that the engine plays through; the two targets do not know each other.
extension PipeWireOutput: AudioOutput {}
