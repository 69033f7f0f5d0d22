package import AudioSession
package import Playback
package import Recording

/// An output that the engine can play through, that the session can direct, and that has further streams for announcements and for recordings.
package typealias Output = AudioOutput & SessionOutput & AnnouncementOutputs & CaptureInputs
