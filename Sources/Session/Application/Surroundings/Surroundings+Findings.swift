import SystemSupport

// What is said about the surroundings.
extension Surroundings {
    /// Below so many free bytes a disk is called nearly full.
    static let leastFree: Int64 = 100 << 20

    /// A sentence about each part, in the order of ``Finding/Part``; several about a part that has several faults.
    var findings: [Finding] {
        sound + [realTime] + [
            bus(
                sessionBus, .sessionBus, "no media keys, no other players that pause, no notifications",
                remedy: Remedy.sessionBus),
            bus(systemBus, .systemBus, "nobody tells that the machine is about to sleep", remedy: Remedy.systemBus),
        ] + [sandbox] + libraryFindings + [mpd, remoteFinding] + diskFindings + icecastFindings
            + ListenService.allCases.compactMap(finding)
    }

    private var sound: [Finding] {
        guard let soundServer else {
            // As with rooms alone.
            if let output {
                return [
                    Finding(.soundServer, .off, "PipeWire does not answer, and the sound does without it"),
                    Finding(.output, .good, "the sound goes to \(output)"), volume,
                ]
            }
            return [
                Finding(
                    .soundServer, .fault, "PipeWire does not answer, so nothing is heard",
                    remedy: Remedy.soundServer)
            ]
        }
        let server = Finding(.soundServer, .good, "PipeWire \(soundServer) answers")
        guard hasSessionManager else {
            return [
                server,
                Finding(
                    .sessionManager, .fault, "no session manager runs, so no sound gets from a program to an output",
                    remedy: Remedy.sessionManager),
            ]
        }
        return [server, Finding(.sessionManager, .good, "a session manager links streams and outputs")] + outputFindings
    }

    private var outputFindings: [Finding] {
        guard let output else {
            return [
                Finding(
                    .output, .fault, "there is no output: no sound card is there, or this user may not use it",
                    remedy:
                        "\(Remedy.soundCards); 'fermata route outputs' lists what is there"
                )
            ]
        }
        return [Finding(.output, .good, "the sound goes to \(output)"), volume]
    }

    private var volume: Finding {
        switch (playerSilence, outputSilence) {
        case (.mute?, _): Finding(.volume, .warning, "the player is mute", remedy: "fermata unmute")
        case (.noVolume?, _): Finding(.volume, .warning, "the volume of the player is 0", remedy: "fermata volume 50")
        case (nil, .mute?):
            Finding(.volume, .warning, "the output is mute", remedy: "switch it on in a mixer, such as pavucontrol")
        case (nil, .noVolume?):
            Finding(.volume, .warning, "the volume of the output is 0", remedy: "raise it in a mixer, such as pavucontrol")
        case (nil, nil): Finding(.volume, .good, "nothing on the way is mute")
        }
    }

    private var realTime: Finding {
        switch hasRealtimePriority {
        case true?: Finding(.realTime, .good, "the thread of the sound has real-time priority")
        case false?:
            Finding(
                .realTime, .warning, "the sound may break off while the machine is busy: its thread has no real-time priority",
                remedy: Remedy.realTime)
        case nil: Finding(.realTime, .off, "nothing has played yet, so nobody knows the priority of the sound's thread")
        }
    }

    private func bus(_ state: Bus, _ part: Finding.Part, _ loss: String, remedy: String) -> Finding {
        let name = part == .sessionBus ? "session" : "system"
        return switch state {
        case .answers: Finding(part, .good, "the \(name) bus answers")
        case .unknown: Finding(part, .off, "nobody has asked for the \(name) bus yet")
        case .absent(let reason): Finding(part, .warning, "\(reason): \(loss)", remedy: remedy)
        }
    }

    private var sandbox: Finding {
        guard daemon.isFiltered else {
            return Finding(
                .sandbox, .warning, "the kernel filters no system calls of the daemon, so it keeps rights that it does not need",
                remedy: "use a kernel with CONFIG_SECCOMP_FILTER")
        }
        return switch daemon.isInSandbox {
        case true?: Finding(.sandbox, .good, "the sandbox of the unit and the filter of system calls are in force")
        case false?:
            Finding(
                .sandbox, .warning,
                "the sandbox of the unit is not in force: the service manager could not make a user namespace",
                remedy: "sudo sysctl kernel.unprivileged_userns_clone=1, then systemctl --user restart fermata")
        case nil:
            Finding(.sandbox, .good, "the filter of system calls is in force; the unit fermata.service would add a sandbox")
        }
    }

