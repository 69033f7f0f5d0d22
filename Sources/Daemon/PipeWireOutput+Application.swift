import AudioSession
import PipeWireOutput
import Playback

// The output of the daemon. Its target knows neither the engine nor who carries out the session's decisions.
extension PipeWireOutput: AudioOutput, SessionOutput {}
