#include "CSimdjson.h"

#include <algorithm>
#include <memory>
#include <new>
#include <simdjson.h>

namespace {

csimdjson_structure failure(csimdjson_status status) { return {nullptr, 0, uint32_t(status)}; }

csimdjson_structure find(const uint8_t *bytes, size_t length) {
    if (length == 0) return failure(CSIMDJSON_EMPTY);
    if (length > 0xFFFFFFF0u) return failure(CSIMDJSON_TOO_LONG);  // Marks are 32-bit offsets.
    static thread_local std::unique_ptr<simdjson::internal::dom_parser_implementation> parser;
    static thread_local size_t capacity = 0;
    // Kept from text to text, but a rare large one does not hold its memory for ever.
    if (!parser || length > capacity || capacity > (4u << 20)) {
        capacity = std::max<size_t>(length, 1u << 16);
        parser.reset();
        if (simdjson::get_active_implementation()->create_dom_parser_implementation(capacity, 1, parser)) {
            parser.reset();
            return failure(CSIMDJSON_MEMORY);
        }
    }
    switch (parser->stage1(bytes, length, simdjson::stage1_mode::regular)) {
    case simdjson::SUCCESS: return {parser->structural_indexes.get(), parser->n_structural_indexes, CSIMDJSON_OK};
    case simdjson::EMPTY: return failure(CSIMDJSON_EMPTY);
    case simdjson::UTF8_ERROR: return failure(CSIMDJSON_UTF8);
    case simdjson::UNESCAPED_CHARS: case simdjson::UNCLOSED_STRING: return failure(CSIMDJSON_STRING_FORM);
    default: return failure(CSIMDJSON_OTHER);
    }
}

}  // namespace

extern "C" csimdjson_structure csimdjson_find_structure(const uint8_t *bytes, size_t length) {
    try {
        return find(bytes, length);
    } catch (const std::bad_alloc &) {
        return failure(CSIMDJSON_MEMORY);
    }
}
