/* Reads lines with the parser of the starter. A line that is JSON comes back as JSON, any other as "refused: why". A line
   that begins with `turn ` is the message of a turn: what the board helper makes of it comes back. */
#include "board.h"

static void show(const Json *value) {
    switch (value->kind) {
    case JSON_NULL: printf("null"); break;
    case JSON_FALSE: printf("false"); break;
    case JSON_TRUE: printf("true"); break;
    case JSON_NUMBER: printf("%.17g", value->number); break;
    case JSON_TEXT:
        /* Hexadecimal digits: a text may hold zero bytes. */
        putchar('"');
        for (size_t i = 0; i < value->length; i++) printf("%02x", (unsigned char)value->text[i]);
        putchar('"');
        break;
    case JSON_LIST:
    case JSON_OBJECT: {
        putchar(value->kind == JSON_LIST ? '[' : '{');
        const char *separator = "";
        for (const Json *item = value->first; item; item = item->next) {
            /* Of two fields with one name the last counts. */
            if (item->name && json_get(value, item->name) != item) continue;
            printf("%s", separator);
            separator = ",";
            if (item->name) json_write(stdout, item->name), putchar(':');
            show(item);
        }
        putchar(value->kind == JSON_LIST ? ']' : '}');
    }
    }
}

static void show_board(const Json *turn) {
    Board board = board_read(turn);
    printf("seat %d;", board.seat);
    for (int i = 0; i < board.count; i++) {
        const Move *move = &board.legal[i];
        int owner = board_owner(&board, move->to);
        printf(" %s=%s|%s|%s%s;", move->text, move->from, move->to, move->how, owner >= 0 && owner != board.seat ? " takes" : "");
    }
    for (int number = 0; number < 10; number++) {
        const Json *area = board_area(&board, number);
        if (!area) continue;
        printf(" area %d: %g %g", number, json_double(json_get(area, "seat")), json_double(json_get(area, "dice")));
        for (const Json *beside = json_get(area, "neighbours")->first; beside; beside = beside->next) printf(" ~%g", beside->number);
        putchar(';');
    }
    printf(" ply %g\n", json_double(board_fact(&board, "ply")));
    board_free(&board);
}

int main(void) {
    char *line = NULL;
    size_t size = 0;
    for (long length; (length = getline(&line, &size, stdin)) > 0;) {
        const char *problem;
        if (line[length - 1] == '\n') line[--length] = 0;
        int turn = !strncmp(line, "turn ", 5);
        Json *value = json_read(line + 5 * turn, (size_t)(length - 5 * turn), &problem);
        if (!value) printf("refused: %s\n", problem);
        else if (turn) show_board(value);
        else show(value), putchar('\n');
        json_free(value);
    }
    free(line);
}
