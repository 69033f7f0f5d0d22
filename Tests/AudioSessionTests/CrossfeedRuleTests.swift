import AudioTypes
import Testing

@testable import AudioSession

@Suite("The rule about crossfeed")
struct CrossfeedRuleTests {
    @Test("headphones and headsets are worn at the ears, whatever they are connected with", arguments: [nil, "headset"])
    func worn(formFactor: String?) {
        #expect(OutputType.headphones.isAtEars(formFactor: formFactor) && OutputType.headset.isAtEars(formFactor: formFactor))
        let bluetooth: [OutputType] = [.bluetoothA2DP, .bluetoothHFP, .bluetoothLE]
        #expect(bluetooth.allSatisfy { $0.isAtEars(formFactor: "Headphone") && $0.isAtEars(formFactor: "headset") })
    }

    @Test("loudspeakers, a car and the earpiece of a telephone are not, nor what does not say what it is")
    func notWorn() {
        for type in [OutputType.bluetoothA2DP, .bluetoothHFP, .bluetoothLE] {
            for formFactor in [nil, "speaker", "car", "hands-free", "portable", "hifi"] {
                #expect(!type.isAtEars(formFactor: formFactor), "\(type) \(formFactor ?? "")")
            }
        }
        let others: [OutputType] = [.builtInReceiver, .builtInSpeaker, .usbAudio, .hdmi, .lineOut, .network, .unknown]
        #expect(others.allSatisfy { !$0.isAtEars(formFactor: "headset") })
    }
}
