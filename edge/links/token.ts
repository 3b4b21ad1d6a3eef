import { LINK_VERBS, type LinkVerb } from '../../shared/edge-api/links.ts';
import { type InstantMs, SECOND_MS } from '../../shared/time.ts';
import { hex } from '../http/digest.ts';

/** What a link is for: everything that its token says. */
export interface LinkClaims {
  /** Names the channel, as it was set when the link was made. */
  series: string;
  /** Of the announcement, which names the item and its opening. */
  number: number;
  verb: LinkVerb;
  /** Hundredths of credits for `raise`, from which cap to which; the run's number for `stop`; else 0. */
  from: number;
  to: number;
  until: InstantMs;
}

const encoder = new TextEncoder();
const INFO = encoder.encode('pilot-light links of alerts');
const TAG_DIGITS = 32;
/** Numbers are hexadecimal, and none of the letters that part them is a digit of theirs. */
const CLAIMS = new RegExp(
  `^([0-9a-f]{12})x([0-9a-f]{1,13})x(${LINK_VERBS.join('|')})x([0-9a-f]{1,13})x([0-9a-f]{1,13})x([0-9a-f]{1,9})$`,
);
const TOKEN = new RegExp(`^([0-9a-z]{20,90})z([0-9a-f]{${TAG_DIGITS}})$`);

const keys = new WeakMap<Uint8Array, Promise<CryptoKey>>();

/** The key that links are signed with: derived from the encryption key, and good for nothing else. */
function signingKeyOf(encryptionKey: Uint8Array<ArrayBuffer>): Promise<CryptoKey> {
  const known = keys.get(encryptionKey);
  if (known !== undefined) return known;
  const key = derive(encryptionKey);
  keys.set(encryptionKey, key);
  return key;
}

async function derive(encryptionKey: Uint8Array<ArrayBuffer>): Promise<CryptoKey> {
  const base = await crypto.subtle.importKey('raw', encryptionKey, 'HKDF', false, ['deriveBits']);
  const from = { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(0), info: INFO };
  const bits = await crypto.subtle.deriveBits(from, base, 256);
  return crypto.subtle.importKey('raw', bits, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
}

const tagOf = async (encryptionKey: Uint8Array<ArrayBuffer>, claims: string): Promise<string> =>
  hex(await crypto.subtle.sign('HMAC', await signingKeyOf(encryptionKey), encoder.encode(claims))).slice(
    0,
    TAG_DIGITS,
  );

/** Makes a token: one word of letters and digits, so that no markup or link detection cuts or changes it. */
export async function linkToken(encryptionKey: Uint8Array<ArrayBuffer>, claims: LinkClaims): Promise<string> {
  const { series, number, verb, from, to, until } = claims;
  const seconds = Math.floor(until / SECOND_MS);
  const numbers = [from, to, seconds].map((value) => value.toString(16));
  const text = [series, number.toString(16), verb, ...numbers].join('x');
  return `${text}z${await tagOf(encryptionKey, text)}`;
}

/** The claims of a token that this edge has made and whose time is not over; null for any other. */
export async function readLinkToken(
  encryptionKey: Uint8Array<ArrayBuffer>,
  token: string,
  now: InstantMs,
): Promise<LinkClaims | null> {
  const [, text = '', tag = ''] = TOKEN.exec(token) ?? [];
  const [, series = '', number = '', verb, from = '', to = '', seconds = ''] = CLAIMS.exec(text) ?? [];
  if (verb === undefined || !isSame(tag, await tagOf(encryptionKey, text))) return null;
  const until = Number.parseInt(seconds, 16) * SECOND_MS;
  if (until <= now) return null;
  return {
    series,
    number: Number.parseInt(number, 16),
    verb: verb as LinkVerb,
    from: Number.parseInt(from, 16),
    to: Number.parseInt(to, 16),
    until,
  };
}

/** Compares texts of equal length in constant time. */
function isSame(one: string, other: string): boolean {
  let difference = one.length ^ other.length;
  for (let at = 0; at < other.length; at++) difference |= one.charCodeAt(at) ^ other.charCodeAt(at);
  return difference === 0;
}
