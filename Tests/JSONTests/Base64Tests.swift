import JSON
import Testing

@Suite("Bytes as text")
struct Base64Tests {
    @Test(
        "bytes in base64 are those of the standard's examples, and come back",
        arguments: [
            ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("fooba", "Zm9vYmE="),
            ("foobar", "Zm9vYmFy"),
        ])
    func base64(text: String, encoded: String) {
        #expect(Base64.text(of: Array(text.utf8)) == encoded && Base64.bytes(of: encoded) == Array(text.utf8))
        for bytes in (0..<64).map({ [UInt8](repeating: UInt8($0 * 4 + 3), count: $0) }) {
            #expect(Base64.bytes(of: Base64.text(of: bytes)) == bytes)
        }
    }

    @Test("what is no base64 gives no bytes", arguments: ["A", "AA", "AAA", "AA=A", "A===", "====", "AA-A", "AAAA=", "ÄÄ"])
    func noBase64(text: String) { #expect(Base64.bytes(of: text) == nil) }
}
