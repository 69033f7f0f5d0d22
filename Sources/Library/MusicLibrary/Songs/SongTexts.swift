/// What a door says about songs in its lists. It is kept for each directory, because lists of everything are long.
package struct SongTexts: Sendable {
    /// What the texts depend on besides the songs, as a checksum. A text that is kept in another form is not used.
    package let form: Int64
    /// Makes what adds the text about a song. It may remember the song before: one is made for each directory.
    package let makeWriter: @Sendable () -> (LibrarySong, inout [UInt8]) -> Void

    /// The most bytes of the text about a directory. What is longer is made anew each time, in several texts.
    package static let limit = 2 << 20

    package init(form: Int64, makeWriter: @escaping @Sendable () -> (LibrarySong, inout [UInt8]) -> Void) {
        (self.form, self.makeWriter) = (form, makeWriter)
    }
}
