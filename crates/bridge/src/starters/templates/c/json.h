/* JSON as in RFC 8259, in one file. A text becomes a tree of values in one piece of memory; what is not JSON is refused
   with a reason. Texts are UTF-8 and end with a zero byte. */
#ifndef JSON_H
#define JSON_H

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Lists and objects inside each other; more is refused, because each level takes stack. */
#define JSON_DEEPEST 200

typedef enum { JSON_NULL, JSON_FALSE, JSON_TRUE, JSON_NUMBER, JSON_TEXT, JSON_LIST, JSON_OBJECT } JsonKind;

typedef struct Json {
    JsonKind kind;
    double number;      /* of a number; whole numbers are exact up to 2^53 */
    const char *text;   /* of a text */
    size_t length;      /* of a text in bytes, or how many items or fields there are */
    const char *name;   /* of a field of an object */
    struct Json *first; /* the first item or field */
    struct Json *next;  /* the item or field after this one */
} Json;

typedef struct {
    const char *at, *end, *problem;
    Json *nodes;
    char *texts;
} JsonReader;

static inline Json *json_wrong(JsonReader *in, const char *problem) {
    if (!in->problem) in->problem = problem;
    return NULL;
}

static inline void json_blanks(JsonReader *in) {
    while (in->at < in->end && memchr(" \t\n\r", *in->at, 4)) in->at++;
}

/* Goes over a sign if it is next. */
static inline int json_take(JsonReader *in, char sign) {
    json_blanks(in);
    int found = in->at < in->end && *in->at == sign;
    in->at += found;
    return found;
}

static inline int json_is_digit(const JsonReader *in) {
    return in->at < in->end && *in->at >= '0' && *in->at <= '9';
}

static inline int json_digits(JsonReader *in) {
    const char *start = in->at;
    while (json_is_digit(in)) in->at++;
    return in->at > start || json_wrong(in, "a digit is missing");
}

static inline int json_number(JsonReader *in, double *number) {
    const char *start = in->at;
    in->at += *in->at == '-';
    if (in->at < in->end && *in->at == '0') in->at++;
    else if (!json_digits(in)) return 0;
    if (in->at < in->end && *in->at == '.') {
        in->at++;
        if (!json_digits(in)) return 0;
    }
    if (in->at < in->end && (*in->at == 'e' || *in->at == 'E')) {
        in->at++;
        in->at += in->at < in->end && (*in->at == '+' || *in->at == '-');
        if (!json_digits(in)) return 0;
    }
    /* The text goes on after the number with something that strtod does not read, or ends with a zero byte. */
    *number = strtod(start, NULL);
    return isfinite(*number) || json_wrong(in, "too large a number");
}

/* Four hexadecimal digits, or -1. */
static inline long json_hex(JsonReader *in) {
    long code = 0;
    for (int i = 0; i < 4; i++, in->at++) {
        const char *digits = "0123456789abcdef0123456789ABCDEF";
        const char *digit = in->at < in->end ? (const char *)memchr(digits, *in->at, 32) : NULL;
        if (!digit) {
            json_wrong(in, "four hexadecimal digits are missing");
            return -1;
        }
        code = code * 16 + (digit - digits) % 16;
    }
    return code;
}

/* What follows a backslash and u: one character, or two halves of one. */
static inline int json_character(JsonReader *in) {
    long code = json_hex(in);
    if (code < 0) return 0;
    if (code >= 0xd800 && code < 0xdc00) {
        if (in->end - in->at < 2 || memcmp(in->at, "\\u", 2)) return json_wrong(in, "half a character") != NULL;
        in->at += 2;
        long second = json_hex(in);
        if (second < 0) return 0;
        if (second < 0xdc00 || second > 0xdfff) return json_wrong(in, "half a character") != NULL;
        code = 0x10000 + ((code - 0xd800) << 10) + (second - 0xdc00);
    } else if (code >= 0xdc00 && code < 0xe000) {
        return json_wrong(in, "half a character") != NULL;
    }
    if (code < 0x80) {
        *in->texts++ = (char)code;
    } else if (code < 0x800) {
        *in->texts++ = (char)(0xc0 | code >> 6);
        *in->texts++ = (char)(0x80 | (code & 0x3f));
    } else {
        if (code < 0x10000) {
            *in->texts++ = (char)(0xe0 | code >> 12);
        } else {
            *in->texts++ = (char)(0xf0 | code >> 18);
            *in->texts++ = (char)(0x80 | (code >> 12 & 0x3f));
        }
        *in->texts++ = (char)(0x80 | (code >> 6 & 0x3f));
        *in->texts++ = (char)(0x80 | (code & 0x3f));
    }
    return 1;
}

/* The bytes of the UTF-8 character that is next, or 0 if it is none. */
static inline int json_utf8(const JsonReader *in) {
    const unsigned char *c = (const unsigned char *)in->at;
    int bytes = *c < 0x80 ? 1 : *c >= 0xc2 && *c < 0xe0 ? 2 : *c >= 0xe0 && *c < 0xf0 ? 3 : *c >= 0xf0 && *c < 0xf5 ? 4 : 0;
    if (bytes > in->end - in->at) return 0;
    for (int i = 1; i < bytes; i++)
        if ((c[i] & 0xc0) != 0x80) return 0;
    /* No character in more bytes than it needs, no half, nothing after the last one. */
    if ((*c == 0xe0 && c[1] < 0xa0) || (*c == 0xed && c[1] > 0x9f) || (*c == 0xf0 && c[1] < 0x90) || (*c == 0xf4 && c[1] > 0x8f)) return 0;
    return bytes;
}

