/// Which tags of a recording belong to it wherever it is stored.
package enum CarriedTags {
    /// Tags that describe the file, its container or its encoder's delay, and are wrong for another file.
    private static let ofFile: Set<String> = [
        "major_brand", "minor_version", "compatible_brands", "encoder", "encoder_options", "itunsmpb", "itunnorm", "handler_name",
        "vendor_id", "duration", "bps", "creation_time", "source_id", "metadata_block_picture",
    ]
    /// Tags that tell how loud the recording is.
    private static let ofLoudness = ["replaygain_", "r128_"]

    /// Returns the tags to write for sound that came with `tags`.
    /// - Parameter gainChanges: whether the gain of the sound has changed, so that what the tags tell of it no longer holds.
    package static func of(_ tags: [String: String], gainChanges: Bool = false) -> [String: String] {
        tags.filter { name, text in
            // MP4 always states a language.
            if name == "language", text == "und" { return false }
            return !ofFile.contains(name) && !name.hasPrefix("number_of_") && !name.hasPrefix("_statistics_")
                && !(gainChanges && ofLoudness.contains { name.hasPrefix($0) })
        }
    }
}
