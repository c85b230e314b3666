#ifndef CSIMDJSON_H
#define CSIMDJSON_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// What the first stage of simdjson says about a text.
enum csimdjson_status {
    CSIMDJSON_OK = 0,
    CSIMDJSON_EMPTY = 1,
    CSIMDJSON_UTF8 = 2,
    CSIMDJSON_STRING_FORM = 3,
    CSIMDJSON_MEMORY = 4,
    CSIMDJSON_TOO_LONG = 5,
    CSIMDJSON_OTHER = 6,
};

/// Where the tokens of a text start: at brackets, commas and colons, at opening quotes, and at the first byte of
/// anything else that stands outside strings. `marks` are offsets in rising order; they stay valid until the same
/// thread calls again.
typedef struct {
    const uint32_t *marks;
    uint32_t count;
    uint32_t status;
} csimdjson_structure;

/// Checks that a text is UTF-8, that its strings are closed and hold no control characters, and finds its tokens.
csimdjson_structure csimdjson_find_structure(const uint8_t *bytes, size_t length);

#ifdef __cplusplus
}
#endif
#endif
