// RFC 8259 and no more: simdjson's first stage checks UTF-8 and finds where every token starts (and refuses control
// characters in strings and unclosed strings); the grammar above it is walked here, without recursion, so that numbers
// keep their text (simdjson's own second stage refuses integers above 64 bits).
#include "CSimdjson.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <new>
#include <simdjson.h>
#include <string>
#include <string_view>
#include <vector>

namespace {

struct Name {
    std::string_view text;
    uint32_t offset;
};

bool is_delimiter(uint8_t c) {
    return c == ',' || c == ']' || c == '}' || c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == ':';
}

int hex4(const uint8_t *p, const uint8_t *end) {
    if (end - p < 4) return -1;
    int value = 0;
    for (int i = 0; i < 4; i++) {
        const uint8_t c = p[i], lower = c | 0x20;
        if (c >= '0' && c <= '9') value = value * 16 + (c - '0');
        else if (lower >= 'a' && lower <= 'f') value = value * 16 + (lower - 'a' + 10);
        else return -1;
    }
    return value;
}

void append_utf8(std::string &out, uint32_t c) {
    if (c < 0x80) out += char(c);
    else if (c < 0x800) { out += char(0xC0 | c >> 6); out += char(0x80 | (c & 0x3F)); }
    else if (c < 0x10000) { out += char(0xE0 | c >> 12); out += char(0x80 | (c >> 6 & 0x3F)); out += char(0x80 | (c & 0x3F)); }
    else { out += char(0xF0 | c >> 18); out += char(0x80 | (c >> 12 & 0x3F)); out += char(0x80 | (c >> 6 & 0x3F)); out += char(0x80 | (c & 0x3F)); }
}

/// Checks the escapes of a string (a lone surrogate is refused: no Unicode text holds one); unescapes into `out` if given.
bool unescape(const uint8_t *p, const uint8_t *end, std::string *out) {
    while (p < end) {
        if (*p != '\\') { if (out) *out += char(*p); p++; continue; }
        if (++p == end) return false;
        static const char from[] = "\"\\/bfnrt", to[] = "\"\\/\b\f\n\r\t";
        const char *simple = *p ? std::strchr(from, *p) : nullptr;
        if (simple) { if (out) *out += to[simple - from]; p++; continue; }
        if (*p != 'u') return false;
        int high = hex4(p + 1, end);
        if (high < 0 || (high >= 0xDC00 && high < 0xE000)) return false;
        p += 5;
        uint32_t scalar = uint32_t(high);
        if (high >= 0xD800 && high < 0xDC00) {
            if (end - p < 6 || p[0] != '\\' || p[1] != 'u') return false;
            const int low = hex4(p + 2, end);
            if (low < 0xDC00 || low >= 0xE000) return false;
            scalar = 0x10000 + (uint32_t(high - 0xD800) << 10) + uint32_t(low - 0xDC00);
            p += 6;
        }
        if (out) append_utf8(*out, scalar);
    }
    return true;
}

/// The end of the number that starts at `p`, or null if it is not one by RFC 8259 section 6.
const uint8_t *number_end(const uint8_t *p, const uint8_t *end) {
    auto digits = [&] { const uint8_t *start = p; while (p < end && *p >= '0' && *p <= '9') p++; return p > start; };
    if (p < end && *p == '-') p++;
    if (p < end && *p == '0') p++;
    else if (!digits()) return nullptr;
    if (p < end && *p == '.') { p++; if (!digits()) return nullptr; }
    if (p < end && (*p | 0x20) == 'e') {
        p++;
        if (p < end && (*p == '+' || *p == '-')) p++;
        if (!digits()) return nullptr;
    }
    return p == end || is_delimiter(*p) ? p : nullptr;
}

class Walk {
public:
    Walk(const uint8_t *bytes, size_t length, const uint32_t *marks, uint32_t count, uint32_t max_depth, uint32_t max_tokens)
        : bytes(bytes), end(bytes + length), marks(marks), count(count), max_depth(max_depth), max_tokens(max_tokens) {
        tokens.reserve(std::min<size_t>(count, max_tokens) / 2 + 2);
    }

    std::vector<csimdjson_token> tokens;
    uint32_t error_offset = 0;

