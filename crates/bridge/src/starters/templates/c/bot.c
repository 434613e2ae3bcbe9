/* A bot for Ludarium: one JSON message a line comes in, one answer a line goes out. */
#include "board.h"

/* Your thinking goes here. board.h says what you know: your moves, the pieces, the facts of the game, the map. */
static const char *choose(const Board *board) {
    return board->legal[rand() % board->count].text;
}

int main(void) {
    char *line = NULL;
    const char *problem;
    size_t size = 0;
    for (long length; (length = getline(&line, &size, stdin)) > 0;) {
        Json *ask = json_read(line, (size_t)length, &problem);
        if (!ask) return fprintf(stderr, "%s\n", problem), 1;
        long id = (long)json_double(json_get(ask, "id"));
        const char *type = json_string(json_get(ask, "type"));
        if (!strcmp(type, "quit")) return 0;
        if (!strcmp(type, "hello")) printf("{\"type\":\"hello\",\"id\":%ld,\"name\":\"my-c-bot\",\"games\":null}\n", id); /* knows few games? \"games\":[\"@GAME@\"] */
        if (!strcmp(type, "ping")) printf("{\"type\":\"pong\",\"id\":%ld}\n", id);
        if (!strcmp(type, "new_game")) srand((unsigned)(long long)json_double(json_get(ask, "seed"))), printf("{\"type\":\"ready\",\"id\":%ld}\n", id);
        if (!strcmp(type, "turn")) {
            Board board = board_read(ask);
            printf("{\"type\":\"move\",\"id\":%ld,\"move\":", id), json_write(stdout, choose(&board)), puts("}");
            board_free(&board);
        }
        fflush(stdout);
        json_free(ask);
    }
}
