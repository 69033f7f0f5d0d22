package import Media
package import MediaTypes
import Playlists

/// The picture of a piece of music.
package struct FoundPicture: Hashable, Sendable {
    /// Where a picture comes from.
    package enum Origin: Hashable, Sendable {
        /// The media holds it.
        case embedded
        /// It is a file beside the media.
        case file
    }

    package let origin: Origin
    package let type: PictureType
    /// The size in bytes.
    package let size: Int
    /// A file with the picture; `nil` if it could not be kept as a file.
    package let location: MediaLocation?
    /// The bytes, if they were asked for.
    package let bytes: [UInt8]?

    /// The `file:` URL of the file.
    package var url: String? { location.map { LocationResolver.fileURL($0.path) } }

    /// Finds the picture of the local file, or part of a file, that `uri` names: the one that the file holds, else the cover
    /// beside it. Returns `nil` if there is none.
    ///
    /// Blocks on the disk; any thread may call it.
    /// - Parameters:
    ///   - store: keeps a picture that the file holds as a file of its own; `nil` if it is not to be kept.
    ///   - withBytes: whether the caller needs the bytes.
    ///   - report: gets a sentence if the picture cannot be kept.
    /// - Throws: ``MediaError/Code/notFound``, ``MediaError/Code/unreadable``, ``MediaError/Code/limitExceeded``,
    ///   ``MediaError/Code/notAllowed`` for an address that names no local file, and ``MediaError/Code/cancelled``.
    package static func of(
        _ uri: String, store: PictureStore?, withBytes: Bool, cancellation: CancellationToken, report: (String) -> Void
    ) throws(MediaError) -> FoundPicture? {
        let track = try SheetTrack.of(uri, cancellation: cancellation)
        let location = if let track { track.target } else { try MediaLocation(uri: MediaRange.split(uri)?.file ?? uri) }
        if let picture = try embedded(in: location, cancellation) {
            return FoundPicture(
                origin: .embedded, type: picture.type, size: picture.bytes.count,
                location: keep(picture, in: store, report), bytes: withBytes ? picture.bytes : nil)
        }
        guard let cover = try CoverFile(beside: location, cancellation: cancellation) else { return nil }
        guard withBytes else {
            return FoundPicture(origin: .file, type: cover.type, size: Int(cover.size), location: cover.location, bytes: nil)
        }
        return try cover.picture(cancellation: cancellation).map { picture in
            FoundPicture(
                origin: .file, type: picture.type, size: picture.bytes.count, location: cover.location, bytes: picture.bytes)
        }
    }

    /// Returns the picture that a file holds. A file that is no media, or is damaged, holds none.
    private static func embedded(
        in location: MediaLocation, _ cancellation: CancellationToken
    ) throws(MediaError) -> Picture? {
        do throws(MediaError) {
            let source = try FileSource(location, cancellation: cancellation)
            return try MediaProbe.picture(source, name: location.name, cancellation: cancellation)
        } catch {
            guard error.code == .unsupported || error.code == .corrupt else { throw error }
            return nil
        }
    }

    private static func keep(_ picture: Picture, in store: PictureStore?, _ report: (String) -> Void) -> MediaLocation? {
        do throws(PictureStore.Failure) {
            return try store.flatMap { store throws(PictureStore.Failure) in
                try? MediaLocation(path: try store.file(with: picture).utf8)
            }
        } catch {
            report(error.description)
            return nil
        }
    }
}