    csimdjson_status run() {
        if (count == 0) return CSIMDJSON_EMPTY;
        csimdjson_status status = value();
        while (status == CSIMDJSON_OK && !open.empty()) status = step();
        if (status == CSIMDJSON_OK && at < count) return fail(CSIMDJSON_TRAILING);
        return status;
    }

private:
    const uint8_t *bytes, *end;
    const uint32_t *marks;
    uint32_t count, max_depth, max_tokens, at = 0;
    std::vector<uint32_t> open;          // containers not closed yet, as token indices
    std::vector<Name> names;             // member names of all open objects
    std::vector<size_t> first_name;      // where each open container's names begin
    std::vector<std::unique_ptr<std::string>> unescaped;

    csimdjson_status fail(csimdjson_status status) {
        error_offset = at < count ? marks[at] : uint32_t(end - bytes);
        return status;
    }
    uint8_t peek() const { return at < count ? bytes[marks[at]] : 0; }

    csimdjson_status add(csimdjson_kind kind, uint32_t offset, uint32_t length, bool escaped = false) {
        if (tokens.size() >= max_tokens) return fail(CSIMDJSON_TOO_MANY);
        const uint32_t next = uint32_t(tokens.size()) + 1;
        tokens.push_back({offset, length, next, uint8_t(kind), uint8_t(escaped), uint16_t(open.size())});
        return CSIMDJSON_OK;
    }

    csimdjson_status string(csimdjson_kind kind) {
        const uint32_t start = marks[at] + 1;
        // Nothing inside a string is marked, so its closing quote is the last thing before the next mark.
        const uint8_t *p = at + 1 < count ? bytes + marks[at + 1] : end;
        do p--; while (p > bytes + start && (*p == ' ' || *p == '\t' || *p == '\n' || *p == '\r'));
        if (p < bytes + start || *p != '"') return fail(CSIMDJSON_STRING_FORM);
        const bool escaped = std::memchr(bytes + start, '\\', size_t(p - bytes) - start) != nullptr;
        if (escaped && !unescape(bytes + start, p, nullptr)) return fail(CSIMDJSON_STRING_FORM);
        const uint32_t length = uint32_t(p - bytes) - start;
        if (kind == CSIMDJSON_NAME) {
            std::string_view text(reinterpret_cast<const char *>(bytes + start), length);
            if (escaped) {
                unescaped.push_back(std::make_unique<std::string>());
                unescape(bytes + start, p, unescaped.back().get());
                text = *unescaped.back();
            }
            names.push_back({text, start - 1});
        }
        const csimdjson_status status = add(kind, start, length, escaped);
        at++;
        return status;
    }

    csimdjson_status literal(const char *word, csimdjson_kind kind) {
        const size_t length = std::strlen(word);
        const uint8_t *p = bytes + marks[at];
        if (size_t(end - p) < length || std::memcmp(p, word, length) != 0) return fail(CSIMDJSON_SYNTAX);
        if (p + length < end && !is_delimiter(p[length])) return fail(CSIMDJSON_SYNTAX);
        const csimdjson_status status = add(kind, marks[at], uint32_t(length));
        at++;
        return status;
    }

    csimdjson_status value() {
        const uint8_t c = peek();
        switch (c) {
        case '{': case '[': {
            if (open.size() >= max_depth) return fail(CSIMDJSON_DEPTH);
            const csimdjson_status status = add(c == '{' ? CSIMDJSON_OBJECT : CSIMDJSON_ARRAY, marks[at], 0);
            if (status != CSIMDJSON_OK) return status;
            open.push_back(uint32_t(tokens.size()) - 1);
            first_name.push_back(names.size());
            at++;
            if (peek() == (c == '{' ? '}' : ']') && at < count) return close();
            return c == '{' ? member() : CSIMDJSON_OK;
        }
        case '"': return string(CSIMDJSON_STRING);
        case 't': return literal("true", CSIMDJSON_TRUE);
        case 'f': return literal("false", CSIMDJSON_FALSE);
        case 'n': return literal("null", CSIMDJSON_NULL);
        default: {
            if (at >= count) return fail(CSIMDJSON_SYNTAX);
            if (c != '-' && (c < '0' || c > '9')) return fail(CSIMDJSON_SYNTAX);
            const uint8_t *stop = number_end(bytes + marks[at], end);
            if (!stop) return fail(CSIMDJSON_NUMBER_FORM);
            const csimdjson_status status = add(CSIMDJSON_NUMBER, marks[at], uint32_t(stop - bytes) - marks[at]);
            at++;
            return status;
        }
        }
    }

    /// A name and its colon; the value comes with the next step.
    csimdjson_status member() {
        if (peek() != '"' || at >= count) return fail(CSIMDJSON_SYNTAX);
        const csimdjson_status status = string(CSIMDJSON_NAME);
        if (status != CSIMDJSON_OK) return status;
        if (peek() != ':') return fail(CSIMDJSON_SYNTAX);
        at++;
        return CSIMDJSON_OK;
    }

