// M3U, plain and extended: one location in each line. Lines with # are comments, and some of them are about the location
// that follows.
extension Playlist {
    mutating func readM3U(_ text: ArraySlice<UInt8>, _ resolver: LocationResolver) throws(PlaylistError) {
        var remark: ExtendedRemark?
        var isPublicOnly = false
        for line in text.lines {
            guard line.first == UInt8(ascii: "#") else {
                if let uri = located(line, resolver.uri(ofPathOrURL:)) {
                    var entry = PlaylistEntry(
                        uri: uri, title: remark?.title, artist: remark?.artist, duration: remark?.duration)
                    entry.isPublicOnly = isPublicOnly
                    entry.isForeign = SpeltPath.isForeign(line)
                    try add(entry)
                }
                (remark, isPublicOnly) = (nil, false)
                continue
            }
            if line.starts(withWord: "#EXT-X-") {
                entries = []
                isStream = true
                return
            }
            if line.starts(withWord: PlaylistEntry.publicOnlyLine) { isPublicOnly = true }
            if line.starts(withWord: "#EXTINF:") { remark = ExtendedRemark(line.dropFirst("#EXTINF:".utf8.count)) }
        }
    }

    /// Returns the address that `resolve` finds for `text`. If there is none, notes the reason and returns `nil`.
    mutating func located(
        _ text: ArraySlice<UInt8>, _ resolve: (ArraySlice<UInt8>) throws(LocationResolver.Fault) -> String
    ) -> String? {
        do throws(LocationResolver.Fault) {
            return try resolve(text)
        } catch {
            leaveOut("The entry \(text.quoted) is left out: \(error.reason).")
            return nil
        }
    }
}
