/// The containers that are opened, by the names of their demuxers.
///
/// A list of what is allowed, because FFmpeg also "demuxes" playlists, scripts, pictures, subtitles and capture devices, and a new
/// version adds more. What a file's bytes say it is decides which demuxer that would be, never its name.
enum AllowedFormats {
    /// Demuxers of containers that can hold audio and open nothing but the bytes that they are given.
    private static let names: Set<String> = [
        // Containers of many codecs.
        "mov", "matroska", "ogg", "asf", "avi", "flv", "mpegts", "mpeg", "nut", "rm", "caf",
        // One codec, or plain samples with a header.
        "wav", "w64", "aiff", "au", "voc", "ircam", "sox", "pvf", "nistsphere", "avr",
        "flac", "wv", "ape", "tta", "tak", "shn", "mlp", "truehd", "dsf", "iff", "wsd",
        "mp3", "aac", "loas", "ac3", "eac3", "dts", "dtshd", "mpc", "mpc8", "amr", "amrnb", "amrwb", "oma", "aea", "gsm",
        "qcp", "vqf", "xwma", "sbc",
    ]

    /// All of them, as FFmpeg takes them.
    static var list: String { names.sorted().joined(separator: ",") }

    /// Whether a demuxer of that name is opened. FFmpeg separates the names of one demuxer with commas.
    static func contains(_ demuxer: String) -> Bool {
        demuxer.split(separator: ",").contains { names.contains(String($0)) }
    }
}
