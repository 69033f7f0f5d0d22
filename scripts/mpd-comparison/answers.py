"""Compares what the servers say of themselves: commands, addresses, decoders and outputs."""

from servers import IS_NEW, Connection

# Commands that only one of the two has, each with the reason. docs/mpd.md says more.
ONLY_IN_MPD: dict[str, str] = {
    "kill": "the service manager ends the daemon",
    "newpartition": "there is one player",
    "listmounts": "nothing is mounted", "mount": "nothing is mounted", "unmount": "nothing is mounted",
    "listneighbors": "there are none",
}
ONLY_HERE: dict[str, str] = {"stringnormalization": "clients of MPD 0.25 ask for it"}
if not IS_NEW:
    ONLY_HERE |= dict.fromkeys(("playlistlength", "protocol", "searchcount", "searchplaylist", "stickernames", "stickernamestypes", "stickertypes"),
                               "MPD 0.24 has it")

# Addresses that both have.
SCHEMES = {"file://", "http://", "https://"}


# Suffixes that MPD has and Fermata does not: modules, chip music, MIDI, video, sounds of games, raw samples, and those of subtitles, pictures
# and data that newer versions have from FFmpeg. First those of all versions, then those of the older and of the newer ones.
SUFFIXES_OF_ALL = set("""
3g2 3gp 4xm 669 P00 aa3 adx afc al amd amf ams apc avi avs ay bfi c67 c93 d00 daud dbm dfm digi dmf dsm dtm dv dxa far flv g726 gbs gdm gxf
gym hes hsc htk ice iff imf iss it j2b kss laa m15 m4v mdl med mid mj2 mjpeg mjpg mkv mm mmcmp mmf mms mo3 mod mov mp4 mpeg mptm mt2 mtm mus
mvi mxf nsf nsfe nst nsv nut nuv okt omg oxm paf plm ppm prg psm psp pt36 ptm pva pvf qcp r3d rad raw rl2 roq rpl rsn s3m sa2 sap sd2 sf sfx
sfx2 sid smk sol son spc st26 stk stm stp str stx svx swf thp ult umx uni vb vgm vgz vmd webm wow wsaud wve xa xi xm xpk
""".split())
OLDER_SUFFIXES = set("""
16sv 8svx alaw anim atrac aud avm2 bap cak cin cmv cpk dct divx dvd film flc fli fll flx m1v m2t m2ts m2v mad mp1 mpg mpp mpu mve nc ogm ogv
ogx qt ram rmvb rvc tgi tgq tgv ts tsp uv uv2 vid vob vp6 wmv wsvga xvid
""".split())
NEWER_SUFFIXES = set("""
264 265 266 302 722 aa aax ac4 ace acm act adf adp ads aea aix alias_pix alp amrnb amrwb anm ans apl apm apng aptx aptxhd aqt argo_asf
argo_brp argo_cvg art asc asf_o ass ast avc avif avr avs2 avs3 bcstm bethsoftvid bfstm bin bink binka bit bitpacked bmp_pipe bmv boa bonk
brender_pix brstm c2 cdata cdg cdxl cgi cif cine codec2raw concat cri_pipe dash dat data dav dds_pipe dfa dfpwm dif dirac diz dnxhd dpx_pipe
dsicin dss dst dtk dvbsub dvbtxt dvdvideo ea ec3 evc exr_pipe f32be f32le f4v f64be f64le fap ffmetadata film_cpk fits flic flm frm fsb fwse
g722 g723_1 g726le g729 gdv gem_pipe genh gif gif_pipe h261 h263 h264 h265 h266 h26l hca hcom hdr_pipe heic heif hevc hls hnm iamf ico idcin
idf idx ifv ilbc image2 image2pipe imx ipmovie ipu ircam ism isma ismv iv8 ivf ivr j2k j2k_pipe jacosub jpeg_pipe jpegls_pipe jpegxl_pipe jv
jxl kux kvag laf lc3 libgme lmlm4 loas lrc lvf lxf m2a mac mca mcc mgsts microdvd mk3d mks mlv mods moflex mpa mpc8 mpegts mpegtsraw
mpegvideo mpl2 mpo msbc msf msnwctcp msp mtaf mtv musx mv mxg nfo nist nsp obu osq pam_pipe pbm_pipe pcx_pipe pdv pfm_pipe pgm_pipe
pgmyuv_pipe pgx_pipe phm_pipe photocd_pipe pictor_pipe pjs pmp png_pipe pp_bnk ppm_pipe psd_pipe psxstr qcif qdraw_pipe qoa qoi_pipe rco rcv
rcwt rgb rka rsd rso rt rtp rtsp s16be s24be s24le s32be s32le s337m sami sb sbc sbg scc scd sdns sdp sdr2 sds sdx ser sga sgi_pipe sln smi
smush sox spdif sph srt ss2 stl sub sunrast_pipe sup svag svg_pipe svs sw tco tedcaptions tiertexseq tiff_pipe tmv txd txt ty ty+ u16be
u24be u24le u32be u32le ub ul usm uw v v210 vag vbn_pipe vc1 vidc viv vividas vpk vqe vql vt vtt vvc wa way wc3movie webm_dash_manifest
webp_pipe wsd wsvqa wtv xbin xbm_pipe xl xmd xmv xpm_pipe xvag xwd_pipe xwma y4m yop yuv yuv10
""".split())
OTHER_SUFFIXES = SUFFIXES_OF_ALL | (NEWER_SUFFIXES if IS_NEW else OLDER_SUFFIXES)


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

    # An older MPD greets with its own version.
    require(second.greeting == "OK MPD 0.24.0", "the greeting", second.greeting)
    require(not IS_NEW or first.greeting == second.greeting, "greetings", first.greeting, second.greeting)

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
