"""Compares what the servers say of themselves: commands, addresses, decoders and outputs."""

from servers import Connection

# Commands that only one of the two has, each with the reason. docs/mpd.md says more.
ONLY_IN_MPD: dict[str, str] = {
    "kill": "the service manager ends the daemon",
    "newpartition": "there is one player",
    "listmounts": "nothing is mounted", "mount": "nothing is mounted", "unmount": "nothing is mounted",
    "listneighbors": "there are none",
}
ONLY_HERE: dict[str, str] = {"playlistlength": "newer clients ask for it", "protocol": "newer clients ask for it"}

# Addresses that both have.
SCHEMES = {"file://", "http://", "https://"}


# Suffixes that MPD has and Fermata does not: modules, chip music, MIDI, video, sounds of games, and raw samples.
OTHER_SUFFIXES = set("""
16sv 3g2 3gp 4xm 669 8svx P00 aa3 adx afc al alaw amd amf ams anim apc atrac aud avi avm2 avs ay bap bfi c67 c93 cak cin cmv cpk
d00 daud dbm dct dfm digi divx dmf dsm dtm dv dvd dxa far film flc fli fll flv flx g726 gbs gdm gxf gym hes hsc htk ice iff imf
iss it j2b kss laa m15 m1v m2t m2ts m2v m4v mad mdl med mid mj2 mjpeg mjpg mkv mm mmcmp mmf mms mo3 mod mov mp1 mp4 mpeg mpg mpp
mptm mpu mt2 mtm mus mve mvi mxf nc nsf nsfe nst nsv nut nuv ogm ogv ogx okt omg oxm paf plm ppm prg psm psp pt36 ptm pva pvf
qcp qt r3d rad ram raw rl2 rmvb roq rpl rsn rvc s3m sa2 sap sd2 sf sfx sfx2 sid smk sol son spc st26 stk stm stp str stx svx swf
tgi tgq tgv thp ts tsp ult umx uni uv uv2 vb vgm vgz vid vmd vob vp6 webm wmv wow wsaud wsvga wve xa xi xm xpk xvid
""".split())


def named(lines, name):
    """The values of all lines with this name."""
    return [line[len(name) + 2:] for line in lines if line.startswith(name + ": ")]


def compare_answers(theirs, ours):
    """Compares them; returns how many findings there are."""
    first, second = Connection(theirs), Connection(ours)
    findings = []

    def require(holds, what, *answers):
        if not holds:
            findings.append(what)
            print(f"different: {what}", *answers, sep="\n  ")

    def both(command):
        return first.ask(command), second.ask(command)

    # Lists of names: each line has one, in the order of the alphabet, and none is there twice.
    their_lines, my_lines = both("commands")
    mine, known = set(named(my_lines, "command")), set(named(their_lines, "command"))
    require(known - mine <= ONLY_IN_MPD.keys(), "commands that are missing here", sorted(known - mine - ONLY_IN_MPD.keys()))
    require(mine - known <= ONLY_HERE.keys(), "commands that MPD does not have", sorted(mine - known - ONLY_HERE.keys()))
    for name, lines in (("MPD", their_lines), ("here", my_lines)):
        names = named(lines, "command")
        require(names == sorted(set(names)) and len(names) == len(lines) - 1, f"the form of commands of {name}", lines)
    theirs_not, mine_not = both("notcommands")
    require(set(named(mine_not, "command")) == set(named(theirs_not, "command")), "notcommands", theirs_not, mine_not)

    their_lines, my_lines = both("urlhandlers")
    mine, known = set(named(my_lines, "handler")), set(named(their_lines, "handler"))
    require(mine <= SCHEMES and mine == known & SCHEMES and len(my_lines) == len(mine) + 1, "urlhandlers", sorted(known), sorted(mine))

    their_lines, my_lines = both("decoders")
    require(named(my_lines, "plugin") == ["ffmpeg"] and not named(my_lines, "mime_type"), "the form of decoders", my_lines)
    mine, known = set(named(my_lines, "suffix")), set(named(their_lines, "suffix"))
    require(known - mine == OTHER_SUFFIXES, "suffixes that are missing here", sorted(known - mine - OTHER_SUFFIXES),
            f"and those that are declared to be, and are not: {sorted(OTHER_SUFFIXES - (known - mine))}")

    their_lines, my_lines = both("outputs")
    for name, lines in (("MPD", their_lines), ("here", my_lines)):
        keys = [line.partition(": ")[0] for line in lines[:-1] if not line.startswith("attribute: ")]
        whole = ["outputid", "outputname", "plugin", "outputenabled"]
        require(keys and keys == whole * (len(keys) // 4) and lines[-1] == "OK", f"the form of outputs of {name}", lines)
        require(all(value in ("0", "1") for value in named(lines, "outputenabled")), f"outputenabled of {name}", lines)
        require("1" in named(lines, "outputenabled"), f"no output of {name} is enabled", lines)

    print("what both say of themselves is alike" if not findings else f"{len(findings)} answers about themselves differ")
    return len(findings)
