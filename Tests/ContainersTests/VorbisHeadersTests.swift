import Testing

@testable import Containers

@Suite("Headers of Vorbis among the packets of a station")
struct VorbisHeadersTests {
    private let identification: [UInt8] =
        [1] + Array("vorbis".utf8) + [0, 0, 0, 0, 2, 0x44, 0xAC, 0, 0] + [UInt8](repeating: 0, count: 12) + [0xB8, 1]
    private let comments: [UInt8] = [3] + Array("vorbis".utf8) + [UInt8](repeating: 9, count: 100)
    private let setup: [UInt8] = [5] + Array("vorbis".utf8) + [7, 7, 7]

    private func take(_ packets: [UInt8]..., into headers: inout VorbisHeaders) -> [(isHeader: Bool, song: VorbisHeaders.Song?)] {
        packets.map { headers.take(Array($0.prefix(7)), whole: $0) }
    }

    @Test("three of them tell the next song, without its comments")
    func song() {
        var headers = VorbisHeaders()
        let found = take(identification, comments, setup, into: &headers)
        #expect(found.map(\.isHeader) == [true, true, true])
        #expect(found.map { $0.song == nil } == [true, true, false])
        let song = found[2].song
        #expect(song?.sampleRate == 44_100 && song?.channelCount == 2)
        let none: [UInt8] = [3] + Array("vorbis".utf8) + [0, 0, 0, 0, 0, 0, 0, 0, 1]
        #expect(song?.header == [2, 30, 16] + identification + none + setup)
    }

    @Test("sound is no header, and headers that say nothing of a song begin none")
    func others() {
        var headers = VorbisHeaders()
        let sound: [UInt8] = [0, 1, 2, 3, 4, 5, 6, 7]
        let short = Array(identification.dropLast())
        var mute = identification
        mute[11] = 0
        var still = identification
        still.replaceSubrange(12..<16, with: [0, 0, 0, 0])
        #expect(take(sound, [], [1], into: &headers).allSatisfy { !$0.isHeader && $0.song == nil })
        for first in [setup, short, mute, still] {
            #expect(take(first, setup, into: &headers).allSatisfy { $0.isHeader && $0.song == nil })
        }
        // A setup that is too long comes without its bytes, and takes nothing from the next.
        _ = take(identification, into: &headers)
        #expect(headers.take(Array(setup.prefix(7)), whole: []).song == nil)
        #expect(take(identification, setup, into: &headers).last?.song != nil)
    }
}
