import Testing

@testable import AudioSession

@Suite("What a profile of a card plays")
struct CardLayoutTests {
    @Test(
        "is read from its name",
        arguments: [
            ("output:hdmi-stereo", "hdmi", "", "", 2), ("output:hdmi-surround", "hdmi", "", "", 6),
            ("output:hdmi-surround71-extra1", "hdmi", "extra1", "", 8), ("output:hdmi-surround-extra2", "hdmi", "extra2", "", 6),
            ("output:analog-surround-51+input:analog-stereo", "analog", "", "input:analog-stereo", 6),
            ("input:analog-mono+output:analog-surround-21", "analog", "", "input:analog-mono", 3),
            ("output:analog-surround-40", "analog", "", "", 4), ("output:analog-mono", "analog", "", "", 1),
            ("output:iec958-ac3-surround-51", "iec958-ac3", "", "", 6), ("output:stereo-fallback", "", "fallback", "", 2),
        ])
    func name(name: String, family: String, place: String, rest: String, channels: Int) throws {
        let layout = try #require(CardLayout(profile: name))
        #expect(layout.family == family && layout.place == place && layout.rest == rest && layout.channelCount == channels)
    }

    @Test(
        "is not known where the name does not say it, or says several things",
        arguments: [
            "", "off", "pro-audio", "a2dp-sink", "input:analog-stereo", "output:", "output:multichannel-output",
            "output:hdmi-surroundx",
            "output:hdmi-surround7", "output:hdmi-stereo+output:analog-stereo", "output:analog-surround-999",
        ])
    func unknown(name: String) { #expect(CardLayout(profile: name) == nil) }

    private func card(_ active: String, _ others: [(String, Int, Bool)]) -> GraphDevice {
        var device = GraphDevice(name: "card", serial: 1)
        device.profile = active
        device.profiles = ([(active, 100, true)] + others).map {
            DeviceProfile(name: $0.0, priority: $0.1, hasInput: false, hasOutput: true, isAvailable: $0.2)
        }
        return device
    }

    @Test("chosen is the one of the same way out that has enough channels, with the fewest beyond them, else the preferred")
    func chosen() {
        let card = card(
            "output:hdmi-stereo",
            [
                ("output:hdmi-surround71", 30, true), ("output:hdmi-surround", 10, true), ("output:analog-surround-51", 90, true),
                ("output:hdmi-surround-extra1", 90, true), ("output:hdmi-surround+input:analog-stereo", 90, true),
                ("output:hdmi-surround-51", 20, true), ("output:hdmi-surround-50", 20, false), ("pro-audio", 99, true),
            ])
        #expect(card.profile(forChannels: 5)?.name == "output:hdmi-surround-51", "of two with six, the preferred one")
        #expect(card.profile(forChannels: 7)?.name == "output:hdmi-surround71")
        for count in [0, 1, 2, 9] { #expect(card.profile(forChannels: count) == nil) }
        #expect(card.mostChannels == 8)
        #expect(self.card("output:hdmi-surround71", [("output:hdmi-stereo", 90, true)]).profile(forChannels: 6) == nil)
        #expect(self.card("pro-audio", [("output:hdmi-surround", 1, true)]).profile(forChannels: 6) == nil)
        #expect(self.card("off", []).mostChannels == nil)
    }
}
