import Application
import ControlProtocol
import ControlServer
import LineServer
import Remotes

// The methods about devices of the network.
extension ControlDoor {
    static let remote: [MethodBinding<ControlDoor>] = [
        MethodBinding(Methods.Remote.pair) { door, role, request in
            do throws(RemoteError) {
                let offer = try door.application.remotes.beginPairing(role: Role(rawValue: role.rawValue) ?? .view)
                request.succeed(
                    Wire.PairingOffer(
                        code: offer.code, expiresIn: offer.seconds, role: role, addresses: offer.addresses,
                        fingerprint: offer.fingerprint))
            } catch {
                request.fail(ControlError(error))
            }
        },
        MethodBinding(Methods.Remote.list) { door, _, request in
            do throws(RemoteError) {
                request.succeed(
                    try door.application.remotes.list().map { Wire.RemoteDevice($0.device, connections: $0.connections) })
            } catch {
                request.fail(ControlError(error))
            }
        },
        MethodBinding(Methods.Remote.revoke) { door, device, request in
            door.application.remotes.revoke(device) { request($0.mapError { ControlError($0) }) }
        },
        MethodBinding(Methods.Remote.listenAddress) { door, format, request in
            do throws(RemoteError) {
                guard door.application.broadcasts.isOn else { throw .notListening }
                let client = request.client.isFar ? request.client.number : nil
                let offer = try door.application.remotes.makeListenTicket(for: client)
                request.succeed(
                    Wire.ListenOffer(
                        addresses: offer.addresses.map { "\($0)listen.\(format.rawValue)?ticket=\(offer.ticket)" },
                        expiresIn: offer.seconds))
            } catch {
                request.fail(ControlError(error))
            }
        },
    ]
}

extension Wire.RemoteDevice {
    /// Makes the device of a paired one.
    init(_ device: PairedDevice, connections: Int) {
        self.init(
            device: device.device, name: device.name, role: Wire.DeviceRole(rawValue: device.role.rawValue) ?? .view,
            pairedAt: device.pairedAt, connections: connections)
    }
}

extension ControlError {
    /// Makes the protocol's error for a change of the devices that was refused.
    init(_ error: RemoteError) {
        let code: Code =
            switch error {
            case .off, .notListening: .remoteUnavailable
            case .deviceNotFound: .deviceNotFound
            case .notKept: .fileNotWritable
            }
        self.init(code, error.description)
    }
}
