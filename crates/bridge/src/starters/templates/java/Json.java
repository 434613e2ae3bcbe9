import java.util.*;

/**
 * JSON as in RFC 8259, in one file: texts become values and values become texts. A value is null, a Boolean, a Long or
 * a Double, a String, a List or a Map. What is not JSON is an IllegalArgumentException that says where.
 */
public final class Json {
    /** Lists and objects inside each other; more is refused, because each level takes stack. */
    static final int DEEPEST = 200;

    private final String text;
    private int at = 0;

    private Json(String text) {
        this.text = text;
    }

    /** The value that a text stands for. */
    public static Object read(String text) {
        Json json = new Json(text);
        Object value = json.value(0);
        json.blanks();
        if (json.at < text.length()) throw json.wrong("nothing may follow the value");
        return value;
    }

    /** The object that a text stands for. */
    public static Map<String, Object> readObject(String text) {
        Object value = read(text);
        if (!(value instanceof Map)) throw new IllegalArgumentException("not an object");
        return fields(value);
    }

    /** A value as an object; an empty one if it is none. */
    public static Map<String, Object> fields(Object value) {
        Map<String, Object> fields = new LinkedHashMap<>();
        if (value instanceof Map) ((Map<?, ?>) value).forEach((name, field) -> fields.put((String) name, field));
        return fields;
    }

    /** A value as a list; an empty one if it is none. */
    public static List<Object> list(Object value) {
        return value instanceof List ? new ArrayList<>((List<?>) value) : List.of();
    }

    /** A value as a whole number; 0 if it is none. */
    public static int whole(Object value) {
        return value instanceof Number ? ((Number) value).intValue() : 0;
    }

    /** A value as a text on one line. */
    public static String write(Object value) {
        StringBuilder out = new StringBuilder();
        write(value, out);
        return out.toString();
    }

    private static void write(Object value, StringBuilder out) {
        String separator = "";
        if (value instanceof String) {
            writeText((String) value, out);
        } else if (value instanceof Collection) {
            out.append('[');
            for (Object item : (Collection<?>) value) {
                out.append(separator);
                write(item, out);
                separator = ",";
            }
            out.append(']');
        } else if (value instanceof Map) {
            out.append('{');
            for (Map.Entry<?, ?> field : ((Map<?, ?>) value).entrySet()) {
                out.append(separator);
                writeText(field.getKey().toString(), out);
                out.append(':');
                write(field.getValue(), out);
                separator = ",";
            }
            out.append('}');
        } else if (value instanceof Double && !Double.isFinite((Double) value)) {
            throw new IllegalArgumentException(value + " cannot be written as JSON");
        } else {
            out.append(value);
        }
    }

    private static void writeText(String text, StringBuilder out) {
        out.append('"');
        for (char c : text.toCharArray()) {
            if (c == '"' || c == '\\') {
                out.append('\\').append(c);
            } else if (c < ' ' || c > '~') {
                out.append(String.format("\\u%04x", (int) c));
            } else {
                out.append(c);
            }
        }
        out.append('"');
    }

    private Object value(int depth) {
        blanks();
        if (depth > DEEPEST) throw wrong("too many lists and objects inside each other");
        if (at == text.length()) throw wrong("a value is missing");
        char c = text.charAt(at);
        if (c == '{') return object(depth);
        if (c == '[') return list(depth);
        if (c == '"') return string();
        if (c == '-' || isDigit(c)) return number();
        if (word("true")) return true;
        if (word("false")) return false;
        if (word("null")) return null;
        throw wrong("this begins no value");
    }

    private Map<String, Object> object(int depth) {
        Map<String, Object> fields = new LinkedHashMap<>();
        at++;
        if (take('}')) return fields;
        do {
            blanks();
            if (at == text.length() || text.charAt(at) != '"') throw wrong("a name in quotes is missing");
            String name = string();
            if (!take(':')) throw wrong("a colon is missing");
            fields.put(name, value(depth + 1));
        } while (take(','));
        if (!take('}')) throw wrong("a comma or } is missing");
        return fields;
    }

    private List<Object> list(int depth) {
        List<Object> items = new ArrayList<>();
        at++;
        if (take(']')) return items;
        do {
            items.add(value(depth + 1));
        } while (take(','));
        if (!take(']')) throw wrong("a comma or ] is missing");
        return items;
    }

    private String string() {
        StringBuilder out = new StringBuilder();
        at++;
        while (true) {
            if (at == text.length()) throw wrong("a text does not end");
            char c = text.charAt(at);
            if (c < ' ') throw wrong("a control character in a text");
            at++;
            if (c == '"') return out.toString();
            if (c != '\\') {
                out.append(c);
                continue;
            }
            char escaped = at < text.length() ? text.charAt(at++) : ' ';
            int place = "\"\\/bfnrt".indexOf(escaped);
            if (place >= 0) {
                out.append("\"\\/\b\f\n\r\t".charAt(place));
            } else if (escaped == 'u') {
                character(out);
            } else {
                throw wrong("no such escape");
            }
        }
    }

    /** What follows a backslash and u: one character, or two halves of one. */
    private void character(StringBuilder out) {
        char first = hex();
        if (Character.isHighSurrogate(first)) {
            char second = text.startsWith("\\u", at) ? hexAfter(2) : ' ';
            if (!Character.isLowSurrogate(second)) throw wrong("half a character");
            out.append(first).append(second);
        } else if (Character.isLowSurrogate(first)) {
            throw wrong("half a character");
        } else {
            out.append(first);
        }
    }

    private char hexAfter(int skipped) {
        at += skipped;
        return hex();
    }

    private char hex() {
        int code = 0;
        for (int i = 0; i < 4; i++, at++) {
            char c = at < text.length() ? text.charAt(at) : ' ';
            int digit = c < 128 ? Character.digit(c, 16) : -1;
            if (digit < 0) throw wrong("four hexadecimal digits are missing");
            code = code * 16 + digit;
        }
        return (char) code;
    }

    private Object number() {
        int start = at;
        if (text.charAt(at) == '-') at++;
        if (at < text.length() && text.charAt(at) == '0') at++;
        else digits();
        boolean whole = true;
        if (at < text.length() && text.charAt(at) == '.') {
            whole = false;
            at++;
            digits();
        }
        if (at < text.length() && (text.charAt(at) == 'e' || text.charAt(at) == 'E')) {
            whole = false;
            at++;
            if (at < text.length() && (text.charAt(at) == '+' || text.charAt(at) == '-')) at++;
            digits();
        }
        String number = text.substring(start, at);
        // Whole numbers stay exact as far as a long goes.
        if (whole && number.length() <= 18) return Long.valueOf(number);
        double read = Double.parseDouble(number);
        if (!Double.isFinite(read)) throw wrong("too large a number");
        return read;
    }

    private void digits() {
        int start = at;
        while (at < text.length() && isDigit(text.charAt(at))) at++;
        if (at == start) throw wrong("a digit is missing");
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }

    private boolean word(String word) {
        boolean found = text.startsWith(word, at);
        if (found) at += word.length();
        return found;
    }

    private boolean take(char c) {
        blanks();
        boolean found = at < text.length() && text.charAt(at) == c;
        if (found) at++;
        return found;
    }

    private void blanks() {
        while (at < text.length() && " \t\n\r".indexOf(text.charAt(at)) >= 0) at++;
    }

    private IllegalArgumentException wrong(String problem) {
        return new IllegalArgumentException(problem + ", at character " + (at + 1));
    }
}
