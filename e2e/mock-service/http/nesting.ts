const [QUOTE, BACKSLASH] = [0x22, 0x5c];
const OPENING = [0x5b, 0x7b];
const CLOSING = [0x5d, 0x7d];

/** How deep a JSON text nests lists and objects. Reads the text only, so it can't run out of stack itself. */
export function nestingOf(json: string): number {
  let [depth, deepest] = [0, 0];
  let inText = false;
  for (let index = 0; index < json.length; index += 1) {
    const code = json.charCodeAt(index);
    if (inText && code === BACKSLASH) index += 1;
    else if (code === QUOTE) inText = !inText;
    else if (!inText && OPENING.includes(code)) {
      depth += 1;
      deepest = Math.max(deepest, depth);
    } else if (!inText && CLOSING.includes(code)) depth -= 1;
  }
  return deepest;
}
