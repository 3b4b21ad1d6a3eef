/**
 * Comments and quoted text that end at the same place in every SQL dialect. What dialects read differently
 * stays, and leaves a mark: a quote after a letter, a quoted name with odd letters, a comment within a
 * comment, one that a server executes, `--` without a blank, a word right after a number.
 */
const ASIDE =
  /--(?=[ \t\n]|\r\n|$)[^\n]*|\/\*(?![!+]|M!)(?:(?!\/\*)[\s\S])*?\*\/|(?<!\w)'(?:[^']|'')*'|(?<!\w)"(?:[^"]|"")*"|`[\w ]*`/g;
const MARKS = /[[#$@`'";]|--|\/\*|\b\d+[a-z_]/;
/** Only blanks and line ends of both kinds separate words in every dialect. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const CONTROL = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f]|\r(?!\n)/;
const READING_WORDS = ['select', 'explain', 'values', 'show', 'with'];
const READS = new RegExp(`^(?:${READING_WORDS.join('|')})\\b`);
const WRITES =
  /\b(?:insert|update|delete|replace|merge|upsert|create|alter|drop|truncate|rename|grant|revoke|copy|call|do|execute|exec|analyze|analyse|refresh|vacuum|reindex|attach|detach|pragma|set|into|lock|nextval|next\s+value|setval|backup|restore|deny|kill|shutdown|dbcc)\b/;

const OPERATORS = '(<>=+*/|%,-';
/** Names, whole; all other characters one by one. */
const TOKEN = /[^\s.()<>=+*/|%,-]+|\S/g;
/** Allowed before a parenthesis besides operators: keywords, functions that only read, types with a size. */
const KEYWORDS =
  'select from where and or not in as on using join exists any some all distinct between like when then else case by having limit offset union except intersect over filter values materialized';
const READING_FUNCTIONS =
  'count sum min max avg total coalesce nullif ifnull greatest least abs round ceil ceiling floor lower upper length char_length trim ltrim rtrim substr substring concat concat_ws group_concat string_agg cast date time datetime julianday strftime now extract date_trunc date_part to_char row_number rank dense_rank lag lead first_value last_value json_extract json_array_length typeof pg_typeof numeric decimal varchar char';
const SURELY_READS: ReadonlySet<string> = new Set(`${KEYWORDS} ${READING_FUNCTIONS}`.split(' '));

/**
 * Whether a statement may change something: yes, unless it surely only reads, in whatever dialect. It reads
 * if, without comments and quoted text, it begins with a reading keyword, is the only statement, and holds no
 * writing keyword, no call of a function not known to read, and nothing that dialects read differently. The
 * browser asks before a statement that may write, and the edge requires write mode for it.
 */
export function mayWrite(sql: string): boolean {
  // In some dialects a backslash escapes a quote, and quoted text ends elsewhere.
  if (sql.includes('\\') || CONTROL.test(sql)) return true;
  const bare = bareOf(sql);
  return MARKS.test(bare) || !READS.test(bare) || WRITES.test(bare) || unknownCall(bare) !== null;
}

/**
 * The word for which a statement counts as writing, where nothing in it says that it writes: its first word,
 * or a function that it calls. `meant`: the known word that it may be mistyped for; null: none.
 */
export function unknownWordIn(sql: string): { word: string; isCall: boolean; meant: string | null } | null {
  const bare = bareOf(sql);
  const isCall = READS.test(bare);
  if (WRITES.test(bare) || (isCall && MARKS.test(bare))) return null;
  // The first word alone is still being typed.
  const word = isCall ? unknownCall(bare) : /^([a-z]+)\s/.exec(bare)?.[1];
  if (!word || !/^\w+$/.test(word) || SURELY_READS.has(word)) return null;
  const meant = [...(isCall ? SURELY_READS : READING_WORDS)].find(
    (known) => Math.abs(known.length - word.length) <= 1 && isClose(word, known),
  );
  return { word, isCall, meant: meant ?? null };
}

/** Whether it counts as writing for being several statements alone, each of which only reads. */
export function areReadings(sql: string): boolean {
  const parts = sql
    .replace(ASIDE, (text) => text.replaceAll(';', ' '))
    .split(';')
    .filter((part) => part.trim() !== '');
  return parts.length > 1 && parts.every((part) => !mayWrite(part));
}

const bareOf = (sql: string): string =>
  sql
    .replace(ASIDE, (text) => (/^[-/]/.test(text) ? ' ' : ' ? '))
    .trim()
    .replace(/;\s*$/, '')
    .toLowerCase();

function unknownCall(bare: string): string | null {
  const tokens = bare.match(TOKEN) ?? [];
  const at = tokens.findIndex((token, at) => {
    const before = tokens[at - 1];
    if (token !== '(' || before === undefined || OPERATORS.includes(before)) return false;
    // A name with a schema before it may be a function of the app's own.
    return tokens[at - 2] === '.' || !SURELY_READS.has(before);
  });
  return tokens[at - 1] ?? null;
}

/** Shorter words are close to too many. */
const CLOSE_FROM = 4;

/** Whether a word begins as typed, but for one letter wrong, missing, extra, or swapped with the next. */
function isClose(typed: string, word: string): boolean {
  const at = [...typed].findIndex((letter, index) => letter !== word[index]);
  if (at < 0) return true;
  if (typed.length < CLOSE_FROM) return false;
  const goesOn = (from: number, inWord: number) => word.slice(inWord).startsWith(typed.slice(from));
  const isSwapped = typed[at] === word[at + 1] && typed[at + 1] === word[at];
  return (
    goesOn(at + 1, at + 1) ||
    goesOn(at, at + 1) ||
    goesOn(at + 1, at) ||
    (isSwapped && goesOn(at + 2, at + 2))
  );
}
