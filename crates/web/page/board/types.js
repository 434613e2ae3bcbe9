// The shapes of what the server sends about boards, for editors and readers.

/**
 * @typedef {[number, number]} Point
 *
 * @typedef {object} Cell
 * @property {string} name
 * @property {Point[][]} rings outlines by the even-odd rule
 * @property {Point} centre where a piece stands
 * @property {number} room radius of the free circle round the centre
 * @property {boolean} label whether the name is written into the cell
 *
 * @typedef {object} Board what does not change during a game
 * @property {number} width
 * @property {number} height
 * @property {Cell[]} cells
 * @property {{points: Point[], seat?: number}[]} lines
 * @property {{at: Point, text: string}[]} rim
 *
 * @typedef {{name: string, letter: string, hue: string}} Seat
 * @typedef {{cell: number, seat?: number, shape: string, drawing?: import("../look.js").Shape}} Piece
 * @typedef {{text: string, clicks: number[], label?: string, dice?: string[], odds?: number, other_clicks?: number[][], becomes?: Piece}} Legal
 *
 * @typedef {object} View a position as one viewer may see it
 * @property {number} count events before it
 * @property {string} state
 * @property {{seat: number} | "chance" | "over"} turn
 * @property {("light" | "dark" | "middle" | {seat: number})[]} tones
 * @property {Piece[]} pieces
 * @property {{text: string, seat?: number, active: boolean}[]} captions
 * @property {string[]} [dice] the roll that is not used yet, in games with dice
 * @property {number[]} [pending] cells of the move that chance decides about
 * @property {null | {by: number | null, text: string, cells: number[], battle?: {seat: number, faces: number[]}[]}} last
 * @property {number[]} [marked] cells of the last event that has some, where the whole game is known
 * @property {number[]} [recent] cells of what others have done since the viewer's last move
 * @property {Legal[]} [legal]
 * @property {any} [thought]
 */

export {};
