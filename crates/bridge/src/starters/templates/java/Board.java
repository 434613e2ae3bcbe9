import java.util.*;

/** What a message `turn` says, in pieces that are easy to use. The README lists the facts of each game. */
public final class Board {
    /** Your seat, from 0. */
    public final int seat;
    /** Your moves. */
    public final List<Move> legal = new ArrayList<>();
    /** What stands where, by cell. */
    public final Map<String, String> pieces = new LinkedHashMap<>();
    /** Whose it is, by cell; null for what is nobody's. */
    public final Map<String, Integer> owners = new LinkedHashMap<>();
    /** What the pieces do not show, by name. */
    public final Map<String, Object> facts;
    /** On a map: the owner of each area, by its number. */
    public final Map<Integer, Integer> areaOwners = new TreeMap<>();
    /** On a map: the dice of each area. */
    public final Map<Integer, Integer> areaDice = new TreeMap<>();
    /** On a map: the areas beside each area. */
    public final Map<Integer, List<Integer>> neighbours = new TreeMap<>();

    public Board(Map<String, Object> turn) {
        seat = Json.whole(turn.get("seat"));
        for (Object text : Json.list(turn.get("legal"))) legal.add(new Move((String) text));
        for (Object item : Json.list(turn.get("board"))) {
            Map<String, Object> piece = Json.fields(item);
            String cell = (String) piece.get("cell");
            pieces.put(cell, (String) piece.get("piece"));
            Object owner = piece.get("seat");
            owners.put(cell, owner == null ? null : (Integer) Json.whole(owner));
        }
        facts = Json.fields(turn.get("facts"));
        for (Object item : Json.list(facts.get("areas"))) {
            Map<String, Object> area = Json.fields(item);
            int number = Json.whole(area.get("area"));
            areaOwners.put(number, Json.whole(area.get("seat")));
            areaDice.put(number, Json.whole(area.get("dice")));
            List<Integer> beside = new ArrayList<>();
            for (Object neighbour : Json.list(area.get("neighbours"))) beside.add(Json.whole(neighbour));
            neighbours.put(number, beside);
        }
    }

    /** The cells with pieces of a seat. */
    public List<String> cellsOf(int seat) {
        List<String> cells = new ArrayList<>();
        owners.forEach((cell, owner) -> {
            if (owner != null && owner == seat) cells.add(cell);
        });
        return cells;
    }

    /** Whether a move takes what stands where it ends. */
    public boolean takes(Move move) {
        Integer owner = owners.get(move.to);
        return owner != null && owner != seat;
    }
}
