/* A bot for Ludarium: one JSON message a line comes in, without blanks; one answer a line goes out. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Your thinking goes here. `legal` are your moves; `turn` is the message with the position. */
static char *choose(const char *turn, char **legal, int count) {
    (void)turn;
    return legal[rand() % count];
}

int main(void) {
    char *line = NULL, *legal[8192], type[32] = "";
    size_t size = 0;
    while (getline(&line, &size, stdin) > 0 && sscanf(line, "{\"type\":\"%31[^\"]", type) == 1 && strcmp(type, "quit")) {
        char *id = strstr(line, "\"id\":"), *seed = strstr(line, "\"seed\":"), *list = strstr(line, "\"legal\":[");
        unsigned long long number = id ? strtoull(id + 5, NULL, 10) : 0;
        if (seed) srand((unsigned)strtoull(seed + 7, NULL, 10));
        if (!strcmp(type, "hello")) printf("{\"type\":\"hello\",\"id\":%llu,\"name\":\"my-c-bot\"}\n", number);
        if (!strcmp(type, "new_game")) printf("{\"type\":\"ready\",\"id\":%llu}\n", number);
        if (!strcmp(type, "ping")) printf("{\"type\":\"pong\",\"id\":%llu}\n", number);
        if (!strcmp(type, "turn") && list) {
            int count = 0;
            for (char *next = strtok(strtok(list + 9, "]"), "\""); next && count < 8192; next = strtok(NULL, "\""))
                if (strcmp(next, ",")) legal[count++] = next;
            printf("{\"type\":\"move\",\"id\":%llu,\"move\":\"%s\"}\n", number, choose(line, legal, count));
        }
        fflush(stdout);
    }
}
