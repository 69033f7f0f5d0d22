// The comments of files in Ogg, which lie in packets over many pages.
#pragma once

#include "TagBounds.hpp"

#include <functional>
#include <map>

/// The bytes of a file that are shown as others, by their places.
using PatchedBytes = std::map<long, char>;

/// Bounds the comments in the first packets behind a page of Ogg.
/// - `place` is where the page begins.
/// - `grown` is called with the number of bytes that are kept, before there are more of them.
/// - Returns whether TagLib may read the packets; if not, they are too large, or nobody can tell whose comments they have.
bool bound_ogg_headers(
    int descriptor, long place, TagAllowance &allowance, PatchedBytes &patches, const std::function<void(size_t)> &grown);
