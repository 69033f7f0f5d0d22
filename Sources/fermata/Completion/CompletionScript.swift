/// The completion scripts of the parser, with what it has no form for: words of kinds such as `album:` beside files, without a blank behind
/// them, and names behind such a word.
///
/// The parser writes a call of ``mediaFunction`` wherever media are completed. Here the call gets the form that it needs, and the function
/// is added. The functions ask ``MediaCompletion`` only once a kind was typed: files complete without the client.
enum CompletionScript {
    /// The function of the scripts that completes media. ``CompletionKind/media`` names it.
    static let mediaFunction = "__fermata_media"

    /// Returns a script of the parser with the functions; any other text as it is.
    static func finished(_ script: String) -> String {
        if script.contains(bashCall) { return "\(script.replacing(bashCall, with: mediaFunction))\n\n\(bashFunction)" }
        if script.contains(zshAction) {
            // The first line is for the shell, and the last ones may call the functions.
            return script.replacing(zshAction, with: mediaFunction)
                .replacing(zshHead, with: "\(zshHead)\n\(zshFunction)\n", maxReplacements: 1)
        }
        guard script.contains(fishArguments) else { return script }
        let lines = script.split(separator: "\n", omittingEmptySubsequences: false).flatMap { line in
            line.hasSuffix(fishArguments) ? [line, fishFiles(beside: line)] : [line]
        }
        return "\(lines.joined(separator: "\n"))\n\n\(fishFunctions)"
    }

    /// The words of the kinds, as alternatives of a regular expression or a pattern.
    private static let alternatives = MediaAddress.Kind.allCases.map(\.rawValue).joined(separator: "|")

    /// The words with their colons as words of a shell.
    private static let words = MediaAddress.Kind.allCases.map { "\($0.rawValue):" }.joined(separator: " ")

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

    // MARK: zsh

    private static let zshAction = #"{local -a list;list=(${(f)"$(\#(mediaFunction))"});_describe -V "" list}"#
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
        """#

    // MARK: fish

    private static let fishArguments = "' -fka '(\(mediaFunction))'"

    /// The line that offers files beside the kinds which another line offers.
    private static func fishFiles(beside line: Substring) -> Substring {
        Substring("\(line.dropLast(fishArguments.count)); and not __fermata_names_kind' -F")
    }

    private static let fishFunctions = #"""
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
