package import AudioSession
package import Playback

/// An output that the engine can play through, and that the session can direct.
package typealias Output = AudioOutput & SessionOutput
