import java.nio.charset.StandardCharsets;
import java.util.*;

/** The same as check.c with the parser and the board helper of the Java starter. */
public class Check {
    static String show(Object value) {
        StringBuilder out = new StringBuilder();
        if (value instanceof String) {
            out.append('"');
            for (byte b : ((String) value).getBytes(StandardCharsets.UTF_8)) out.append(String.format("%02x", b));
            return out.append('"').toString();
        }
        List<String> items = new ArrayList<>();
        if (value instanceof List) {
            for (Object item : (List<?>) value) items.add(show(item));
        } else if (value instanceof Map) {
            ((Map<?, ?>) value).forEach((name, field) -> items.add(Json.write(name) + ":" + show(field)));
            return "{" + String.join(",", items) + "}";
        } else {
            return Json.write(value);
        }
        return "[" + String.join(",", items) + "]";
    }

    static String showBoard(Map<String, Object> turn) {
        Board board = new Board(turn);
        String out = "seat " + board.seat + ";";
        for (Move move : board.legal) {
            String from = move.from == null ? "" : move.from, to = move.to == null ? "" : move.to;
            out += " " + move.text + "=" + from + "|" + to + "|" + move.how + (board.takes(move) ? " takes" : "") + ";";
        }
        for (int area : board.neighbours.keySet()) {
            out += " area " + area + ": " + board.areaOwners.get(area) + " " + board.areaDice.get(area);
            for (int beside : board.neighbours.get(area)) out += " ~" + beside;
            out += ";";
        }
        return out + " ply " + Json.whole(board.facts.get("ply"));
    }

    public static void main(String[] arguments) {
        Scanner in = new Scanner(System.in, "UTF-8").useDelimiter("\n");
        while (in.hasNext()) {
            String line = in.next();
            try {
                System.out.println(line.startsWith("turn ") ? showBoard(Json.readObject(line.substring(5))) : show(Json.read(line)));
            } catch (IllegalArgumentException problem) {
                System.out.println("refused: " + problem.getMessage());
            }
        }
    }
}
