// Texts as sentences begin and end.

/** A text with a capital letter at its beginning. @param {string} text */
export function capital(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** A summary as a sentence. @param {string} text */
export function sentence(text) {
  return /[.!?]$/.test(text) ? capital(text) : `${capital(text)}.`;
}
