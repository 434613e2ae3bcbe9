package threeChess;

import java.io.*;

/**
 * Plays games between three agents through the framework's own referee, without a window:
 * java -cp . threeChess.LudariumMatch GAMES SECONDS CLASS CLASS CLASS. The seats turn from game to game.
 */
public class LudariumMatch {
  public static void main(String[] arguments) throws Exception {
    if (arguments.length != 5) {
      System.err.println("usage: java threeChess.LudariumMatch GAMES SECONDS CLASS CLASS CLASS");
      System.exit(2);
    }
    int games = Integer.parseInt(arguments[0]);
    int seconds = Integer.parseInt(arguments[1]);
    Agent[] agents = new Agent[3];
    for (int i = 0; i < 3; i++) {
      agents[i] = (Agent) Class.forName(arguments[2 + i]).getDeclaredConstructor().newInstance();
    }
    int[] points = new int[3];
    for (int game = 0; game < games; game++) {
      ByteArrayOutputStream log = new ByteArrayOutputStream();
      int[] seat = {game % 3, (game + 1) % 3, (game + 2) % 3};
      int[] result = ThreeChess.play(agents[seat[0]], agents[seat[1]], agents[seat[2]], seconds, new PrintStream(log), false);
      long moves = log.toString().lines().filter(line -> line.contains(" t:")).count();
      for (int i = 0; i < 3; i++) points[seat[i]] += result[i];
      System.out.printf("game %d: %d moves, Blue %s %+d, Green %s %+d, Red %s %+d%n", game + 1, moves,
          agents[seat[0]], result[0], agents[seat[1]], result[1], agents[seat[2]], result[2]);
    }
    for (int i = 0; i < 3; i++) System.out.printf("%s: %+d in %d games%n", agents[i], points[i], games);
  }
}
