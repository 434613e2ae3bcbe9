import java.io.File;
import java.util.*;

/** A bot for Ludarium: one JSON message a line comes in, one answer a line goes out. */
public class Bot {
    static Random dice = new Random();

    /** Your thinking goes here. Board.java says what you know: your moves, the pieces, the facts of the game, the map. */
    static Move choose(Board board) {
        return board.legal.get(dice.nextInt(board.legal.size()));
    }

    public static void main(String[] arguments) {
        Scanner in = new Scanner(System.in, "UTF-8");
        List<String> files = new ArrayList<>(List.of("Bot.class", "Board.class", "Move.class", "Json.class"));
        files.removeIf(file -> !new File(file).exists()); // when one changes, old results are not mixed with new ones
        while (in.hasNextLine()) {
            Map<String, Object> ask = Json.readObject(in.nextLine()), reply = new HashMap<>(Map.of("id", ask.getOrDefault("id", 0)));
            switch ((String) ask.get("type")) {
                case "hello": reply.putAll(Map.of("type", "hello", "name", "my-java-bot", "files", files)); break; // knows few games? "games", List.of("@GAME@")
                case "new_game": dice = new Random(ask.get("seed").hashCode()); reply.put("type", "ready"); break;
                case "turn": reply.putAll(Map.of("type", "move", "move", choose(new Board(ask)).text)); break;
                case "ping": reply.put("type", "pong"); break;
                case "quit": return;
                default: continue; // there may be messages that you need not know
            }
            System.out.println(Json.write(reply));
        }
    }
}
