import AudioTypes
import Glibc
import Media
import MediaTypes
import SystemSupport
import TagReading

/// Reads what a scan needs of one file. Any thread; waits for the disk.
enum SongReader {
    /// How reading has ended.
    enum Outcome: Sendable {
        case song(ScannedSong)
        /// The file has no sound that can be played.
        case noMusic
        /// The file cannot be read now: what is known of it is kept.
        case unreadable
    }

    static func read(_ path: [UInt8], name: [UInt8]) -> Outcome {
        do throws(MediaError) {
            let open = try OpenMusicFile(path)
            // As it was before anything of it was read: what is changed from then on is noticed the next time.
            let identity = FileIdentity(open.status)
            let file = try facts(open, path)
            let stamp = try ContentStamp.of(open, size: identity.size)
            return .song(ScannedSong(name: name, identity: identity, stamp: stamp, file: file))
        } catch {
            return error.code == .unsupported || error.code == .corrupt ? .noMusic : .unreadable
        }
    }

    /// What ``MusicFileReader`` reads, or the demuxer if that does not know the kind of file.
    private static func facts(_ open: borrowing OpenMusicFile, _ path: [UInt8]) throws(MediaError) -> MusicFile {
        do throws(MediaError) {
            let file = try MusicFileReader.read(open)
            // TagLib takes any bytes for an MP3. Without a rate it has found no sound in them.
            if file.sound.sampleRate ?? 0 > 0 { return file }
        } catch {
            guard error.code == .unsupported || error.code == .corrupt else { throw error }
        }
        let location = try MediaLocation(path: path)
        let description = try MediaProbe.describe(location)
        var file = MusicFile()
        file.tags = MusicTags(found: description.tags)
        // A file may state any duration.
        file.sound.milliseconds = description.duration.map { Int64(min(max(0, $0.seconds * 1_000), 1e12).rounded()) }
        file.sound.sampleRate = description.audio.first?.sampleRate.flatMap { Int32(exactly: $0) }
        file.sound.channels = description.audio.first?.channels.flatMap { Int32(exactly: $0) }
        if description.hasPicture, let picture = try MediaProbe.picture(try FileSource(location), name: location.name) {
            file.pictures = [.front(mediaType: picture.type.mediaType, size: picture.bytes.count)]
        }
        return file
    }
}

/// Recognises a file that was moved or renamed.
enum ContentStamp {
    /// How many blocks are read, and how long each is in bytes.
    private static let (blockCount, blockSize) = (3, 2_048)

    /// The hash of the size and of some blocks within the sound: tags are in front of it or behind it.
    static func of(_ file: borrowing OpenMusicFile, size: Int64) throws(MediaError) -> Int64 {
        let descriptor = file.descriptor.number
        var checksum = Checksum()
        checksum.combine(UInt64(bitPattern: size))
        var block = [UInt8](repeating: 0, count: blockSize)
        for index in 1...blockCount {
            let place = size / Int64(blockCount + 1) * Int64(index)
            let count = unsafe block.withUnsafeMutableBytes {
                unsafe pread(descriptor, $0.baseAddress, $0.count, Int(place))
            }
            guard count >= 0 else {
                throw MediaError(.unreadable, "\(file.name) cannot be read", systemError: errno)
            }
            checksum.combineQuickly(block.span.extracting(first: count))
        }
        return Int64(bitPattern: checksum.value)
    }
}
