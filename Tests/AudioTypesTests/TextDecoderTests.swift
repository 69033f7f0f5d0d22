import AudioTypes
import Testing

@Suite("Text that does not say in which character set it is")
struct TextDecoderTests {
    @Test(
        "is UTF-8 if it can be, or else Windows-1252",
        arguments: [
            (Array("Déjà — 三".utf8), "Déjà — 三"),
            ([0x44, 0x6F, 0x6E, 0x92, 0x74, 0x20, 0x96, 0x20, 0x93, 0x85, 0x94], "Don’t – “…”"),
            ([0x80, 0x35], "€5"), ([0x63, 0x61, 0x66, 0xE9], "café"), ([0x49, 0x52, 0x4D, 0xC3], "IRMÃ"), ([], ""),
            ([0xE9, 0x74, 0xE9], "été"),
        ] as [([UInt8], String)])
    func sets(bytes: [UInt8], text: String) {
        #expect(TextDecoder.decode(bytes) == text)
    }

    @Test("loses the last character alone where that was cut, and something shows that it is UTF-8")
    func cut() {
        let bytes = Array("Пугачёва — 三".utf8)
        #expect(TextDecoder.decode(bytes.dropLast()) == "Пугачёва — ")
        #expect(TextDecoder.decode(bytes.dropLast(2)) == "Пугачёва — ")
        #expect(TextDecoder.decode(Array("naïve 🎵".utf8).dropLast()) == "naïve ")
        #expect(TextDecoder.decode(Array("plain 三".utf8).dropLast()) != "plain ", "nothing shows that it is UTF-8")
        #expect(TextDecoder.decode(Array("plain 三".utf8).dropLast(), isCut: true) == "plain ")
    }
}
