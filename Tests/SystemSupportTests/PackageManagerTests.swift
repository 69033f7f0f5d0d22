import Testing

@testable import SystemSupport

@Suite("What installs packages")
struct PackageManagerTests {
    @Test(
        "is known by what a distribution is, and then by what it is like",
        arguments: [
            ("ID=debian\nVERSION_ID=\"12\"", PackageManager.apt), ("ID=linuxmint\nID_LIKE=\"ubuntu debian\"", .apt),
            ("NAME=Fedora\nID=fedora\n", .dnf), ("ID=\"rocky\"\nID_LIKE=\"rhel centos fedora\"", .dnf), ("ID=arch", .pacman),
            ("ID_LIKE='arch'\nID=manjaro", .pacman), ("ID=\"opensuse-leap\"\nID_LIKE=\"suse opensuse\"", .zypper),
        ] as [(String, PackageManager)])
    func known(text: String, manager: PackageManager) {
        #expect(PackageManager(osRelease: text) == manager)
    }

    @Test("is not guessed of another distribution", arguments: ["", "ID=nixos", "ID", "VARIANT_ID=debian\nID=void"])
    func unknown(text: String) {
        #expect(PackageManager(osRelease: text) == nil)
    }

    @Test("is named with its own packages, and where nobody knows them, only the part is")
    func words() {
        #expect(PackageManager.installing(.sessionBus, with: .apt) == "sudo apt install dbus-user-session")
        #expect(PackageManager.installing(.realTime, with: .dnf) == "sudo dnf install rtkit")
        #expect(PackageManager.installing(.soundServer, with: .pacman) == "sudo pacman -S pipewire wireplumber")
        #expect(PackageManager.installing(.pairingPicture, with: .apt) == "sudo apt install libqrencode4")
        #expect(PackageManager.installing(.systemBus, with: .zypper) == "install D-Bus")
        #expect(PackageManager.installing(.realTime, with: nil) == "install rtkit")
    }
}
