/** Kinds of suspicious lines in captured text, which the user decides about before it is sent. */
export const FLAG_KINDS = ['key', 'card-number', 'instruction'] as const;
export type FlagKind = (typeof FLAG_KINDS)[number];

export interface Flag {
  kind: FlagKind;
  /** 0-based line of the text. */
  line: number;
  /** The whole line, as it would be sent. */
  text: string;
}

/** The kind of a line, or null. Each rule sees a single line. */
type FlagRule = (line: string) => FlagKind | null;

const KNOWN_SHAPES = [
  /-----BEGIN [A-Z ]*PRIVATE KEY-----/,
  /\b(?:sk|pk|rk)[_-](?:live|test|proj|ant|or)?[_-]?[A-Za-z0-9_-]{16,}/,
  /\bgh[pousr]_[A-Za-z0-9]{20,}/,
  /\bgithub_pat_[A-Za-z0-9_]{20,}/,
  /\bglpat-[A-Za-z0-9_-]{16,}/,
  /\bxox[abeoprs]-[A-Za-z0-9-]{10,}/,
  /\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/,
  /\bAIza[A-Za-z0-9_-]{30,}/,
  /\bwhsec_[A-Za-z0-9+/=]{16,}/,
  /\bfig[ud]_[A-Za-z0-9_-]{20,}/,
  /\bnpm_[A-Za-z0-9]{30,}/,
  /\beyJ[A-Za-z0-9_-]{8,}\.eyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{4,}/,
  /\bhttps?:\/\/[^\s/:@]+:[^\s/:@]{3,}@/,
];
const NAMED_VALUE =
  /(?:api[ _-]?key|secret|token|passw(?:or)?d|passphrase|access[ _-]?key|private[ _-]?key|client[ _-]?secret|bearer|authorization)["'`\s]*(?:[:=]|=>|\sis\s)\s*(?:bearer\s+)?["'`]?([^\s"'`,;]{8,})/i;
const LONG_RUN = /[A-Za-z0-9+/_-]{24,}={0,2}/g;
const BITS_PER_CHAR_MIN = 3.7;

/**
 * A line with an API key, token, password or private key, recognized by a known format, by its name, or by
 * randomness.
 */
const looksLikeKey: FlagRule = (line) => {
  const plain = line.replace(/\\(?=[^A-Za-z0-9\s])/g, '');
  if (KNOWN_SHAPES.some((shape) => shape.test(plain))) return 'key';
  const named = NAMED_VALUE.exec(plain)?.[1];
  if (named && /\d/.test(named) && isMixed(named)) return 'key';
  const words = plain.replace(/\bhttps?:\/\/\S+/g, ' ');
  return (words.match(LONG_RUN) ?? []).some(isRandom) ? 'key' : null;
};

function isRandom(run: string): boolean {
  return (
    /\d/.test(run) &&
    /[a-z]/i.test(run) &&
    !/[-_/][a-z]{3,}[-_/]/i.test(run) &&
    entropyBits(run) >= BITS_PER_CHAR_MIN
  );
}

function isMixed(value: string): boolean {
  return /[a-z]/i.test(value) && entropyBits(value) >= 2.5;
}

/** Shannon entropy in bits per character. */
function entropyBits(text: string): number {
  const counts = new Map<string, number>();
  for (const char of text) counts.set(char, (counts.get(char) ?? 0) + 1);
  let bits = 0;
  for (const count of counts.values()) bits -= (count / text.length) * Math.log2(count / text.length);
  return bits;
}

const DIGIT_GROUPS = /(?<![\d.-])\d(?:[ -]?\d){12,18}(?![\d-]|\.\d)/g;

/** A line with a payment card number: 13 to 19 digits, a known first digit, a valid check digit (Luhn). */
const looksLikeCardNumber: FlagRule = (line) => {
  for (const [group] of line.matchAll(DIGIT_GROUPS)) {
    const digits = group.replace(/\D/g, '');
    if (/^[2-6]/.test(digits) && !/^(\d)\1+$/.test(digits) && hasLuhnCheck(digits)) return 'card-number';
  }
  return null;
};

/** Whether the last digit is the Luhn check digit of the others. */
function hasLuhnCheck(digits: string): boolean {
  let sum = 0;
  for (let index = 0; index < digits.length; index += 1) {
    const digit = Number(digits[digits.length - 1 - index]);
    const doubled = index % 2 === 1 ? digit * 2 : digit;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}

const ADDRESSED_TO_AN_AI = [
  /\b(?:ignore|disregard|forget|override)\b.{0,40}\b(?:previous|prior|above|earlier|preceding|all|any|your|system)\b.{0,30}\b(?:instructions?|prompts?|rules|guidelines|context|directions?)\b/i,
  /\b(?:ignoriere|vergiss|missachte)\b.{0,40}\b(?:anweisung|vorgabe|regel|prompt)/i,
  /\b(?:as|if you are|you are|you're|dear|hey|attention|note to|notice to|instructions? (?:for|to))\b.{0,20}\b(?:an? )?(?:ai|llm|language model|chatbot|assistant|agents?|gpt|claude|copilot|gemini)\b/i,
  /\b(?:ai|llm) (?:agents?|assistants?|models?)\b.{0,40}\b(?:must|should|please|do not|don't|never|always)\b/i,
  /\b(?:system|developer) (?:prompt|message|instruction)s?\b/i,
  /<\/?(?:system|instructions?|assistant|tool_call|im_start|im_end)\b[^<>]{0,300}>|<\|[a-z_]+\|>|\[\/?INST\]/i,
  /^\s*(?:[*_#>-]+\s*)?(?:system|assistant|developer)\s*:/i,
  /\b(?:reveal|print|output|repeat|exfiltrate|send|leak)\b.{0,40}\b(?:system prompt|your (?:prompt|instructions)|api keys?|secrets?|credentials|environment variables)\b/i,
  /\bnew instructions?\s*:/i,
  /\bdo not (?:tell|inform|mention)\b.{0,30}\buser\b/i,
];

/** A line that addresses an AI rather than a reader. */
export const looksLikeInstruction: FlagRule = (line) => {
  const plain = line.replace(/\\(?=[^A-Za-z0-9\s])/g, '').replace(/\p{Cf}/gu, '');
  return ADDRESSED_TO_AN_AI.some((shape) => shape.test(plain)) ? 'instruction' : null;
};

/** The rules in order of precedence. */
export const FLAG_RULES: readonly FlagRule[] = [looksLikeKey, looksLikeCardNumber, looksLikeInstruction];

/** Longer lines are checked in pieces, so that no page makes the checks slow. */
const PIECE_CHARS = 2_000;

/** All lines of a text that the user should check before sending, in order; one flag per line. */
export function flagLines(text: string): Flag[] {
  return text.split('\n').flatMap((line, index) => {
    const kind = kindOf(line);
    return kind ? [{ kind, line: index, text: line }] : [];
  });
}

/** The flags without a decision: a kept line is one that the user chose to send. */
export function undecidedFlags(text: string, keptLines: readonly string[]): Flag[] {
  const kept = new Set(keptLines);
  return flagLines(text).filter((flag) => !kept.has(flag.text));
}

/** The text without one flagged line. */
export function withoutLine(text: string, flag: Flag): string {
  const lines = text.split('\n');
  if (lines[flag.line] !== flag.text) return text;
  return lines.toSpliced(flag.line, 1).join('\n');
}

function kindOf(line: string): Flag['kind'] | null {
  if (line.length < 6) return null;
  for (let from = 0; from < line.length; from += PIECE_CHARS / 2) {
    const piece = line.slice(from, from + PIECE_CHARS);
    for (const rule of FLAG_RULES) {
      const kind = rule(piece);
      if (kind) return kind;
    }
    if (from + PIECE_CHARS >= line.length) break;
  }
  return null;
}
