/// Decodes text of servers, which is UTF-8 or Latin-1.
enum HeaderText {
    static func decode(_ bytes: some Collection<UInt8>) -> String {
        String(validating: bytes, as: UTF8.self) ?? String(String.UnicodeScalarView(bytes.map { UnicodeScalar($0) }))
    }

    static func trimmed(_ text: some StringProtocol) -> String {
        let isBlank: (Character) -> Bool = { $0 == " " || $0 == "\t" }
        var rest = text.drop(while: isBlank)
        while let last = rest.last, isBlank(last) { rest = rest.dropLast() }
        return String(rest)
    }
}
