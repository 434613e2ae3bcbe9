/** A legal move, taken apart. The README shows how moves are written. */
public final class Move {
    /** The whole text, which is your answer. */
    public final String text;
    /** Where it begins, or null for a move without places, such as a pass or the end of a turn. */
    public final String from;
    /** Where it ends, or null where it ends nowhere: the piece leaves the board. */
    public final String to;
    /** The rest: a piece that is promoted to, or how it goes (`>`, `^`, `!`); empty if there is nothing. */
    public final String how;

    public Move(String text) {
        this.text = text;
        int length = text.length();
        int sign = Math.max(text.indexOf('>'), text.indexOf('^'));
        int dash = text.indexOf('-', 1);
        if (sign > 0) {
            from = text.substring(0, sign);
            to = text.substring(sign + 1);
            how = text.substring(sign, sign + 1);
        } else if (length > 1 && text.endsWith("!")) {
            from = text.substring(0, length - 1);
            to = null;
            how = "!";
        } else if (dash > 0 && dash < length - 1) {
            from = text.substring(0, dash);
            to = text.substring(dash + 1);
            how = "";
        } else if ((length == 4 || length == 5) && Character.isDigit(text.charAt(1))) {
            from = text.substring(0, 2);
            to = text.substring(2, 4);
            how = text.substring(4);
        } else {
            from = null;
            to = null;
            how = "";
        }
    }
}