    private var libraryFindings: [Finding] {
        if library.isEmpty {
            return [Finding(.library, .off, "no directory of music is named; 'library.directories' in the configuration does it")]
        }
        if !isLibraryNamed, library.allSatisfy({ $0.problem != nil }) {
            return [
                Finding(
                    .library, .off,
                    "there is no music in \(library.map(\.path).joined(separator: ", ")); 'library.directories' in the configuration "
                        + "names another place")
            ]
        }
        let faults = library.filter { $0.problem != nil }.map { place in
            Finding(
                .library, .fault, "the music in \(place.path) cannot be read: \(place.problem ?? "")",
                remedy:
                    "mount it or give it back its rights, or name another one in 'library.directories', then 'fermata library update'"
            )
        }
        if !faults.isEmpty { return faults }
        return [Finding(.library, .good, "the music in \(library.map(\.path).joined(separator: ", ")) can be read")]
    }

    private var mpd: Finding {
        guard !daemon.mpdAddresses.isEmpty else {
            return Finding(.mpd, .off, "clients of MPD cannot connect; docs/mpd.md says how they can")
        }
        let places = "clients of MPD can connect to \(daemon.mpdAddresses.joined(separator: ", "))"
        guard let publishingAbsence else { return Finding(.mpd, .good, places) }
        return Finding(
            .mpd, .warning, "\(places), but other machines do not find it by themselves: \(publishingAbsence.reason)",
            remedy: (publishingAbsence.isRefusal ? "another mpd.publish_name" : PackageManager.installing(.discovery))
                + ", or mpd.publish = false in the configuration")
    }

    private var icecastFindings: [Finding] {
        switch icecast {
        case .off: []
        case .connecting: [Finding(.icecast, .warning, "the Icecast server has not answered yet")]
        case .connected: [Finding(.icecast, .good, "the Icecast server takes what plays")]
        case .lost(let reason):
            [
                Finding(
                    .icecast, .fault, "the Icecast server takes nothing: \(reason)",
                    remedy:
                        "what [icecast] in the configuration says has to be what the server wants; it is tried again by itself")
            ]
        }
    }

    private func finding(of service: ListenService) -> Finding? {
        let name = service.name
        func waiting(_ count: Int) -> String { count == 1 ? "1 song waits" : "\(count) songs wait" }
        return switch listens[service] ?? .off {
        case .off: nil
        case .ready: Finding(.scrobbling, .good, "\(name) is told what is heard, once something was")
        case .told: Finding(.scrobbling, .good, "\(name) knows what was heard")
        case .later(let reason, let count):
            Finding(
                .scrobbling, .warning, "\(name) is not told what is heard: \(reason); \(waiting(count))",
                remedy: "nothing has to be done: it is tried again by itself")
        case .needsPerson(let reason, let count):
            Finding(
                .scrobbling, .fault, "\(name) is not told what is heard: \(reason); \(waiting(count))",
                remedy: "what that says; [\(service.section)] in the configuration is about it, and docs/library.md tells more")
        }
    }

    private var diskFindings: [Finding] {
        let faults = written.compactMap { place -> Finding? in
            if let problem = place.problem {
                return Finding(
                    .disk, place.isNeeded ? .fault : .warning, "\(place.purpose) cannot be kept in \(place.path): \(problem)",
                    remedy: "give the directory to this user, or make room on its disk, then systemctl --user restart fermata")
            }
            guard let free = place.free, free < Self.leastFree else { return nil }
            return Finding(
                .disk, .warning, "the disk with \(place.path) is nearly full: \(free >> 20) MiB are left for \(place.purpose)",
                remedy: "make room on it")
        }
        if !faults.isEmpty { return faults }
        return [Finding(.disk, .good, "\(written.map(\.path).joined(separator: ", ")) can be written to")]
    }
}
