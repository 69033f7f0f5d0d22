import Application
import AudioTypes
import ControlProtocol
import ControlServer
import Glibc
import LineServer
import RealtimeAudio
import SystemSupport

// The methods about the daemon itself.
extension ControlDoor {
    static let daemon: [MethodBinding<ControlDoor>] = [
        MethodBinding(Methods.Server.info) { door, _, request in request.succeed(door.info) },
        MethodBinding(Methods.Server.statistics) { door, _, request in request.succeed(door.statistics) },
        MethodBinding(Methods.Server.check) { door, _, request in
            let (application, origin) = (door.application, Origin(request.client))
            application.whenGraphIsKnown(for: origin) {
                application.examine(for: origin) { findings in request.succeed(findings.map { Wire.Finding($0) }) }
            }
        },
        MethodBinding(Methods.Server.reload) { door, _, request in
            do throws(ControlError) {
                try door.reload()
                request.succeed()
            } catch {
                request.fail(error)
            }
        },
    ]

    private var info: Wire.ServerInfo {
        Wire.ServerInfo(
            version: facts.version, pid: Int(getpid()),
            uptime: Double(MonotonicClock.nanoseconds - facts.startedAt) / 1e9,
            pipewire: application.snapshot.serverVersion ?? facts.pipewireVersion, ffmpeg: facts.ffmpegVersion,
            features: facts.features)
    }

    private var statistics: Wire.ServerStatistics {
        let now = application.snapshot
        return Wire.ServerStatistics(
            underruns: Int64(now.statistics.underruns), underrunFrames: Int64(now.statistics.underrunFrames),
            callbacks: Int64(now.statistics.callbacks), quantum: Int64(application.timing.quantum), ringFill: now.ringFill,
            decodeErrors: Int64(clamping: now.decodeErrors), clients: Int64(server.clientCount),
            reconnects: Int64(now.reconnects), longestTurn: Double(TurnStatistics.longestTurn) / 1e9,
            longestQuestion: Double(application.library.longestQuestion) / 1e9,
            listeners: Int64(application.broadcasts.listenerCount))
    }
}
