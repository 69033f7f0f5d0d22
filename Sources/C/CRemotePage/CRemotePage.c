#include "CRemotePage.h"

// To add a file: put it into `page`, and write one line here and one name below.
#define PAGE_FILES(FILE) \
    FILE(index_html, "index.html", "text/html; charset=utf-8") \
    FILE(remote_js, "remote.js", "text/javascript; charset=utf-8") \
    FILE(kept_js, "kept.js", "text/javascript; charset=utf-8") \
    FILE(link_js, "link.js", "text/javascript; charset=utf-8") \
    FILE(state_js, "state.js", "text/javascript; charset=utf-8") \
    FILE(parts_js, "parts.js", "text/javascript; charset=utf-8") \
    FILE(list_js, "list.js", "text/javascript; charset=utf-8") \
    FILE(words_js, "words.js", "text/javascript; charset=utf-8") \
    FILE(causes_js, "causes.js", "text/javascript; charset=utf-8") \
    FILE(player_js, "player.js", "text/javascript; charset=utf-8") \
    FILE(dialogs_js, "dialogs.js", "text/javascript; charset=utf-8") \
    FILE(queue_js, "queue.js", "text/javascript; charset=utf-8") \
    FILE(library_js, "library.js", "text/javascript; charset=utf-8") \
    FILE(songs_js, "songs.js", "text/javascript; charset=utf-8") \
    FILE(sound_js, "sound.js", "text/javascript; charset=utf-8") \
    FILE(rooms_js, "rooms.js", "text/javascript; charset=utf-8") \
    FILE(record_js, "record.js", "text/javascript; charset=utf-8") \
    FILE(listen_js, "listen.js", "text/javascript; charset=utf-8") \
    FILE(voice_js, "voice.js", "text/javascript; charset=utf-8") \
    FILE(lyrics_js, "lyrics.js", "text/javascript; charset=utf-8") \
    FILE(devices_js, "devices.js", "text/javascript; charset=utf-8") \
    FILE(why_js, "why.js", "text/javascript; charset=utf-8") \
    FILE(settings_js, "settings.js", "text/javascript; charset=utf-8") \
    FILE(remote_css, "remote.css", "text/css; charset=utf-8") \
    FILE(manifest_webmanifest, "manifest.webmanifest", "application/manifest+json") \
    FILE(worker_js, "worker.js", "text/javascript; charset=utf-8") \
    FILE(icon_svg, "icon.svg", "image/svg+xml")

// The assembler takes the files in, and tells nobody. What is asked for here is among what the compiler reports as read, so that a file
// that has changed is taken in anew.
#if !(__has_include("page/index.html") && __has_include("page/remote.js") && __has_include("page/link.js") \
    && __has_include("page/state.js") && __has_include("page/parts.js") && __has_include("page/list.js") \
    && __has_include("page/words.js") && __has_include("page/causes.js") && __has_include("page/player.js") \
    && __has_include("page/dialogs.js") && __has_include("page/queue.js") && __has_include("page/library.js") \
    && __has_include("page/songs.js") && __has_include("page/sound.js") && __has_include("page/rooms.js") \
    && __has_include("page/record.js") && __has_include("page/why.js") && __has_include("page/settings.js") \
    && __has_include("page/remote.css") && __has_include("page/manifest.webmanifest") && __has_include("page/worker.js") \
    && __has_include("page/listen.js") && __has_include("page/voice.js") && __has_include("page/lyrics.js") && __has_include("page/devices.js") \
    && __has_include("page/icon.svg") && __has_include("page/kept.js"))
#error "a file of the page is missing"
#endif

#define EMBED(identifier, name, type) \
    __asm__(".pushsection .rodata\n" \
            "fermata_page_" #identifier ":\n" \
            ".incbin \"page/" name "\"\n" \
            "fermata_page_" #identifier "_end:\n" \
            ".byte 0\n" \
            ".popsection\n"); \
    extern const uint8_t fermata_page_##identifier[] __attribute__((visibility("hidden"))); \
    extern const uint8_t fermata_page_##identifier##_end[] __attribute__((visibility("hidden")));
PAGE_FILES(EMBED)

struct fermata_page_file fermata_page_file_at(size_t index) {
#define ROW(identifier, name, type) \
    {name, type, fermata_page_##identifier, (size_t)(fermata_page_##identifier##_end - fermata_page_##identifier)},
    const struct fermata_page_file files[] = {PAGE_FILES(ROW)};
    const struct fermata_page_file none = {"", "", (const uint8_t *)"", 0};
    return index < sizeof files / sizeof *files ? files[index] : none;
}
