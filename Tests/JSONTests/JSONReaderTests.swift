import JSON
import TestSupport
import Testing

@Suite("The JSON reader")
struct JSONReaderTests {
    @Test("takes what RFC 8259 takes and nothing else", .enabled(if: TestData.directory != nil, "no shared test data"))
    func conformance() throws {
        let cases = TestData.jsonCases
        #expect(cases.count > 300)
        for (name, bytes) in cases {
            let isAccepted = (try? JSONValue(parsing: bytes, maximumDepth: 1_000)) != nil
            if name.hasPrefix("y_") { #expect(isAccepted, "\(name)") }
            if name.hasPrefix("n_") { #expect(!isAccepted, "\(name)") }
        }
    }

    @Test(
        "keeps what numbers mean",
        arguments: [
            ("0", .integer(0)), ("-1", .integer(-1)), ("9223372036854775807", .integer(.max)),
            ("-9223372036854775808", .integer(.min)), ("9223372036854775808", .number(0x1p63)), ("1.0", .number(1)),
            ("0e1", .number(0)), ("1E-2", .number(0.01)), ("0.1", .number(0.1)), ("5e-324", .number(.leastNonzeroMagnitude)),
            ("1.7976931348623157e308", .number(.greatestFiniteMagnitude)),
        ] as [(String, JSONValue)])
    func numbers(text: String, value: JSONValue) throws {
        #expect(try JSONValue(parsing: text) == value)
    }

    @Test("reads decimals to the nearest double, short ones and long ones")
    func decimals() throws {
        var generator = SystemRandomNumberGenerator()
        for _ in 0..<20_000 {
            let digits = String(UInt64.random(in: 0...UInt64.max, using: &generator)).prefix(Int.random(in: 1...19))
            let text = "\(Bool.random() ? "-" : "")\(Int.random(in: 0...999)).\(digits)"
            #expect(try JSONValue(parsing: text) == .number(try #require(Double(text))), "\(text)")
        }
    }

    @Test("keeps the sign of a zero")
    func minusZero() throws {
        let value = try #require(JSONValue(parsing: "-0").numberValue)
        #expect(value == 0 && value.sign == .minus)
    }

    @Test(
        "refuses",
        arguments: [
            "", " ", "01", "-", "1.", ".5", "1e", "+1", "NaN", "Infinity", "1e400", "[1,]", "{\"a\":1,}", "{a:1}", "'a'", "1 2",
            "\u{FEFF}1", "\"\u{1}\"", "\"\\x\"", "\"\\u12\"", "\"\\ud800\"", "\"\\udc00\"", "\"\\ud800\\u0041\"", "\"a", "[",
            "tru",
            "[1", "{\"a\"", "{\"a\":", "\"\\", "\"\\u", "nul\u{0}",
        ])
    func refusals(text: String) {
        #expect(throws: JSONError.self) { try JSONValue(parsing: text) }
    }

    @Test(
        "refuses bytes that are no UTF-8",
        arguments: [[0xFF], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xE2, 0x82]])
    func invalidUTF8(bytes: [UInt8]) {
        #expect(throws: JSONError.self) { try JSONValue(parsing: [0x22] + bytes + [0x22]) }
    }

    @Test("puts surrogate pairs together, and takes every escape")
    func escapes() throws {
        let value = try JSONValue(parsing: #""\ud834\udd1e\"\\\/\b\f\n\r\t\u0000é""#)
        #expect(value == "\u{1D11E}\"\\/\u{8}\u{C}\n\r\t\u{0}é")
    }

    @Test("counts depth by brackets and stops in time")
    func depth() throws {
        let nested = { (depth: Int) in
            String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
        }
        #expect(try JSONValue(parsing: nested(32), maximumDepth: 32).arrayValue?.count == 1)
        #expect(throws: JSONError.self) { try JSONValue(parsing: nested(33), maximumDepth: 32) }
        let error = #expect(throws: JSONError.self) {
            try JSONValue(parsing: String(repeating: "[", count: 100_000), maximumDepth: 32)
        }
        #expect(error?.offset == 32)
    }

    @Test("takes the last of a doubled name")
    func doubledNames() throws {
        let value = try JSONValue(parsing: #"{"a":1,"b":2,"a":3}"#)
        #expect(value["a"] == 3)
        #expect(value == ["b": 2, "a": 3])
    }

    @Test("says where the text goes wrong")
    func errorText() {
        let error = #expect(throws: JSONError.self) { try JSONValue(parsing: "[1 2]") }
        #expect(error?.description == "a comma or a bracket is missing, at byte 3")
    }
}

@Suite("The JSON writer")
struct JSONWriterTests {
    @Test("writes what the reader reads back")
    func roundTrip() throws {
        let values: [JSONValue] = [
            .null, true, false, .integer(.min), .integer(.max), .number(0.1), .number(1e300), .number(-0.0),
            .number(.leastNonzeroMagnitude),
            "", "\u{0}\u{1F}\"\\/\u{7F}é\u{1D11E}\u{2028}", [], [1, [2, [:]]], ["a": nil, "b": .null, "c": ["d": 1.5]],
        ]
        for value in values { #expect(try JSONValue(parsing: value.text) == value, "\(value.text)") }
        #expect(try JSONValue(parsing: JSONValue.array(values).text) == .array(values))
    }

    @Test("is short, keeps order, and escapes no more than it must")
    func text() {
        let value: JSONValue = ["b": 1, "a": "é\n\u{1}/", "none": nil, "list": [1.5, .null]]
        #expect(value.text == #"{"b":1,"a":"é\n\u0001/","list":[1.5,null]}"#)
    }

    @Test("has null for what is not finite", arguments: [Double.nan, .infinity, -.infinity])
    func notFinite(number: Double) { #expect(JSONValue.number(number).text == "null") }
}
