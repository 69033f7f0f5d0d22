import AudioSession
import PipeWireOutput
import Playback

/// An output that the engine can play through, and that the session can direct.
typealias Output = AudioOutput & SessionOutput

// PipeWire is that output. Its target knows neither the engine nor who carries out the session's decisions.
extension PipeWireOutput: AudioOutput, SessionOutput {}
