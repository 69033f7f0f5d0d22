/// The containers that may be opened, by the names of FFmpeg's demuxers.
///
/// This is a list of allowed names because FFmpeg also "demuxes" playlists, scripts, pictures, subtitles and capture devices,
/// and new versions add more. FFmpeg chooses the demuxer by the content of a file, never by its name.
enum AllowedFormats {
    /// Demuxers of containers that can hold audio. They open nothing but the bytes that they are given.
    private static let names: Set<String> = [
        // Containers for many codecs.
        "mov", "matroska", "ogg", "asf", "avi", "flv", "mpegts", "mpeg", "nut", "rm", "caf",
        // One codec, or plain samples with a header.
        "wav", "w64", "aiff", "au", "voc", "ircam", "sox", "pvf", "nistsphere", "avr",
        "flac", "wv", "ape", "tta", "tak", "shn", "mlp", "truehd", "dsf", "iff", "wsd",
        "mp3", "aac", "loas", "ac3", "eac3", "dts", "dtshd", "mpc", "mpc8", "amr", "amrnb", "amrwb", "oma", "aea", "gsm",
        "qcp", "vqf", "xwma", "sbc",
    ]

    /// All names, separated by commas as FFmpeg expects them.
    static var list: String { names.sorted().joined(separator: ",") }

    /// Whether `demuxer` is on the list. One demuxer may have several names, which FFmpeg separates with commas.
    static func contains(_ demuxer: String) -> Bool {
        demuxer.split(separator: ",").contains { names.contains(String($0)) }
    }
}
