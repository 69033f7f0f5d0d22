import CPCRE2

/// A regular expression of Perl (PCRE2), ready to be compared with texts.
///
/// A text is bytes, as for MPD: a letter outside of ASCII is several of them, unless the expression begins with `(*UTF)`. A point is any
/// byte, line ends too, and parentheses without a name only group. Nothing changes a compiled expression, so every thread may compare
/// texts with it.
@safe package final class TextPattern: @unchecked Sendable {
    /// The most bytes of an expression: as many as a quoted value of a filter has.
    package static let lengthLimit = 4_095
    /// The same for one that begins with options, such as `(*UTF)`: classes of letters that fold the case take PCRE2 a second to compile if
    /// there are some hundred of them.
    package static let lengthLimitWithOptions = 255

    /// The expression as it was written.
    package let source: String
    /// Whether small and capital letters of ASCII count as the same.
    package let foldsCase: Bool
    let code: OpaquePointer

    /// Compiles an expression. What PCRE2 makes of it takes 64 KiB at most.
    package init(_ source: String, foldsCase: Bool) throws(TextPatternError) {
        // With a byte behind it, an empty expression has an address as well.
        let bytes = Array(source.utf8) + [0]
        let count = bytes.count - 1
        let hasOptions = source.utf8.starts(with: "(*".utf8)
        guard count <= (hasOptions ? Self.lengthLimitWithOptions : Self.lengthLimit) else { throw .tooLong }
        let options = PCRE2_DOTALL | PCRE2_NO_AUTO_CAPTURE | (foldsCase ? PCRE2_CASELESS : 0)
        var number: Int32 = 0
        var offset = 0
        let compiled = unsafe bytes.withUnsafeBufferPointer { text in
            unsafe pcre2_compile_8(text.baseAddress, count, options, &number, &offset, nil)
        }
        guard let code = unsafe compiled else { throw TextPatternError(number, at: offset) }
        self.source = source
        self.foldsCase = foldsCase
        unsafe self.code = unsafe code
    }

    deinit { unsafe pcre2_code_free_8(code) }
}

extension TextPattern: Hashable {
    package static func == (first: TextPattern, second: TextPattern) -> Bool {
        first.foldsCase == second.foldsCase && first.source.utf8.elementsEqual(second.source.utf8)
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(foldsCase)
        hasher.combine(Array(source.utf8))
    }
}
