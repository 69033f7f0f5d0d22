/// The file name suffixes that usually mean audio. They decide which files of a directory are played if nobody chose the files
/// one by one.
///
/// This is a list, rather than a look into each file, because a music library has tens of thousands of files, among them
/// pictures and texts. A file that is named by itself is opened whatever its suffix.
package enum AudioSuffixes {
    private static let all: Set<String> = [
        "flac", "wav", "wave", "w64", "aif", "aiff", "aifc", "au", "snd", "caf", "voc", "wv", "ape", "tta", "tak", "shn",
        "mp3", "mp2", "mpga", "aac", "m4a", "m4b", "m4r", "alac", "ogg", "oga", "opus", "spx", "mka", "weba",
        "wma", "asf", "ac3", "eac3", "dts", "dtshd", "mlp", "thd", "truehd", "dsf", "dff", "mpc", "mp+", "amr", "awb",
        "ra", "rm", "oma", "gsm", "vqf",
    ]

    /// All of them, in alphabetical order, without their points.
    package static var sorted: [String] { all.sorted() }

    /// All of them as numbers: see ``packed(_:)``.
    private static let numbers = Set(all.compactMap { packed($0.utf8) })

    /// Whether the suffix of `name` is one of an audio file. Made for arrays and their slices, too: a scan asks for every file.
    @_specialize(where Name == [UInt8])
    @_specialize(where Name == ArraySlice<UInt8>)
    package static func match<Name: BidirectionalCollection<UInt8>>(_ name: Name) -> Bool {
        guard let dot = name.lastIndex(of: UInt8(ascii: ".")), dot > name.startIndex else { return false }
        return packed(name[name.index(after: dot)...]).map(numbers.contains) ?? false
    }

    /// The bytes of a suffix in lower case, as one number, the last byte lowest; `nil` for more than eight, which no suffix here has.
    private static func packed(_ suffix: some Collection<UInt8>) -> UInt64? {
        var (number, count) = (UInt64(0), 0)
        for byte in suffix {
            guard count < 8 else { return nil }
            number = number << 8 | UInt64((UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte)
            count += 1
        }
        return number
    }
}
