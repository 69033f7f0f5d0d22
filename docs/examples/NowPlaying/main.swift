// Says what is playing, and each item that is heard from now on, until fermatad ends.

import FermataKit

do throws(FermataError) {
    let daemon = try DaemonConnection()
    let (_, status) = try daemon.call(Methods.Events.subscribe, ["player.itemChanged"])
    print(status.item?.title ?? "nothing plays")
    while true {
        if case .playerItemChanged(let item, _) = try daemon.nextEvent() { print(item?.title ?? "nothing plays") }
    }
} catch {
    print(error.message)
}
