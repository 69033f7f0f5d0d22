// PCRE2 for texts of bytes. Its header declares nothing before it is told the width of a character, in bits.
#pragma once

#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>
