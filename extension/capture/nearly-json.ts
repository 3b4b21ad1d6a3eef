/** What may stand between values: white space, comments, CDATA marks, the end of a statement. */
const BETWEEN =
  /(?:[\s;]+|\/\/[^\S\n]*(?:<!\[CDATA\[|\]\]>)|\/\/[^\n]*|\/\*[\s\S]*?\*\/|<!\[CDATA\[|\]\]>|<!--|-->)+/y;
const TOKEN = /"[^"\\]*(?:\\[\s\S][^"\\]*)*"|[{}[\]:,]|[\w.+-]+/y;

/**
 * Parses JSON as sites print it: with comments, CDATA marks or a semicolon around it, line breaks and unknown
 * escapes in texts, values left empty, commas too many or too few. Takes time linear in the text's length.
 * @returns the values, one if the JSON is correct; whole numbers that are too long or start with 0 are texts
 * @throws {SyntaxError} where it is broken in another way: what was meant would be a guess
 */
export function parseNearlyJson(text: string): unknown[] {
  try {
    return [JSON.parse(withLongNumbersAsText(text))];
  } catch {
    return JSON.parse(withLongNumbersAsText(`[${corrected(text)}]`)) as unknown[];
  }
}

const LONG_NUMBER = /"[^"\\]*(?:\\[\s\S][^"\\]*)*"|(?<![\d.eE+-])-?\d{16,}(?![\d.eE])/g;

const withLongNumbersAsText = (text: string): string =>
  /\d{16}/.test(text)
    ? text.replace(LONG_NUMBER, (token) => (token.startsWith('"') ? token : `"${token}"`))
    : text;

/** Whole digits that begin with a zero, such as a GTIN, are no number. */
const IDENTIFIER = /^0\d+$/;

/** The same text as correct JSON, if it can be had: every comma is set anew. */
function corrected(text: string): string {
  const parts: string[] = [];
  let last = '';
  for (let at = endOf(BETWEEN, text, 0); at < text.length; at = endOf(BETWEEN, text, at)) {
    const end = endOf(TOKEN, text, at);
    if (end === at) throw new SyntaxError(`Neither a value nor a mark at ${at}: ${text.slice(at, at + 20)}`);
    const token = text.slice(at, end);
    at = end;
    const ends = token === '}' || token === ']';
    if (last === ':' && (ends || token === ',')) {
      last = 'null';
      parts.push(last);
    }
    if (token === ',') continue;
    if (!ends && token !== ':' && !'{[:'.includes(last)) parts.push(',');
    parts.push(token.startsWith('"') ? correctedText(token) : IDENTIFIER.test(token) ? `"${token}"` : token);
    last = token;
  }
  return parts.join('');
}

function endOf(pattern: RegExp, text: string, from: number): number {
  pattern.lastIndex = from;
  return pattern.test(text) ? pattern.lastIndex : from;
}

function correctedText(quoted: string): string {
  return quoted.replace(/\\(?:["\\/bfnrt]|u[\da-f]{4})|\\|\p{Cc}/giu, (found) => {
    if (found.length > 1) return found;
    return found === '\\' ? '' : JSON.stringify(found).slice(1, -1);
  });
}
