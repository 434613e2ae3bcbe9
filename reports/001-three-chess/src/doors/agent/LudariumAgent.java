package threeChess.agents;

import java.io.*;
import java.nio.charset.StandardCharsets;
import java.util.*;
import java.util.concurrent.*;
import java.util.regex.*;
import threeChess.*;

/**
 * An agent of the Three-Chess framework, behind which Ludarium thinks. One object may play many games and
 * several seats: every request to `ludarium engine` carries the complete position.
 */
public class LudariumAgent extends Agent {
  private static final String LUDARIUM = System.getenv().getOrDefault("LUDARIUM", @LUDARIUM@);
  private static final String AGENT = @AGENT@;
  /** The engine thinks at most for this part of the time that is left. */
  private static final int SHARE = 40;
  /** How long the engine may be silent beyond its time before it is started again, in milliseconds. */
  private static final long PATIENCE = 10_000;
  /** How long the engine may think where there is no clock, in milliseconds. */
  private static final long LONGEST = 600_000;

  private final String agent;
  private Engine engine;
  /** The seat that the engine plays, and the moves that it knows of. */
  private Colour seat;
  private List<String> known = new ArrayList<>();

  public LudariumAgent() {
    this(AGENT);
  }

  /** An agent that lets another one of Ludarium's think, such as `mcts:iterations=500`. */
  public LudariumAgent(String agent) {
    this.agent = agent;
  }

  public synchronized Position[] playMove(Board board) {
    try {
      return ask(board);
    } catch (IOException trouble) {
      System.err.println("ludarium: " + trouble.getMessage() + "; it is started once more");
      close();
    }
    try {
      return ask(board);
    } catch (IOException trouble) {
      close();
      throw new IllegalStateException("ludarium: " + trouble.getMessage());
    }
  }

  private Position[] ask(Board board) throws IOException {
    List<String> moves = new ArrayList<>();
    for (int i = 0; i < board.getMoveCount(); i++) {
      moves.add(board.getMove(i)[0] + "-" + board.getMove(i)[1]);
    }
    String state = state(board, moves.size());
    if (engine == null) {
      engine = new Engine(agent);
      engine.ask("hello", "\"protocol\":1,\"lab\":\"three-chess\"", PATIENCE);
      seat = null;
    }
    boolean goesOn = seat == board.getTurn() && moves.size() > known.size()
        && moves.subList(0, known.size()).equals(known);
    if (!goesOn) {
      seat = board.getTurn();
      known = moves;
      engine.ask("new_game", "\"game\":\"three-chess\",\"variant\":\"reference\",\"players\":3,\"seat\":" + seat.ordinal()
          + ",\"names\":[\"Blue\",\"Green\",\"Red\"],\"seed\":" + new Random().nextInt(1 << 30)
          + ",\"state\":\"" + state + "\"", PATIENCE);
    }
    StringJoiner events = new StringJoiner(",");
    for (int i = known.size(); i < moves.size(); i++) {
      events.add("{\"by\":" + i % 3 + ",\"event\":\"" + moves.get(i) + "\"}");
    }
    known = moves;
    int left = board.getTimeLeft(seat);
    // An untimed board says 1 ms for everybody.
    boolean timed = left > 1;
    String clock = timed ? ",\"clock\":{\"move_ms\":" + Math.max(1, left / SHARE) + ",\"bank_ms\":" + left + "}" : "";
    String reply = engine.ask("turn", "\"ply\":" + moves.size() + ",\"seat\":" + seat.ordinal() + ",\"state\":\"" + state
        + "\",\"board\":[],\"events\":[" + events + "]" + clock, timed ? left + PATIENCE : LONGEST);
    Matcher move = Pattern.compile("\"move\":\"(\\w+)-(\\w+)\"").matcher(reply);
    if (!move.find()) throw new IOException("the engine answered " + reply);
    return new Position[] {Position.valueOf(move.group(1)), Position.valueOf(move.group(2))};
  }

  /** The position in Ludarium's notation. */
  private static String state(Board board, int plies) {
    StringBuilder text = new StringBuilder();
    for (Colour section : Colour.values()) {
      for (int row = 1; row <= 4; row++) {
        if (text.length() > 0) text.append('/');
        for (char column = 'A'; column <= 'H'; column++) {
          Piece piece = board.getPiece(Position.valueOf("" + section.name().charAt(0) + column + row));
          text.append(piece == null ? '.' : letter(piece));
        }
      }
    }
    text.append(' ').append(board.getTurn().name().charAt(0));
    for (Colour owner : Colour.values()) {
      text.append(' ');
      for (Piece piece : board.getCaptured(owner)) text.append(letter(piece));
      if (board.getCaptured(owner).isEmpty()) text.append('-');
    }
    return text.append(' ').append(plies).toString();
  }

  private static char letter(Piece piece) {
    String[] letters = {"PNBRQK", "pnbrqk", "123456"};
    return letters[piece.getColour().ordinal()].charAt(piece.getType().ordinal());
  }

  private void close() {
    if (engine != null) engine.process.destroyForcibly();
    engine = null;
  }

  public String toString() {
    return "Ludarium " + agent;
  }

  public void finalBoard(Board board) {}

  /** `ludarium engine` as a child process: a line in, a line out. It ends when this program does. */
  private static class Engine {
    final Process process;
    private final BlockingQueue<String> lines = new LinkedBlockingQueue<>();
    private long number;

    Engine(String agent) throws IOException {
      process = new ProcessBuilder(LUDARIUM, "engine", "three-chess", agent)
          .redirectError(ProcessBuilder.Redirect.INHERIT).start();
      Thread reader = new Thread(this::read);
      reader.setDaemon(true);
      reader.start();
      Runtime.getRuntime().addShutdownHook(new Thread(process::destroyForcibly));
    }

    private void read() {
      try (BufferedReader in = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
        for (String line = in.readLine(); line != null; line = in.readLine()) lines.add(line);
      } catch (IOException closed) {
        // The end, as below.
      }
      lines.add("{\"type\":\"error\",\"message\":\"the engine has ended\"}");
    }

    /** Sends a request and returns its answer. */
    String ask(String type, String fields, long wait) throws IOException {
      String id = "\"id\":" + ++number;
      OutputStream out = process.getOutputStream();
      out.write(("{\"type\":\"" + type + "\"," + id + "," + fields + "}\n").getBytes(StandardCharsets.UTF_8));
      out.flush();
      long deadline = System.nanoTime() + wait * 1_000_000;
      try {
        while (true) {
          String line = lines.poll(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
          if (line == null) throw new IOException("the engine did not answer in time");
          if (line.contains("\"type\":\"error\"")) throw new IOException("the engine says " + line);
          boolean answers = line.contains(id + ",") || line.contains(id + "}");
          if (answers && !line.contains("\"type\":\"info\"")) return line;
        }
      } catch (InterruptedException stopped) {
        throw new IOException("interrupted");
      }
    }
  }
}
