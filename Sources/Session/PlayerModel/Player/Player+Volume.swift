// The volume: clients change it, and so do other programs through the sound server.
extension Player {
    /// Changes the volume for a client.
    mutating func setVolume(level: Double?, delta: Double?, muted: Bool?) -> [PlayerAction] {
        let wanted = volume.changed(level: level, delta: delta, muted: muted)
        guard wanted != volume else { return [] }
        volume = wanted
        return [.applyVolume(wanted), .emit(.volumeChanged(wanted, source: .client)), .save]
    }

    /// Takes in the volume that the sound server reports.
    mutating func volumeChanged(level: Double, muted: Bool) -> [PlayerAction] {
        let heard = Volume(level: level, muted: muted).clamped
        guard volume.isChanged(by: heard) else { return [] }
        volume = heard
        return [.emit(.volumeChanged(heard, source: .system)), .save]
    }
}
