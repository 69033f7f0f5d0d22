/// The completion scripts of the parser, with what it has no form for: words of kinds such as `album:` beside files, without a blank behind
/// them, and names behind such a word; the names of commands behind `help`; in bash, titles beside the numbers of items, and commands whose
/// names begin with that of another.
///
/// The parser writes a call of ``mediaFunction`` wherever media are completed. Here the call gets the form that it needs, and the function
/// is added. The functions ask ``MediaCompletion`` only once a kind was typed: files complete without the client.
enum CompletionScript {
    /// The function of the scripts that completes media. ``CompletionKind/media`` names it.
    static let mediaFunction = "__fermata_media"

    /// Returns a script of the parser with the functions; any other text as it is.
    static func finished(_ script: String) -> String {
        if script.contains(bashCall) {
            let body = script.replacing(bashCall, with: mediaFunction).replacing(bashCommand, with: bashCommandBehind)
                .replacing(bashCustom, with: bashNoted).replacing(bashHelp, with: bashHelpWithNames)
            return "\(body)\n\n\(bashFunction)\n\n\(bashNotedFunction)"
        }
        if script.contains(zshAction) {
            // The first line is for the shell, and the last ones may call the functions.
            return script.replacing(zshAction, with: mediaFunction).replacing(zshHelp, with: zshHelpWithNames)
                .replacing(zshHead, with: "\(zshHead)\n\(zshFunction)\n", maxReplacements: 1)
        }
        guard script.contains(fishArguments) else { return script }
        let lines = script.split(separator: "\n", omittingEmptySubsequences: false).flatMap { line in
            line.hasSuffix(fishArguments) ? [line, fishFiles(beside: line)] : [line]
        }
        return "\(lines.joined(separator: "\n"))\n\(fishHelp)\n\n\(fishFunctions)"
    }

    /// The words of the kinds, as alternatives of a regular expression or a pattern.
    private static let alternatives = MediaAddress.Kind.all.map(\.word).joined(separator: "|")

    /// The words with their colons as words of a shell.
    private static let words = MediaAddress.Kind.all.map { "\($0.word):" }.joined(separator: " ")

    // MARK: bash

    private static let bashCall = #"__fermata_add_completions -W "$(eval '\#(mediaFunction)')""#