    csimdjson_status close() {
        csimdjson_token &container = tokens[open.back()];
        container.next = uint32_t(tokens.size());
        container.length = marks[at] + 1 - container.offset;
        const csimdjson_status status = container.kind == CSIMDJSON_OBJECT ? unique_names(first_name.back()) : CSIMDJSON_OK;
        names.resize(first_name.back());
        first_name.pop_back();
        open.pop_back();
        at++;
        return status;
    }

    csimdjson_status unique_names(size_t first) {
        std::sort(names.begin() + long(first), names.end(), [](const Name &a, const Name &b) {
            if (a.text.size() != b.text.size()) return a.text.size() < b.text.size();
            const int order = std::memcmp(a.text.data(), b.text.data(), a.text.size());
            return order != 0 ? order < 0 : a.offset < b.offset;
        });
        for (size_t i = first + 1; i < names.size(); i++) {
            if (names[i].text != names[i - 1].text) continue;
            error_offset = names[i].offset;
            return CSIMDJSON_DUPLICATE_NAME;
        }
        return CSIMDJSON_OK;
    }

    /// One move inside the innermost open container: a value where one is due, else a comma or the closing bracket.
    csimdjson_status step() {
        const csimdjson_token &container = tokens[open.back()];
        const bool object = container.kind == CSIMDJSON_OBJECT;
        const bool fresh = tokens.size() == open.back() + 1u;
        if (object ? tokens.back().kind == CSIMDJSON_NAME && tokens.back().depth == open.size() : fresh) return value();
        if (at >= count) return fail(CSIMDJSON_SYNTAX);
        const uint8_t c = peek();
        if (c == (object ? '}' : ']')) return close();
        if (c != ',') return fail(CSIMDJSON_SYNTAX);
        at++;
        return object ? member() : value();
    }
};

csimdjson_result failure(csimdjson_status status, uint32_t offset = 0) { return {nullptr, 0, uint32_t(status), offset}; }

csimdjson_result parse(const uint8_t *bytes, size_t length, uint32_t max_depth, uint32_t max_tokens) {
    if (length == 0) return failure(CSIMDJSON_EMPTY);
    if (length > 0xFFFFFFF0u) return failure(CSIMDJSON_TOO_MANY);
    if (length >= 3 && std::memcmp(bytes, "\xEF\xBB\xBF", 3) == 0) return failure(CSIMDJSON_BOM);
    static thread_local std::unique_ptr<simdjson::internal::dom_parser_implementation> stage;
    static thread_local size_t capacity = 0;
    if (!stage || length > capacity || capacity > (4u << 20)) {
        capacity = std::max<size_t>(length, 1u << 16);
        if (simdjson::get_active_implementation()->create_dom_parser_implementation(capacity, 1, stage)) {
            stage.reset();
            return failure(CSIMDJSON_MEMORY);
        }
    }
    switch (stage->stage1(bytes, length, simdjson::stage1_mode::regular)) {
    case simdjson::SUCCESS: break;
    case simdjson::EMPTY: return failure(CSIMDJSON_EMPTY);
    case simdjson::UTF8_ERROR: return failure(CSIMDJSON_UTF8);
    case simdjson::UNESCAPED_CHARS: case simdjson::UNCLOSED_STRING: return failure(CSIMDJSON_STRING_FORM);
    default: return failure(CSIMDJSON_SYNTAX);
    }
    Walk walk(bytes, length, stage->structural_indexes.get(), stage->n_structural_indexes, max_depth, max_tokens);
    const csimdjson_status status = walk.run();
    if (status != CSIMDJSON_OK) return failure(status, walk.error_offset);
    const size_t size = walk.tokens.size() * sizeof(csimdjson_token);
    auto *tokens = static_cast<csimdjson_token *>(std::malloc(size));
    if (!tokens) return failure(CSIMDJSON_MEMORY);
    std::memcpy(tokens, walk.tokens.data(), size);
    return {tokens, uint32_t(walk.tokens.size()), CSIMDJSON_OK, 0};
}

}  // namespace

extern "C" csimdjson_result csimdjson_parse(const uint8_t *bytes, size_t length, uint32_t max_depth, uint32_t max_tokens) {
    try {
        return parse(bytes, length, max_depth, max_tokens);
    } catch (const std::bad_alloc &) {
        return failure(CSIMDJSON_MEMORY);
    }
}

extern "C" void csimdjson_free(csimdjson_result result) { std::free(result.tokens); }
