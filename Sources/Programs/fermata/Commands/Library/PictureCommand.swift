import ArgumentParser
import ControlProtocol
import FermataKit
import Glibc
import JSON
import SystemSupport

struct PictureCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "picture", abstract: "Show where the picture of a song is, or save it.",
        discussion: """
            The picture is the one inside the file, the front cover first, or else the
            cover beside it: cover.jpg, folder.png and the like. Without --output, fermata
            prints the path of a file with the picture. That file may go after some weeks;
            save a copy with --output. A file that exists is only overwritten with
            --force.

            A whole number is an item of the queue, and anything else a file: write ./7 for
            a file of that name.

            EXAMPLES
              fermata picture                  the picture of the current item
              fermata picture 12 -o cover.jpg  that of item 12, as a file
              fermata picture song.flac -o - | chafa
            """)
    @Argument(
        help: ArgumentHelp("An item's number or a file (default: the current item).", valueName: "item-or-file"),
        completion: .file())
    var name: String?
    @Option(
        name: .shortAndLong, help: ArgumentHelp("Save the picture there; - for standard output.", valueName: "file"),
        completion: .file())
    var output: String?
    @Flag(help: "With --output: put it in the place of a file that exists.") var force = false
    @OptionGroup var options: ConnectionOptions

    func validate() throws {
        if force, output == nil { throw ValidationError("--force goes with --output") }
        try MediaAddress.check([name, output].compactMap(\.self))
        if output == "-", Terminal.isInteractive {
            throw ValidationError("a picture cannot be shown on a terminal: name a file, or another program behind a |")
        }
        if output != nil, options.json { throw ValidationError("give --output or --json, not both") }
    }

    func run() throws {
        let connection = try options.connect()
        guard let output else {
            let reply = try options.perform(Methods.Media.picture, (target, false), on: connection, text: Self.path)
            if !options.json, let picture = reply.answer, picture.uri == nil {
                throw ClientFailure.refused("fermatad could not make a file of the picture; --output FILE saves it")
            }
            return
        }
        let picture = try self.picture(on: connection, withData: false)
        try save(try file(of: picture) ?? bytes(on: connection), to: output)
    }

    /// The media that is meant.
    private var target: Wire.PictureTarget {
        guard let name else { return .current }
        if let id = Int64(name), name.utf8.allSatisfy({ (0x30...0x39).contains($0) }) { return .item(id) }
        return .media(MediaAddress.address(name))
    }

    /// Returns the path of the picture's file; nothing if there is none.
    private static func path(_ picture: Wire.Picture) -> String {
        guard let uri = picture.uri else { return "" }
        let path = MediaAddress.localPath(of: uri).flatMap { String(validating: $0, as: UTF8.self) }
        return Terminal.harmless(path ?? uri)
    }

    private func picture(on connection: DaemonConnection, withData: Bool) throws -> Wire.Picture {
        let reply = try options.perform(Methods.Media.picture, (target, withData), on: connection)
        guard let picture = reply.answer else {
            throw ClientFailure.refused("fermata cannot read the picture that fermatad sent")
        }
        return picture
    }

    /// Returns the picture from its file; `nil` if that cannot be read, or is another one by now.
    private func file(of picture: Wire.Picture) -> [UInt8]? {
        guard let file = picture.uri.flatMap({ LocalFile($0) }) else { return nil }
        defer { close(file.descriptor) }
        var bytes: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 1 << 16)
        while bytes.count <= picture.size {
            let count = read(file.descriptor, &piece, piece.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { break }
            bytes += piece.prefix(count)
        }
        return bytes.count == picture.size ? bytes : nil
    }

    /// Returns the picture from a reply of the daemon.
    private func bytes(on connection: DaemonConnection) throws -> [UInt8] {
        let picture = try picture(on: connection, withData: true)
        guard let bytes = picture.data.flatMap(Base64.bytes) else {
            throw ClientFailure.refused("fermata cannot read the picture that fermatad sent: it has no data")
        }
        return bytes
    }

    private func save(_ bytes: [UInt8], to output: String) throws {
        let flags = force || Self.isNoFile(output) ? O_TRUNC : O_EXCL
        let descriptor = output == "-" ? STDOUT_FILENO : open(output, O_WRONLY | O_CREAT | O_CLOEXEC | flags, 0o666)
        if descriptor < 0, errno == EEXIST {
            throw ClientFailure.refused("\(output) exists, and is only overwritten with --force")
        }
        guard descriptor >= 0, Terminal.put(bytes, to: descriptor), output == "-" || close(descriptor) == 0 else {
            throw ClientFailure.refused("\(output) cannot be written: \(systemReason())")
        }
    }

    /// Whether the name is that of a device or a pipe, in which nothing is lost.
    private static func isNoFile(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT != S_IFREG
    }
}