/* A text in quotes. It is never longer than it was with its escapes. */
static inline const char *json_text(JsonReader *in, size_t *length) {
    const char *start = in->texts;
    for (in->at++;;) {
        if (in->at == in->end) return (const char *)json_wrong(in, "a text does not end");
        if ((unsigned char)*in->at < ' ') return (const char *)json_wrong(in, "a control character in a text");
        if (*in->at == '"') break;
        if (*in->at != '\\') {
            int bytes = json_utf8(in);
            if (!bytes) return (const char *)json_wrong(in, "not UTF-8");
            while (bytes--) *in->texts++ = *in->at++;
            continue;
        }
        const char *escapes = "\"\\/bfnrt";
        char escaped = ++in->at < in->end ? *in->at++ : ' ';
        const char *found = (const char *)memchr(escapes, escaped, 8);
        if (found) *in->texts++ = "\"\\/\b\f\n\r\t"[found - escapes];
        else if (escaped != 'u') return (const char *)json_wrong(in, "no such escape");
        else if (!json_character(in)) return NULL;
    }
    in->at++;
    *length = (size_t)(in->texts - start);
    *in->texts++ = 0;
    return start;
}

static inline int json_word(JsonReader *in, const char *word) {
    size_t length = strlen(word);
    int found = (size_t)(in->end - in->at) >= length && !memcmp(in->at, word, length);
    in->at += found ? length : 0;
    return found;
}

static inline Json *json_value(JsonReader *in, int depth) {
    json_blanks(in);
    if (depth > JSON_DEEPEST) return json_wrong(in, "too many lists and objects inside each other");
    if (in->at == in->end) return json_wrong(in, "a value is missing");
    Json *value = in->nodes++;
    memset(value, 0, sizeof *value);
    if (*in->at == '"') {
        value->kind = JSON_TEXT;
        value->text = json_text(in, &value->length);
        return value->text ? value : NULL;
    }
    if (*in->at == '-' || json_is_digit(in)) {
        value->kind = JSON_NUMBER;
        return json_number(in, &value->number) ? value : NULL;
    }
    if (*in->at == '[' || *in->at == '{') {
        int object = *in->at++ == '{';
        char close = object ? '}' : ']';
        Json **last = &value->first;
        value->kind = object ? JSON_OBJECT : JSON_LIST;
        if (json_take(in, close)) return value;
        do {
            const char *name = NULL;
            size_t length;
            json_blanks(in);
            if (object) {
                if (in->at == in->end || *in->at != '"') return json_wrong(in, "a name in quotes is missing");
                if (!(name = json_text(in, &length))) return NULL;
                if (!json_take(in, ':')) return json_wrong(in, "a colon is missing");
            }
            Json *item = json_value(in, depth + 1);
            if (!item) return NULL;
            item->name = name;
            *last = item;
            last = &item->next;
            value->length++;
        } while (json_take(in, ','));
        return json_take(in, close) ? value : json_wrong(in, object ? "a comma or } is missing" : "a comma or ] is missing");
    }
    value->kind = json_word(in, "true") ? JSON_TRUE : json_word(in, "false") ? JSON_FALSE : JSON_NULL;
    return value->kind != JSON_NULL || json_word(in, "null") ? value : json_wrong(in, "this begins no value");
}

/* The value that a text of so many bytes stands for, until json_free; a zero byte must follow the text. NULL and a
   problem if it is not JSON. */
static inline Json *json_read(const char *text, size_t length, const char **problem) {
    /* Each value begins the text, a list or a field, or follows a comma. */
    size_t values = 1;
    for (size_t i = 0; i < length; i++) values += text[i] == ',' || text[i] == '[' || text[i] == '{' || text[i] == ':';
    Json *root = (Json *)malloc(values * sizeof(Json) + length + 1);
    JsonReader in = {text, text + length, root ? NULL : "no memory is left", root, (char *)(root + (root ? values : 0))};
    Json *value = root ? json_value(&in, 0) : NULL;
    json_blanks(&in);
    if (value && in.at < in.end) json_wrong(&in, "nothing may follow the value");
    *problem = in.problem;
    if (!in.problem) return root;
    free(root);
    return NULL;
}

static inline void json_free(Json *root) {
    free(root);
}

/* The field of an object with a name, or NULL. Of two with one name the last counts. */
static inline const Json *json_get(const Json *object, const char *name) {
    const Json *found = NULL;
    if (object && object->kind == JSON_OBJECT)
        for (const Json *field = object->first; field; field = field->next)
            if (!strcmp(field->name, name)) found = field;
    return found;
}

/* A text, or an empty one where there is none. */
static inline const char *json_string(const Json *value) {
    return value && value->kind == JSON_TEXT ? value->text : "";
}

/* A number, or 0 where there is none. */
static inline double json_double(const Json *value) {
    return value && value->kind == JSON_NUMBER ? value->number : 0;
}

/* Writes a text in quotes. */
static inline void json_write(FILE *out, const char *text) {
    fputc('"', out);
    for (; *text; text++) {
        if (*text == '"' || *text == '\\') fputc('\\', out);
        if ((unsigned char)*text < ' ') fprintf(out, "\\u%04x", *text);
        else fputc(*text, out);
    }
    fputc('"', out);
}

#endif
