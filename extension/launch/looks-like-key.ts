import type { FlagRule } from './flag.ts';

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

/** A line that holds an API key, token, password or private key: by a known shape, by its name, or by sheer randomness. */
export const looksLikeKey: FlagRule = (line) => {
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
