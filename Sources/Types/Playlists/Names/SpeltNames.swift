import AudioTypes

/// The names in a directory, among which the one is found that somebody means who spells it otherwise: in other case, in another normal
/// form of Unicode, in Windows-1252, with blanks around it, or with the suffix that the file had before it was converted.
///
/// If several names would do equally, none is the one: nothing is guessed. A value; the caller has read the directory.
package struct SpeltNames: Sendable {
    /// The name of a file or a directory.
    package struct Name: Hashable, Sendable {
        package let bytes: [UInt8]
        /// Whether it is that of a sound file.
        package let isSound: Bool

        package init(_ bytes: [UInt8], isSound: Bool) {
            self.bytes = bytes
            self.isSound = isSound
        }
    }

    /// How many names there are.
    package let count: Int
    /// The names by what remains of each if case, normal form and character set are left out.
    private let folded: [String: [[UInt8]]]
    /// Those of sound files, without their suffixes.
    private let stems: [String: [[UInt8]]]

    package init(_ names: [Name]) {
        var (folded, stems): ([String: [[UInt8]]], [String: [[UInt8]]]) = ([:], [:])
        for name in names {
            folded[Self.folded(name.bytes[...]), default: []].append(name.bytes)
            if name.isSound { stems[Self.folded(Self.stem(of: name.bytes[...])), default: []].append(name.bytes) }
        }
        (self.folded, self.stems) = (folded, stems)
        count = names.count
    }

    /// Returns the name that `wanted` means; `nil` if there is none, or more than one.
    package func name(meantBy wanted: ArraySlice<UInt8>) -> [UInt8]? {
        let alike = folded[Self.folded(wanted)] ?? []
        guard alike.count > 1 else { return alike.first }
        if let same = alike.first(where: { $0.elementsEqual(wanted) }) { return same }
        // Swift compares texts whatever their normal form.
        let text = Self.text(wanted)
        let inCase = alike.filter { Self.text($0[...]) == text }
        return inCase.count == 1 ? inCase[0] : nil
    }

    /// Returns the one sound file whose name without its suffix is that of `wanted`; `nil` if there is none, or more than one.
    package func sound(insteadOf wanted: ArraySlice<UInt8>) -> [UInt8]? {
        let alike = stems[Self.folded(Self.stem(of: wanted))] ?? []
        return alike.count == 1 ? alike[0] : nil
    }

    /// The name without its last suffix.
    private static func stem(of name: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        guard let dot = name.lastIndex(of: UInt8(ascii: ".")), dot > name.startIndex else { return name }
        return name[..<dot]
    }

    /// The name as text: not only lists have Windows-1252, but also old disks.
    private static func text(_ name: ArraySlice<UInt8>) -> String { TextDecoder.decode(name.trimmed) }

    private static func folded(_ name: ArraySlice<UInt8>) -> String { text(name).lowercased() }
}
