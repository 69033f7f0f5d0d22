# shellcheck shell=bash
# What scripts share that show Fermata at work: programs that end with the script, and a piece of music. To be sourced after lib.sh,
# whose `build_release` sets `bin`.
# shellcheck disable=SC2154

temporary=
started=()
# Set while something plays that is to be stopped at the end.
playing=

# Ends, last first, the process groups that were started here, and removes the temporary directory.
clean_up() {
    local status=$? index group try
    trap - EXIT
    # A second Ctrl-C must not leave half of it behind.
    trap '' INT TERM HUP
    [[ -z $playing ]] || "$bin/fermata" stop >/dev/null 2>&1 || true
    for ((index = ${#started[@]} - 1; index >= 0; index--)); do
        group=${started[index]}
        kill -TERM -- "-$group" 2>/dev/null || continue
        for ((try = 0; try < 60; try++)); do
            kill -0 -- "-$group" 2>/dev/null || break
            sleep 0.05
        done
        kill -KILL -- "-$group" 2>/dev/null || true
        wait "$group" 2>/dev/null || true
    done
    [[ -z $temporary ]] || rm -rf -- "$temporary"
    exit "$status"
}
trap clean_up EXIT
trap 'exit 130' INT
trap 'exit 143' TERM
trap 'exit 129' HUP

# start LOG COMMAND…: runs the command in a process group of its own, out of reach of the terminal's Ctrl-C.
start() {
    local log=$1
    shift
    setsid "$@" </dev/null >>"$temporary/$log.log" 2>&1 &
    started+=("$!")
}

# wait_for WHAT COMMAND…: until the command succeeds, at most 20 seconds.
wait_for() {
    local what=$1 try
    shift
    for ((try = 0; try < 200; try++)); do
        ! "$@" >/dev/null 2>&1 || return 0
        sleep 0.1
    done
    tail -n 20 "$temporary"/*.log >&2 || true
    die "$what did not come up within 20 seconds"
}

# Five notes and their echo, 16-bit stereo at 44.1 kHz.
synthesise() {
    LC_ALL=C awk '
        function le(value, bytes) { while (bytes--) { printf "%c", value % 256; value = int(value / 256) } }
        function sample(x) { x = int(x * 32767); le(x < 0 ? x + 65536 : x, 2) }
        BEGIN {
            rate = 44100; notes = split("392.00 493.88 587.33 783.99 587.33 493.88 392.00", hertz, " ")
            length_ = 0.45; count = int(rate * (notes * length_ + 1.2)); pi = atan2(0, -1)
            printf "RIFF"; le(36 + 4 * count, 4); printf "WAVEfmt "; le(16, 4); le(1, 2); le(2, 2)
            le(rate, 4); le(4 * rate, 4); le(4, 2); le(16, 2); printf "data"; le(4 * count, 4)
            for (i = 0; i < count; i++) {
                t = i / rate; left = right = 0
                for (n = 1; n <= notes; n++) {
                    s = t - (n - 1) * length_
                    if (s < 0 || s > 2) continue
                    tone = exp(-3 * s) * (1 - exp(-200 * s)) * (sin(2 * pi * hertz[n] * s) + 0.3 * sin(4 * pi * hertz[n] * s))
                    pan = n / (notes + 1); left += tone * (1 - pan); right += tone * pan
                }
                fade = count - i < rate / 5 ? (count - i) * 5 / rate : 1
                sample(0.35 * fade * left); sample(0.35 * fade * right)
            }
        }' >"$1"
}

daemon_answers() { "$bin/fermata" status >/dev/null 2>&1; }
status_is_over() { "$bin/fermata" status --json 2>/dev/null | grep -Eq '"state" ?: ?"stopped"'; }

# Plays the files, or without any a short piece made on the spot, shows the progress on a terminal, and waits for the end.
play_to_the_end() {
    local watch=
    if (($# == 0)); then
        say "no file named: playing a short piece made on the spot"
        synthesise "$temporary/Seven notes.wav"
        set -- "$temporary/Seven notes.wav"
    fi
    playing=yes
    "$bin/fermata" play "$@"
    if [[ -t 1 ]]; then
        # In this process group and with the terminal, unlike the rest.
        "$bin/fermata" status --watch &
        watch=$!
    fi
    until status_is_over; do
        daemon_answers || die "fermatad is gone; its last words: $(tail -n 5 "$temporary/fermatad.log" 2>/dev/null)"
        sleep 0.3
    done
    if [[ -n $watch ]]; then
        kill "$watch" 2>/dev/null || true
        wait "$watch" 2>/dev/null || true
        echo
    fi
    playing=
}
