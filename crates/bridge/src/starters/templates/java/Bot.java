import java.util.*;
import java.util.regex.*;

/** A bot for Ludarium: one JSON message a line comes in, without blanks; one answer a line goes out. */
public class Bot {
    static Random dice = new Random();

    /** Your thinking goes here. `legal` are your moves; `turn` is the message with the position. */
    static String choose(String turn, String[] legal) {
        return legal[dice.nextInt(legal.length)];
    }

    static String find(String pattern, String message) {
        Matcher found = Pattern.compile(pattern).matcher(message);
        return found.find() ? found.group(1) : "";
    }
    public static void main(String[] arguments) {
        Scanner in = new Scanner(System.in, "UTF-8");
        while (in.hasNextLine()) {
            String ask = in.nextLine(), type = find("\"type\":\"(\\w+)\"", ask), reply = "";
            if (type.equals("quit")) return;
            if (type.equals("hello")) reply = "\"hello\",\"name\":\"my-java-bot\"";
            if (type.equals("new_game")) dice = new Random(find("\"seed\":(\\d+)", ask).hashCode());
            if (type.equals("new_game")) reply = "\"ready\"";
            if (type.equals("turn")) reply = "\"move\",\"move\":\"" + choose(ask, find("\"legal\":\\[\"([^\\]]*)\"\\]", ask).split("\",\"")) + "\"";
            if (type.equals("ping")) reply = "\"pong\"";
            if (!reply.isEmpty()) System.out.println("{\"id\":" + find("\"id\":(\\d+)", ask) + ",\"type\":" + reply + "}");
        }
    }
}
