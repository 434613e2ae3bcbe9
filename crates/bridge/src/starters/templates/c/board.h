/* What a message `turn` says, in pieces that are easy to use. The README shows how moves are written, and lists the
   facts of each game. */
#ifndef BOARD_H
#define BOARD_H

#include "json.h"

/* A legal move, taken apart. */
typedef struct {
    const char *text; /* the whole text, which is your answer */
    char from[16];    /* where it begins; empty for a move without places, such as a pass or the end of a turn */
    char to[16];      /* where it ends; empty where it ends nowhere, because the piece leaves the board */
    char how[16];     /* the rest: a piece that is promoted to, or how it goes (`>`, `^`, `!`) */
} Move;

typedef struct {
    int seat;          /* yours, from 0 */
    int count;         /* how many moves you have */
    Move *legal;       /* your moves */
    const Json *board; /* a list of {"cell", "piece", "seat"} */
    const Json *facts; /* what the pieces do not show, by name */
} Board;

static inline void move_part(char *part, const char *from, const char *to) {
    size_t length = (size_t)(to - from);
    if (length < 16) memcpy(part, from, length);
}

static inline Move move_read(const char *text) {
    Move move = {text, "", "", ""};
    size_t length = strlen(text);
    const char *end = text + length, *sign = strpbrk(text, ">^"), *dash = length ? strchr(text + 1, '-') : NULL;
    if (length > 40) return move;
    if (sign) {
        move_part(move.from, text, sign);
        move_part(move.to, sign + 1, end);
        move_part(move.how, sign, sign + 1);
    } else if (length > 1 && end[-1] == '!') {
        move_part(move.from, text, end - 1);
        move_part(move.how, end - 1, end);
    } else if (dash && dash + 1 < end) {
        move_part(move.from, text, dash);
        move_part(move.to, dash + 1, end);
    } else if ((length == 4 || length == 5) && text[1] >= '0' && text[1] <= '9') {
        move_part(move.from, text, text + 2);
        move_part(move.to, text + 2, text + 4);
        move_part(move.how, text + 4, end);
    }
    return move;
}

/* The board of a turn; its moves last until board_free, all else as long as the message. */
static inline Board board_read(const Json *turn) {
    const Json *legal = json_get(turn, "legal");
    Board board = {(int)json_double(json_get(turn, "seat")), 0, NULL, json_get(turn, "board"), json_get(turn, "facts")};
    if (legal && legal->length) board.legal = (Move *)malloc(legal->length * sizeof(Move));
    for (const Json *text = board.legal ? legal->first : NULL; text; text = text->next)
        board.legal[board.count++] = move_read(json_string(text));
    return board;
}

static inline void board_free(Board *board) {
    free(board->legal);
}

/* What stands on a cell: an object with "piece" and "seat", or NULL. */
static inline const Json *board_piece(const Board *board, const char *cell) {
    for (const Json *piece = board->board ? board->board->first : NULL; piece; piece = piece->next)
        if (!strcmp(json_string(json_get(piece, "cell")), cell)) return piece;
    return NULL;
}

/* The seat of what stands on a cell, or -1 if it is nobody's. */
static inline int board_owner(const Board *board, const char *cell) {
    const Json *seat = json_get(board_piece(board, cell), "seat");
    return seat && seat->kind == JSON_NUMBER ? (int)seat->number : -1;
}

/* A fact by its name, or NULL. */
static inline const Json *board_fact(const Board *board, const char *name) {
    return json_get(board->facts, name);
}

/* An area of the map: an object with "area", "seat", "dice" and the list "neighbours"; NULL where there is none. */
static inline const Json *board_area(const Board *board, int number) {
    const Json *areas = board_fact(board, "areas");
    for (const Json *area = areas ? areas->first : NULL; area; area = area->next)
        if (json_double(json_get(area, "area")) == number) return area;
    return NULL;
}

#endif
