import MediaTypes
package import PlayerModel
package import Remotes

/// What somebody says into a device of the network, and everybody is to hear: what is taken. A value without a case.
package enum Voice {
    /// The role that a device needs.
    package static let role = Role.control
    /// The most bytes. A minute as browsers record it has half a million; what is longer than `announcements.limit_seconds` is cut off.
    package static let longest = 2 << 20

    /// Returns why a sound is not taken; `nil` if it is. Only what programs record that have a microphone is looked into any further: nothing in it
    /// leads elsewhere, as a list of addresses would.
    package static func refusal(of sound: [UInt8]) -> PlaybackError? {
        if sound.count > longest {
            return PlaybackError(.limitExceeded, "a voice has \(longest >> 20) MiB at most")
        }
        guard isContainer(sound) else {
            return PlaybackError(.media(.unsupported), "this is no sound that a browser records: WebM, Ogg, MP4 or WAV")
        }
        return nil
    }

    /// Whether it begins as WebM and Matroska, Ogg, MP4 or WAV do.
    private static func isContainer(_ sound: [UInt8]) -> Bool {
        func has(_ text: String, at offset: Int) -> Bool { sound.dropFirst(offset).starts(with: text.utf8) }
        return sound.starts(with: [0x1A, 0x45, 0xDF, 0xA3]) || has("OggS", at: 0) || has("ftyp", at: 4)
            || has("RIFF", at: 0) && has("WAVE", at: 8)
    }
}
