package import AudioSession
package import Playback

/// An output that the engine can play through, that the session can direct, and that has further streams for announcements.
package typealias Output = AudioOutput & SessionOutput & AnnouncementOutputs
