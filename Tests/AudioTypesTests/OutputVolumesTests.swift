import Testing

@testable import AudioTypes

@Suite("What outputs have of their own about the volume")
struct OutputVolumesTests {
    @Test("comes part by part from the most exact name that has the part: port, sink, pattern, all")
    func parts() {
        let volumes = OutputVolumes([
            "card#headphones": VolumeRule(atStart: 0.2), "card": VolumeRule(maximum: 0.7, control: .sink),
            "ca*": VolumeRule(maximum: 0.6, atStart: 0.4), "default": VolumeRule(maximum: 0.5, atStart: 0.5, control: .software),
        ])
        #expect(volumes.rule(sink: "card", port: "headphones") == VolumeRule(maximum: 0.7, atStart: 0.2, control: .sink))
        #expect(volumes.rule(sink: "card", port: "speaker") == VolumeRule(maximum: 0.7, atStart: 0.4, control: .sink))
        #expect(volumes.rule(sink: "camera", port: nil) == VolumeRule(maximum: 0.6, atStart: 0.4, control: .software))
        #expect(volumes.rule(sink: "tv", port: nil) == VolumeRule(maximum: 0.5, atStart: 0.5, control: .software))
        #expect(OutputVolumes().rule(sink: "tv", port: nil).isEmpty)
    }

    @Test("of clients takes the place of the same part in the configuration, and of no other")
    func overridden() {
        let configured = OutputVolumes(["a": VolumeRule(maximum: 0.5, atStart: 0.1), "b": VolumeRule(maximum: 0.3)])
        let all = configured.overridden(by: OutputVolumes(["a": VolumeRule(maximum: 1), "c": VolumeRule(control: .sink)]))
        #expect(
            all.rules == [
                "a": VolumeRule(maximum: 1, atStart: 0.1), "b": VolumeRule(maximum: 0.3), "c": VolumeRule(control: .sink),
            ])
    }
}
