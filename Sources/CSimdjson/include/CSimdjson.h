#ifndef CSIMDJSON_H
#define CSIMDJSON_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// What a token is. The order is part of the interface: Swift mirrors it.
enum csimdjson_kind {
    CSIMDJSON_OBJECT = 0,
    CSIMDJSON_ARRAY = 1,
    CSIMDJSON_NAME = 2,
    CSIMDJSON_STRING = 3,
    CSIMDJSON_NUMBER = 4,
    CSIMDJSON_TRUE = 5,
    CSIMDJSON_FALSE = 6,
    CSIMDJSON_NULL = 7,
};

/// Why a text is not acceptable. The order is part of the interface: Swift mirrors it.
enum csimdjson_status {
    CSIMDJSON_OK = 0,
    CSIMDJSON_EMPTY = 1,
    CSIMDJSON_UTF8 = 2,
    CSIMDJSON_SYNTAX = 3,
    CSIMDJSON_STRING_FORM = 4,
    CSIMDJSON_NUMBER_FORM = 5,
    CSIMDJSON_TRAILING = 6,
    CSIMDJSON_DEPTH = 7,
    CSIMDJSON_TOO_MANY = 8,
    CSIMDJSON_DUPLICATE_NAME = 9,
    CSIMDJSON_MEMORY = 10,
    CSIMDJSON_BOM = 11,
};

/// One value or member name. `offset` and `length` are in bytes of the input; for strings and names they exclude the
/// quotes, for containers they span both brackets. `next` is the index of the first token after this one's subtree.
typedef struct {
    uint32_t offset;
    uint32_t length;
    uint32_t next;
    uint8_t kind;
    uint8_t escaped;
    uint16_t depth;
} csimdjson_token;

/// Tokens of one text; `tokens` is owned and freed by `csimdjson_free`.
typedef struct {
    csimdjson_token *tokens;
    uint32_t count;
    uint32_t status;
    uint32_t error_offset;
} csimdjson_result;

/// Parses exactly one RFC 8259 text. Numbers are checked but not converted; escapes are checked but not replaced.
csimdjson_result csimdjson_parse(const uint8_t *bytes, size_t length, uint32_t max_depth, uint32_t max_tokens);

/// Frees the tokens of a result; a result without tokens is fine.
void csimdjson_free(csimdjson_result result);

#ifdef __cplusplus
}
#endif
#endif
