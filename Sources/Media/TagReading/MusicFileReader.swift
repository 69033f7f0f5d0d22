import AudioTypes
import CTagLib
package import Glibc
package import MediaTypes
package import SystemSupport

/// Reads tags, properties and pictures of local files: usual FLAC by ``PlainFLAC``, all else by TagLib. Any thread; a call waits for the
/// disk.
package enum MusicFileReader {
    /// Has TagLib decode texts as all others are decoded that do not state their character set; once, when the first file is read.
    private static let textDecoder: Void = unsafe fermata_tags_set_decoder { bytes, size, text in
        guard let bytes = unsafe bytes, let text = unsafe text else { return 0 }
        let decoded = unsafe TextDecoder.decode(UnsafeRawBufferPointer(start: bytes, count: size)).utf8
        let room = unsafe UnsafeMutableRawBufferPointer(start: text, count: 3 * size)
        unsafe room.copyBytes(from: decoded.prefix(room.count))
        return min(decoded.count, room.count)
    }

    /// Reads what the file at `path` says of itself.
    /// - Parameter path: the bytes of the path, without a zero.
    /// - Throws: `unsupported` if TagLib does not know the kind of file; the demuxer may know it. `corrupt` if it states sizes that
    ///   cannot be. `notFound` and `unreadable` if the file cannot be opened.
    package static func read(_ path: [UInt8]) throws(MediaError) -> MusicFile { try read(try OpenMusicFile(path)) }

    /// Reads what an open file says of itself. Throws the same but that it cannot be opened.
    package static func read(_ file: borrowing OpenMusicFile) throws(MediaError) -> MusicFile {
        if let plain = PlainFLAC.read(file) { return plain }
        return try readByTagLib(file)
    }

    /// Reads the same by TagLib, whatever the file is.
    package static func readByTagLib(_ file: borrowing OpenMusicFile) throws(MediaError) -> MusicFile {
        _ = textDecoder
        let collection = Collection()
        var sound = fermata_sound_properties()
        let context = unsafe Unmanaged.passUnretained(collection).toOpaque()
        var receiver = unsafe fermata_tags_receiver(
            context: context,
            text: { context, block, name, nameSize, text, textSize in
                guard let context = unsafe context else { return }
                let collection = unsafe Unmanaged<Collection>.fromOpaque(context).takeUnretainedValue()
                unsafe collection.values.add(
                    block: Int(block), name: UnsafeRawBufferPointer(start: name, count: nameSize),
                    text: UnsafeRawBufferPointer(start: text, count: textSize))
            },
            picture: { context, _, kind, type, typeSize, size in
                guard let context = unsafe context else { return }
                let collection = unsafe Unmanaged<Collection>.fromOpaque(context).takeUnretainedValue()
                guard collection.pictures.count < MusicFile.pictureLimit else { return }
                let type = unsafe UnsafeRawBufferPointer(start: type, count: min(typeSize, TagLimits.name))
                collection.pictures.append(
                    unsafe EmbeddedPicture(
                        kind: UInt8(truncatingIfNeeded: kind), mediaType: TagText.decode(type).lowercased(), size: size))
            })
        let result = unsafe file.withName { name in
            unsafe fermata_tags_read(file.descriptor.number, name, &receiver, &sound)
        }
        try file.check(result)
        let tags = collection.values.tags(isOpus: sound.is_opus != 0)
        return MusicFile(
            tags: tags, sound: SoundProperties(sound), pictures: collection.pictures,
            hasCueSheetBlock: PlainFLAC.hasCueSheet(file), leavesTagsOut: sound.leaves_out != 0)
    }

    /// Returns the bytes of an embedded picture.
    /// - Parameter index: its place in ``MusicFile/pictures``.
    /// - Throws: the same as ``read(_:)``, and `notFound` if the file has no such picture (any more).
    package static func picture(_ index: Int, of path: [UInt8]) throws(MediaError) -> [UInt8] {
        _ = textDecoder
        let file = try OpenMusicFile(path)
        let collection = Collection()
        let context = unsafe Unmanaged.passUnretained(collection).toOpaque()
        let result = unsafe file.withName { name in
            unsafe fermata_tags_picture(file.descriptor.number, name, UInt32(clamping: index), context) { context, bytes, size in
                guard let context = unsafe context else { return }
                let collection = unsafe Unmanaged<Collection>.fromOpaque(context).takeUnretainedValue()
                collection.bytes = unsafe Array(UnsafeRawBufferPointer(start: bytes, count: size))
            }
        }
        try file.check(result)
        guard let bytes = collection.bytes else {
            throw MediaError(.notFound, "\(file.name) has no picture \(index): it may have been changed")
        }
        return bytes
    }

    /// What the calls of the C functions collect.
    private final class Collection {
        var values = TagValues()
        var pictures: [EmbeddedPicture] = []
        var bytes: [UInt8]?
    }
}

