import Application
import ControlProtocol
package import ControlServer
package import Decoding
import Glibc
import JSON
package import LineServer
import Media
import MediaTypes
import Recording
import SystemSupport

// Media that clients send.
extension ControlDoor {
    package func adopt(_ stream: MediaConnection, from client: ClientID) {
        if let announced = announcedStreams.removeValue(forKey: client) {
            announced.connect(stream.descriptor, leadingBytes: stream.leadingBytes)
        } else if let sink = announcedSinks.removeValue(forKey: client) {
            sink.connect(
                ConnectionSink(FileDescriptor(owning: stream.descriptor), sink.framing))
        } else if let connect = announcedJobs.removeValue(forKey: client) {
            connect(stream)
        } else {
            close(stream.descriptor)
        }
    }
}

extension PushedStreams {
    /// Makes streams that tell their clients in the protocol's words why the stream is over.
    package convenience init(report: @escaping @Sendable (String) -> Void) {
        self.init(
            news: News(
                farewell: { Response(error: ControlError($0)).json.bytes + [UInt8(ascii: "\n")] }, report: report))
    }
}
