/** What `JSON.parse` tells of each value, which the language's types don't know yet. */
type ParseWithSource = (
  text: string,
  revive: (name: string, value: unknown, context: { source?: string }) => unknown,
) => unknown;
const parse = JSON.parse as ParseWithSource;

/** A text of JSON that stands for itself when it is written again. */
const { rawJSON, isRawJSON } = JSON as unknown as {
  rawJSON: (text: string) => unknown;
  isRawJSON: (value: unknown) => boolean;
};

/** Whether a value is a number that {@link parseKeepingDigits} kept as it was written. */
export const isKeptNumber = (value: unknown): boolean => isRawJSON(value);

/** A number as JSON writes it, without an exponent. */
const PLAIN_NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/;

/** Whether a text is what {@link parseWithDigits} makes of a number that no number holds. */
export const isNumberAsText = (value: unknown): value is string =>
  typeof value === 'string' && PLAIN_NUMBER.test(value) && isBeyond(Number(value), value);

/** Such a text as a number that is written with its digits; any other value as it is. */
export const asKeptNumber = (value: unknown): unknown => (isNumberAsText(value) ? rawJSON(value) : value);

/** What a message carries of a body: its JSON, where it has numbers that no message holds. */
export function bodyInMessage(body: unknown): { body?: unknown; json?: string } {
  let isKept = false;
  const json = JSON.stringify(body, (_, value) => {
    isKept ||= isKeptNumber(value);
    return value;
  });
  return isKept ? { json } : { body };
}

/** Whether a number is read as another than written: beyond 2^53, whole numbers are not told apart. */
const isBeyond = (value: unknown, source: string | undefined): source is string =>
  typeof value === 'number' &&
  source !== undefined &&
  Math.abs(value) > Number.MAX_SAFE_INTEGER &&
  !/e/i.test(source);

/** As many digits as the smallest such number has. Asking each value takes many times longer than parsing. */
const MANY_DIGITS = /\d{16}/;

const parseWith = (text: string, keep: (source: string) => unknown): unknown =>
  MANY_DIGITS.test(text)
    ? parse(text, (_, value, { source }) => (isBeyond(value, source) ? keep(source) : value))
    : JSON.parse(text);

/** Parses JSON so that each number is written again with its own digits. @throws SyntaxError */
export const parseKeepingDigits = (text: string): unknown => parseWith(text, rawJSON);

/**
 * The same of a body, which is no number itself: schemas would take a kept one for an object.
 * @throws SyntaxError
 */
export const parseBodyKeepingDigits = (text: string): unknown => {
  const body = parseKeepingDigits(text);
  return isKeptNumber(body) ? Number(text) : body;
};

/** Parses JSON with the digits of numbers that no number holds, as texts. @throws SyntaxError */
export const parseWithDigits = (text: string): unknown => parseWith(text, (source) => source);
