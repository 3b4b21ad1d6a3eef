/** Where a text stops being JSON, counted from 1. */
export interface JsonPlace {
  line: number;
  column: number;
}

const SPACE = /[ \t\r\n]*/y;
const SCALAR =
  /(?:"(?:[^"\\\p{Cc}]|[\u007f-\u009f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)/uy;

/** Where a text stops being JSON; null: it is JSON. Browsers word it differently, some without the place. */
export function jsonProblemAt(text: string): JsonPlace | null {
  let at = 0;
  const take = (pattern: RegExp): boolean => {
    pattern.lastIndex = at;
    const found = pattern.exec(text);
    at += found?.[0].length ?? 0;
    return found !== null;
  };
  const letter = (wanted: string): boolean => {
    take(SPACE);
    if (text[at] !== wanted) return false;
    at += 1;
    return true;
  };
  const list = (end: string, entry: () => boolean): boolean => {
    if (letter(end)) return true;
    do if (!entry()) return false;
    while (letter(','));
    return letter(end);
  };
  const value = (): boolean => {
    if (letter('{')) return list('}', () => key() && letter(':') && value());
    if (letter('[')) return list(']', value);
    return take(SCALAR);
  };
  const key = (): boolean => {
    take(SPACE);
    return text[at] === '"' && take(SCALAR);
  };
  const isValue = value();
  take(SPACE);
  if (isValue && at === text.length) return null;
  const before = text.slice(0, at).split('\n');
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}
