"""The package against the daemon's own door to the network."""

import asyncio
import os
import shutil
import sys
import unittest
from pathlib import Path

from fermata import Disconnected, Fermata, Snapshot, events, refusals

from .sound import ROOT, SoundSystem, free_port
from .timed import TimedTestCase

try:
    from fermata.websocket import Address, picture
except ImportError:
    Address = None  # type: ignore[assignment, misc]

# Another user of this machine has to pair, as other machines have.
NOBODY = 65534
STRANGER = """
import asyncio, sys
from fermata import Fermata, NotPaired, refusals
from fermata.websocket import Address, pair

async def main(port, code):
    address = Address("127.0.0.1", int(port))
    try:
        await Fermata.network(address).connect()
    except NotPaired:
        print("has to pair", flush=True)
    wrong = "000000" if code != "000000" else "111111"
    try:
        await pair(address, wrong, "A stranger")
    except NotPaired:
        print("wrong digits", flush=True)
    paired = await pair(address, code, "A stranger")
    try:
        await pair(address, code, "A stranger")
    except NotPaired:
        print("digits count once", flush=True)
    async with Fermata.network(address, paired.token) as fermata, fermata.events("player.") as news:
        await anext(news)
        print("paired as", paired.role, (await fermata.status()).state, flush=True)
        try:
            await fermata.server.reload()
        except refusals.PermissionDenied:
            print("may not reload", flush=True)
        try:
            async for _ in news:
                pass
        except NotPaired:
            print("revoked", flush=True)

asyncio.run(main(*sys.argv[1:]))
"""


@unittest.skipIf(Address is None, "aiohttp is not installed")
class DoorTests(TimedTestCase):
    """A real daemon that listens on loopback."""

    @classmethod
    def setUpClass(cls) -> None:
        cls.port = free_port()
        cls.system = SoundSystem(f'[remote]\nlisten = ["127.0.0.1:{cls.port}"]\n')

    @classmethod
    def tearDownClass(cls) -> None:
        cls.system.close()

    system: SoundSystem
    port: int

    async def test_the_users_own_program_needs_no_pairing(self) -> None:
        folder = self.system.music / "album"
        song = self.system.song("album/song", title="Near")
        (folder / "cover.png").write_bytes(b"\x89PNG\r\n\x1a\n" + b"x" * 2_000_000)
        address = Address("127.0.0.1", self.port)
        async with Fermata.unix(self.system.socket) as owner, Fermata.network(address) as fermata, fermata.events("player.") as news:
            self.assertIsInstance(await anext(news), Snapshot)
            await owner.play(uri=song)
            async for notice in news:
                if isinstance(notice, events.PlayerItemChanged) and notice.item:
                    self.assertEqual(notice.item.title, "Near")
                    break
            status = await fermata.pause()
            assert status.item is not None
            self.assertEqual(status.state, "paused")
            found = await picture(address, "item", status.item.id)
            self.assertEqual(found, ((folder / "cover.png").read_bytes(), "image/png"))
            self.assertIsNone(await picture(address, "item", 4711))
            # Clients of the network name no files but those of the library, and announcements are the owner's.
            with self.assertRaises(refusals.UriNotAllowed):
                await fermata.play(uri="/etc/passwd")
            with self.assertRaises(refusals.PermissionDenied):
                await fermata.announce(song)
            with self.assertRaises(refusals.InvalidParams):
                await fermata.call("seek", {"where": 1})
            await owner.stop()

    async def test_a_daemon_that_comes_back_is_found_again(self) -> None:
        async with Fermata.network(Address("127.0.0.1", self.port)) as fermata, fermata.events() as news:
            await anext(news)
            await asyncio.to_thread(self.system.kill_daemon)
            while not isinstance(await anext(news), Disconnected):
                pass
            await asyncio.to_thread(self.system.start_daemon)
            while not isinstance(await anext(news), Snapshot):
                pass
            self.assertEqual((await fermata.server.info()).name, "fermatad")

    @unittest.skipUnless(os.geteuid() == 0, "only root may be another user")
    async def test_a_stranger_has_to_pair_and_is_revoked(self) -> None:
        program = self.system.directory / "stranger.py"
        program.write_text(STRANGER, encoding="utf-8")
        self.system.directory.chmod(0o755)
        async with Fermata.unix(self.system.socket) as owner:
            offer = await owner.remote.pair(role="control")
            package = self.readable_package()
            process = await asyncio.create_subprocess_exec(
                sys.executable, str(program), str(self.port), offer.code, user=NOBODY, cwd="/", stdout=-1, stderr=-1,
                env={"PYTHONPATH": f"{package}:{':'.join(sys.path[1:])}", "PYTHONDONTWRITEBYTECODE": "1"})
            assert process.stdout is not None
            assert process.stderr is not None
            said = []
            while line := await process.stdout.readline():
                said.append(line.decode().strip())
                if said[-1] == "may not reload":
                    device, = await owner.remote.list()
                    self.assertEqual((device.name, device.role), ("A stranger", "control"))
                    await owner.remote.revoke(device.device)
            complaint = (await process.stderr.read()).decode()
            await process.wait()
        self.assertEqual(said, ["has to pair", "wrong digits", "digits count once", "paired as control stopped", "may not reload", "revoked"],
                         complaint)

    def readable_package(self) -> Path:
        """A copy of the package that another user can read."""
        return Path(shutil.copytree(ROOT / "clients/python/src/fermata", self.system.directory / "package/fermata")).parent


if __name__ == "__main__":
    unittest.main()
