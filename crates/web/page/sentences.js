// Texts as sentences begin and end.

/** A text with a capital letter at its beginning. @param {string} text */
export function capital(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** What one does to a thing on the screen: tap it with a finger, click it with a mouse. */
export const click = () => (matchMedia("(pointer: coarse)").matches ? "tap" : "click");

/** A summary as a sentence. @param {string} text */
export function sentence(text) {
  return /[.!?]$/.test(text) ? capital(text) : `${capital(text)}.`;
}