/// A regular file, open for reading.
package struct OpenMusicFile: ~Copyable {
    /// The descriptor. Its position is not used.
    package let descriptor: FileDescriptor
    /// What the file was when it was opened.
    package let status: stat
    /// The path, with a zero at its end.
    private let path: [UInt8]

    /// The path for messages.
    package var name: String { Self.name(path.dropLast()) }

    /// How many bytes the file had when it was opened.
    var size: Int64 { Int64(status.st_size) }

    private static func name(_ path: some Collection<UInt8>) -> String { String(decoding: path, as: UTF8.self) }

    /// Opens the file at `path`: the bytes of the path, without a zero.
    /// - Throws: `notFound` and `unreadable` if it cannot be opened, or is no regular file.
    package init(_ path: [UInt8]) throws(MediaError) {
        guard !path.isEmpty, !path.contains(0) else { throw MediaError(.notFound, "no such file: \(Self.name(path))") }
        var terminated = path
        terminated.append(0)
        let descriptor = try Self.open(terminated)
        var status = stat()
        guard unsafe fstat(descriptor.number, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            throw MediaError(.unreadable, "\(Self.name(path)) is no regular file")
        }
        self.descriptor = descriptor
        self.status = status
        self.path = terminated
    }

    private static func open(_ path: [UInt8]) throws(MediaError) -> FileDescriptor {
        // Non-blocking: a pipe in the file's place has no writer to wait for.
        let number = unsafe path.withUnsafeBytes { bytes in
            let name = unsafe bytes.assumingMemoryBound(to: CChar.self).baseAddress
            return unsafe name.map { unsafe Glibc.open($0, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC) } ?? -1
        }
        guard number >= 0 else {
            let error = errno
            let code: MediaError.Code = error == ENOENT || error == ENOTDIR ? .notFound : .unreadable
            throw MediaError(
                code, "\(name(path.dropLast())) cannot be opened: \(systemReason(error))", systemError: error)
        }
        return FileDescriptor(owning: number)
    }

    fileprivate func withName(_ body: (UnsafePointer<CChar>) -> fermata_tags_result) -> fermata_tags_result {
        unsafe path.withUnsafeBytes { bytes in
            guard let start = unsafe bytes.assumingMemoryBound(to: CChar.self).baseAddress else { return fermata_tags_failed }
            return unsafe body(start)
        }
    }

    fileprivate func check(_ result: fermata_tags_result) throws(MediaError) {
        switch result {
        case fermata_tags_read_whole: return
        case fermata_tags_unsupported:
            throw MediaError(.unsupported, "\(name) is no kind of music file whose tags are read")
        default: throw MediaError(.corrupt, "the tags of \(name) cannot be read: it states sizes that cannot be")
        }
    }
}

extension SoundProperties {
    fileprivate init(_ stated: fermata_sound_properties) {
        milliseconds = stated.milliseconds > 0 ? stated.milliseconds : nil
        bitRate = stated.bit_rate > 0 ? stated.bit_rate : nil
        sampleRate = stated.sample_rate > 0 ? stated.sample_rate : nil
        channels = stated.channels > 0 ? stated.channels : nil
    }
}
