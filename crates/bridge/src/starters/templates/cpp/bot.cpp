// A bot for Ludarium: one JSON message a line comes in, one answer a line goes out.
#include <iostream>
#include <random>
#include <string>

#include "board.h"

static std::mt19937_64 dice;

// Your thinking goes here. board.h says what you know: your moves, the pieces, the facts of the game, the map.
static const char *choose(const Board &board) { return board.legal[dice() % board.count].text; }

int main() {
    const char *problem;
    for (std::string line; std::getline(std::cin, line);) {
        Json *ask = json_read(line.c_str(), line.size(), &problem);
        if (!ask) return std::cerr << problem << '\n', 1;
        std::string type = json_string(json_get(ask, "type")), id = std::to_string((long long)json_double(json_get(ask, "id")));
        if (type == "quit") return 0;
        if (type == "hello") std::cout << R"({"type":"hello","name":"my-cpp-bot","games":null,"id":)" + id + "}\n"; // knows few games? "games":["@GAME@"]
        if (type == "ping") std::cout << R"({"type":"pong","id":)" + id + "}\n";
        if (type == "new_game") dice.seed((unsigned long long)json_double(json_get(ask, "seed"))), std::cout << R"({"type":"ready","id":)" + id + "}\n";
        if (type == "turn") {
            Board board = board_read(ask); // moves are written in plain letters, so they need no escapes
            std::cout << R"({"type":"move","id":)" + id + R"(,"move":")" + choose(board) + "\"}\n", board_free(&board);
        }
        std::cout.flush(), json_free(ask); // what else is asked you need not know
    }
}
