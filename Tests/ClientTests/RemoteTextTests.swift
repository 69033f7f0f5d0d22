import ControlProtocol
import Testing

@testable import fermata

@Suite("Devices of the network as people read them")
struct RemoteTextTests {
    @Test("an offer has the addresses, the digits, and how long they count")
    func offer() {
        let offer = Wire.PairingOffer(code: "012345", expiresIn: 300, role: .guest, addresses: ["http://a/", "http://b/"])
        let text = RemoteText.offer(offer)
        #expect(text.hasSuffix("Open http://a/ or http://b/\nand name the code 012345 within 5 minutes, once. Role: guest."))
        let nowhere = RemoteText.offer(Wire.PairingOffer(code: "1", expiresIn: 1, role: .view, addresses: []))
        #expect(nowhere == "Name the code 1 within a minute, once. Role: view.")
    }

    @Test("devices are listed with their numbers, and what their names do to a terminal is left out")
    func devices() {
        #expect(RemoteText.devices([]) == "no device is paired")
        let devices = [0, 1, 2].map {
            Wire.RemoteDevice(device: Int64($0 + 1), name: "a\u{1B}b", role: .control, pairedAt: 0, connections: $0)
        }
        let lines = RemoteText.devices(devices).split(separator: "\n")
        #expect(lines.count == 3 && !lines.contains { $0.contains("\u{1B}") })
        #expect(lines[0].hasPrefix("1  ") && lines[0].hasSuffix(": control"))
        #expect(lines[1].hasSuffix(", connected") && lines[2].hasSuffix(", 2 connections"))
    }

    @Test("a picture has two rows in each line, with a margin, and its colours are its own")
    func picture() {
        // A square of three by three whose corners and middle are dark.
        let text = QRCode.text(width: 3) { column, row in (column + row) % 2 == 0 }
        let (begin, end) = ("\u{1B}[30;107m", "\u{1B}[0m")
        let expected = ["       ", "  ▀▄▀  ", "  ▀ ▀  ", "       "].map { begin + $0 + end }
        #expect(text.split(separator: "\n").map(String.init) == expected)
    }
}
