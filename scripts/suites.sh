# shellcheck shell=bash
# The releases of Debian for which packages are made; to be sourced after lib.sh.

# The number of each suite. A package of a suite has it behind its version, +deb12 for instance, so that the package of the next suite is the
# newer one, and an upgrade of Debian brings it.
declare -A suite_numbers=([bookworm]=12 [trixie]=13)

# Prints the suites, in the order of their numbers.
suites() {
    local suite
    for suite in "${!suite_numbers[@]}"; do printf '%s %s\n' "${suite_numbers[$suite]}" "$suite"; done | sort -n | cut -d' ' -f2
}

# Ends the script unless $1 is such a suite.
check_suite() {
    [[ -v suite_numbers[$1] ]] || die "unknown suite '$1'; packages are made for: $(suites | paste -sd ' ')"
}

# What is behind the version of a package of the suite $1.
suite_suffix() { printf '+deb%s' "${suite_numbers[$1]}"; }

# Prints the suite for which a package with the version $1 was made; fails if it was made for none.
suite_of_version() {
    local suite
    while IFS= read -r suite; do
        if [[ $1 == *"$(suite_suffix "$suite")" ]]; then
            printf '%s\n' "$suite"
            return
        fi
    done < <(suites)
    return 1
}