    /// bash replaces only the part of the word behind the colon, and the client knows which part it is. The candidates come with all
    /// backslashes that they need. readline would add further ones if it took them for names of files.
    private static let bashFunction = #"""
        \#(mediaFunction)() {
            local -r line="${COMP_LINE:0:COMP_POINT}"
            local -r named='(^|[[:space:]"'\''])(\#(alternatives))\\?:'
            local names
            if [[ "${line,,}" =~ ${named} ]] &&
                names="$("${COMP_WORDS[0]}" \#(MediaCompletion.command) bash "${line}" "${cur}")"; then
                compopt +o filenames
                COMPREPLY=()
                [[ -z "${names}" ]] || mapfile -t COMPREPLY <<<"${names}"
                return
            fi
            __fermata_add_completions -f
            local -ir others="${#COMPREPLY[@]}"
            # Behind a colon or a quotation mark, no kind begins.
            [[ "${line%"${cur}"}" = *[[:space:]] ]] || return
            local kind
            for kind in \#(words); do
                [[ "${kind}" != "${cur}"* ]] || COMPREPLY+=("${kind}")
            done
            [[ "${others}" -gt 0 || "${#COMPREPLY[@]}" -eq 0 ]] || compopt +o filenames -o nospace
        }
        """#

    /// Where the parser's script takes a word for a command, also if it is the one that is being typed: `play` may become `playlist`.
    private static let bashCommand = #"    local -r subcommand="${unparsed_words[0]}""#
    private static let bashCommandBehind = #"""
            local subcommand=''
            [[ "${#unparsed_words[@]}" -lt 2 ]] || subcommand="${unparsed_words[0]}"
        """#

    private static let bashHelp = "_fermata_help() {\n"
    private static let bashHelpWithNames = #"""
        _fermata_help() {
            __fermata_add_completions -W "$("${COMP_WORDS[0]}" \#(CommandCompletion.command) bash "${COMP_WORDS[@]:2:COMP_CWORD-2}")"

        """#

    private static let bashCustom = #"__fermata_add_completions -W "$(__fermata_custom_complete"#
    private static let bashNoted = #"__fermata_add_noted "$(__fermata_custom_complete"#

    /// Each line has a number and a note, or only a word. bash inserts what the candidates have in common, which is never more than
    /// digits, so that the notes are only shown. With a single candidate, or where bash goes through them, there is no note.
    private static let bashNotedFunction = #"""
        __fermata_add_noted() {
            local line words=''
            local -a notes=()
            while IFS='' read -r line; do
                words+="${line%%$'\t'*}"$'\n'
                [[ ! "${line}" =~ ^([0-9]{1,18})$'\t'(.*) ]] || notes[BASH_REMATCH[1]]="${BASH_REMATCH[2]}"
            done <<<"${1}"
            __fermata_add_completions -W "${words}"
            [[ "${#notes[@]}" -gt 0 && "${#COMPREPLY[@]}" -gt 1 && "${COMP_TYPE}" =~ ^(9|33|63)$ ]] || return
            compopt +o filenames -o nosort
            local -i index
            for index in "${!COMPREPLY[@]}"; do
                [[ ! "${COMPREPLY[index]}" =~ ^[0-9]{1,18}$ ]] || COMPREPLY[index]+="  ${notes[COMPREPLY[index]]}"
            done
        }
        """#

    // MARK: zsh

    private static let zshAction = #"{local -a list;list=(${(f)"$(\#(mediaFunction))"});_describe -V "" list}"#
    private static let zshHelp = "'*:subcommands:'"
    private static let zshHelpWithNames = "'*:subcommands:__fermata_commands'"
    private static let zshHead = "#compdef fermata\n"

    private static let zshFunction = #"""
        \#(mediaFunction)() {
            if [[ "${(L)PREFIX}" = [\"\']#(\#(alternatives))(\\|):* ]]; then
                local -a names
                names=(${(f)"$("${command_name}" \#(MediaCompletion.command) zsh "${PREFIX}")"})
                [[ "${#names}" -gt 0 ]] && __fermata_complete "${names[@]}"
                return
            fi
            local -i ret=1
            _files "${@}" && ret=0
            compadd "${@}" -S '' -- \#(words) && ret=0
            return "${ret}"
        }

        __fermata_commands() {
            local -a names
            names=(${(f)"$("${command_name}" \#(CommandCompletion.command) zsh "${(@)words[2,CURRENT-1]}")"})
            [[ "${#names}" -gt 0 ]] && _describe -V '' names
        }
        """#

    // MARK: fish

    private static let fishArguments = "' -fka '(\(mediaFunction))'"

    /// The line that offers files beside the kinds which another line offers.
    private static func fishFiles(beside line: Substring) -> Substring {
        Substring("\(line.dropLast(fishArguments.count)); and not __fermata_names_kind' -F")
    }

    private static let fishHelp =
        "complete -c 'fermata' -n '__fermata_should_offer_completions_for_positional \"fermata help\" -ge 1' -fka '(__fermata_commands)'"

    private static let fishFunctions = #"""
        function __fermata_commands
            set -l tokens (__fermata_tokens -pc)
            command $tokens[1] \#(CommandCompletion.command) fish $tokens[3..]
        end

        function __fermata_names_kind
            set -l word (commandline -ct)
            string match -qir -- '^[\'"]?(\#(alternatives))\\\\?:' "$word"
        end

        function \#(mediaFunction)
            if __fermata_names_kind
                set -l tokens (__fermata_tokens -pc)
                set -l word (commandline -ct)
                command $tokens[1] \#(MediaCompletion.command) fish "$word"
            else
                printf '%s\n' \#(words)
            end
        end
        """#
}
