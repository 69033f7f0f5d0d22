#include "CRemotePage.h"

// To add a file: put it into `page`, and write one line here and one name below.
#define PAGE_FILES(FILE) \
    FILE(index_html, "index.html", "text/html; charset=utf-8") \
    FILE(remote_js, "remote.js", "text/javascript; charset=utf-8") \
    FILE(remote_css, "remote.css", "text/css; charset=utf-8") \
    FILE(manifest_webmanifest, "manifest.webmanifest", "application/manifest+json") \
    FILE(worker_js, "worker.js", "text/javascript; charset=utf-8") \
    FILE(icon_svg, "icon.svg", "image/svg+xml")

// The assembler takes the files in, and tells nobody. What is asked for here is among what the compiler reports as read, so that a file
// that has changed is taken in anew.
#if !(__has_include("page/index.html") && __has_include("page/remote.js") && __has_include("page/remote.css") \
    && __has_include("page/manifest.webmanifest") && __has_include("page/worker.js") && __has_include("page/icon.svg"))
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
