import java.io.*;
import java.lang.reflect.Field;
import java.nio.charset.StandardCharsets;
import java.util.*;
import java.util.regex.*;
import threeChess.*;

/**
 * Seats an agent of the Three-Chess framework at Ludarium's table:
 * java -cp CLASSES:. ThreeChessBot threeChess.agents.RandomAgent. What the agent prints goes to standard error.
 */
public class ThreeChessBot {
  private static final String START = "RNBQKBNR/PPPPPPPP/......../......../rnbqkbnr/pppppppp/......../......../"
      + "42356324/11111111/......../........ B - - - 0";
  private static final String[] LETTERS = {"PNBRQK", "pnbrqk", "123456"};
  /** The framework's usual time for a player and a game, for agents that plan their time, in milliseconds. */
  private static final int USUAL = 300_000;
  /** With a limit for each move alone the agent is told of this many moves' time. */
  private static final int MOVES = 10;

  private final PrintStream replies;
  private final Class<?> kind;
  /** A new one for each game: some agents remember things. */
  private Agent agent;
  /** Where the game began, what happened since, and the time used where there is no clock. */
  private String start = START;
  private final List<String> moves = new ArrayList<>();
  private long used;
  /** Whether it was said that the framework's move count does not hold. */
  private boolean warned;

  private ThreeChessBot(PrintStream replies, Class<?> kind) {
    this.replies = replies;
    this.kind = kind;
  }

  public static void main(String[] arguments) throws Exception {
    if (arguments.length != 1) {
      System.err.println("usage: java -cp CLASSES:. ThreeChessBot threeChess.agents.RandomAgent");
      System.exit(2);
    }
    PrintStream replies = new PrintStream(new FileOutputStream(FileDescriptor.out), true, "UTF-8");
    BufferedReader requests = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    System.setOut(System.err);
    System.setIn(new ByteArrayInputStream(new byte[0]));
    ThreeChessBot bot = new ThreeChessBot(replies, Class.forName(arguments[0]));
    for (String ask = requests.readLine(); ask != null; ask = requests.readLine()) {
      String type = find("\"type\":\"(\\w+)\"", ask);
      // An agent may have left threads behind.
      if (type.equals("quit")) System.exit(0);
      bot.answer(type, ask);
    }
    System.exit(0);
  }

  private void answer(String type, String ask) {
    String id = "{\"id\":" + find("\"id\":(\\d+)", ask) + ",\"type\":";
    try {
      switch (type) {
        case "hello":
          agent = newAgent();
          replies.println(id + "\"hello\",\"name\":\"" + quoted(agent.toString()) + "\",\"games\":[\"three-chess\"]}");
          break;
        case "new_game":
          agent = newAgent();
          start = find("\"state\":\"([^\"]*)\"", ask);
          moves.clear();
          used = 0;
          replies.println(id + "\"ready\"}");
          break;
        case "turn":
          replies.println(id + "\"move\",\"move\":\"" + quoted(move(ask)) + "\"}");
          break;
        case "ping":
          replies.println(id + "\"pong\"}");
          break;
        default:
          break;
      }
    } catch (Throwable trouble) {
      trouble.printStackTrace();
      replies.println(id + "\"error\",\"message\":\"" + quoted(trouble.toString()) + "\"}");
    }
  }

  private Agent newAgent() throws Exception {
    return (Agent) kind.getDeclaredConstructor().newInstance();
  }

  /** Lets the agent move. */
  private String move(String ask) throws Exception {
    for (Matcher event = Pattern.compile("\"event\":\"([^\"]+)\"").matcher(ask); event.find(); ) {
      moves.add(event.group(1));
    }
    Board board = board(find("\"state\":\"([^\"]*)\"", ask), timeLeft(ask));
    long began = System.nanoTime();
    Position[] move = agent.playMove(board);
    used += (System.nanoTime() - began) / 1_000_000;
    return move != null && move.length == 2 ? move[0] + "-" + move[1] : Arrays.toString(move);
  }

  private int timeLeft(String ask) {
    String bank = find("\"bank_ms\":(\\d+)", ask), each = find("\"move_ms\":(\\d+)", ask);
    long left = Math.max(1000, USUAL - used);
    if (!bank.isEmpty() || !each.isEmpty()) left = number(bank) + MOVES * number(each);
    return (int) Math.min(left, Integer.MAX_VALUE);
  }

  /** The board of the framework: the start and the moves. Where that is not all, the position is written into it. */
  private Board board(String state, int milliseconds) throws Exception {
    Board board = new Board(milliseconds);
    String[] fields = state.split(" ");
    if (start.equals(START) && moves.size() == Integer.parseInt(fields[5])) {
      for (String move : moves) {
        String[] squares = move.split("-");
        board.move(Position.valueOf(squares[0]), Position.valueOf(squares[1]), 0);
      }
      return board;
    }
    if (!warned) {
      warned = true;
      System.err.println("the game did not begin at the start: the board has no past, and its count of moves is 0 at every turn");
    }
    Map<Position, Piece> pieces = new HashMap<>();
    String rows = fields[0].replace("/", "");
    for (Position square : Position.values()) {
      Piece piece = piece(rows.charAt(32 * square.getColour().ordinal() + 8 * square.getRow() + square.getColumn()));
      if (piece != null) pieces.put(square, piece);
    }
    write(board, "board", pieces);
    write(board, "turn", Colour.values()["BGR".indexOf(fields[1])]);
    Map<Colour, ArrayList<Piece>> captured = new HashMap<>();
    for (Colour colour : Colour.values()) {
      ArrayList<Piece> list = new ArrayList<>();
      for (char letter : fields[2 + colour.ordinal()].toCharArray()) {
        if (letter != '-') list.add(piece(letter));
      }
      captured.put(colour, list);
    }
    write(board, "captured", captured);
    return board;
  }

  private static Piece piece(char letter) {
    for (Colour colour : Colour.values()) {
      int kind = LETTERS[colour.ordinal()].indexOf(letter);
      if (kind >= 0) return new Piece(PieceType.values()[kind], colour);
    }
    return null;
  }

  private static void write(Board board, String name, Object value) throws Exception {
    Field field = Board.class.getDeclaredField(name);
    field.setAccessible(true);
    field.set(board, value);
  }

  private static long number(String digits) {
    return digits.isEmpty() ? 0 : Long.parseLong(digits);
  }

  private static String find(String pattern, String message) {
    Matcher found = Pattern.compile(pattern).matcher(message);
    return found.find() ? found.group(1) : "";
  }

  /** Text that may stand between quotation marks. */
  private static String quoted(String text) {
    return text.replaceAll("[\\p{Cntrl}\"\\\\]", "'");
  }
}
