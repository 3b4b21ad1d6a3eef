import type { KeptEvent } from '../../../shared/snapshot/kept-event.ts';

/** A delivery and the receiver's clock. */
export type Specimen = { header: string; body: Uint8Array; nowMs: number };

export type Random = () => number;

/** A small generator of numbers in [0, 1): the same seed gives the same mutants. */
export function seeded(seed: number): Random {
  let state = seed >>> 0 || 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}

const below = (random: Random, n: number) => Math.floor(random() * n);
const HEX = '0123456789abcdef';
const ODD = ['', ' ', ',', '=', '+', '-', '0', '\t', '\u0000', 'ß', '１', ';', '%', '"'];

type Mutation = (specimen: Specimen, random: Random) => Specimen;

const body: Mutation[] = [
  (s, r) => withByte(s, below(r, s.body.length), (byte) => byte ^ (1 << below(r, 8))),
  (s, r) => ({ ...s, body: s.body.slice(0, below(r, s.body.length)) }),
  (s, r) => ({ ...s, body: joined(s.body, [below(r, 256)]) }),
  (s, r) => ({ ...s, body: joined([below(r, 256)], s.body) }),
  (s, r) => splice(s, below(r, s.body.length), 1),
  (s, r) => splice(s, below(r, s.body.length), 0, below(r, 256)),
  (s, r) => splice(s, below(r, s.body.length), 0, 0x20),
  (s, r) => withByte(s, below(r, s.body.length), () => below(r, 256)),
  (s) => ({ ...s, body: new Uint8Array(0) }),
  (s) => ({ ...s, body: joined(s.body, s.body) }),
];

const header: Mutation[] = [
  (s, r) => replaceAt(s, s.header.length - 1 - below(r, 64), HEX[below(r, 16)] ?? '0'),
  (s, r) => replaceAt(s, below(r, s.header.length), ODD[below(r, ODD.length)] ?? ''),
  (s, r) => insertAt(s, below(r, s.header.length + 1), ODD[below(r, ODD.length)] ?? ' '),
  (s, r) => ({
    ...s,
    header: s.header.replace(/t=\d+/, (t) => `t=${Number(t.slice(2)) + 1 + below(r, 200)}`),
  }),
  (s, r) => ({ ...s, header: s.header.slice(0, below(r, s.header.length)) }),
  (s) => ({ ...s, header: `${s.header},${s.header}` }),
  (s) => ({ ...s, header: s.header.replace('v1=', 'v0=') }),
  (s) => ({ ...s, header: s.header.replace(/^t=\d+,/, '') }),
  (s) => ({ ...s, header: s.header.replace(/v1=.*/, '') }),
  (s, r) => ({ ...s, header: s.header.replace(/v1=.*/, () => `v1=${randomHex(r)}`) }),
  (s, r) => ({
    ...s,
    header: `t=${Math.floor(s.nowMs / 1000)},${Array.from({ length: 8 }, () => `v1=${randomHex(r)}`)}`,
  }),
  (s) => ({ ...s, header: `${s.header},v1=`.repeat(9) }),
];

const clock: Mutation[] = [
  (s, r) => ({ ...s, nowMs: s.nowMs + 300_000 + below(r, 10 ** 9) }),
  (s, r) => ({ ...s, nowMs: s.nowMs - 300_000 - below(r, 10 ** 9) }),
];

const ALL = [...body, ...body, ...header, ...header, ...clock];

/** A delivery that must be rejected: a valid one with one to three changes. */
export function mutateDelivery(specimen: Specimen, random: Random): Specimen {
  for (;;) {
    let mutant = specimen;
    for (let changes = 1 + below(random, 3); changes > 0; changes--) {
      const mutation = ALL[below(random, ALL.length)];
      if (mutation && mutant.body.length > 0 && mutant.header.length > 64) mutant = mutation(mutant, random);
    }
    if (!saysTheSame(mutant, specimen)) return mutant;
  }
}

/**
 * Tells whether nothing relevant was changed. Hex digits may be upper or lower case, and the valid signature
 * may be accompanied by others (service reference, Events: both secrets sign during a rotation) and by parts
 * of other schemes. Parses differently from the code under test.
 */
function saysTheSame(one: Specimen, other: Specimen): boolean {
  if (one.nowMs !== other.nowMs || !sameBytes(one.body, other.body)) return false;
  const [time = '', signature = ''] = other.header.toLowerCase().split(',');
  const parts = one.header.toLowerCase().split(',');
  const signatures = parts.filter((part) => /^v1=[0-9a-f]{64}$/.test(part));
  const times = parts.filter((part) => part === time);
  const unknown = parts.filter((part) => /^(?!(?:t|v1)=)[a-z][\w-]*=[!-~]+$/.test(part));
  return (
    times.length === 1 &&
    signatures.length + unknown.length === parts.length - 1 &&
    signatures.includes(signature)
  );
}

function sameBytes(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && one.every((byte, at) => byte === other[at]);
}

function withByte(s: Specimen, at: number, change: (byte: number) => number): Specimen {
  const copy = s.body.slice();
  copy[at] = change(copy[at] ?? 0);
  return { ...s, body: copy };
}

function splice(s: Specimen, at: number, remove: number, ...add: number[]): Specimen {
  return { ...s, body: joined(s.body.subarray(0, at), add, s.body.subarray(at + remove)) };
}

function joined(...parts: ArrayLike<number>[]): Uint8Array {
  const bytes = new Uint8Array(parts.reduce((size, part) => size + part.length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

function replaceAt(s: Specimen, at: number, text: string): Specimen {
  return { ...s, header: s.header.slice(0, at) + text + s.header.slice(at + 1) };
}

function insertAt(s: Specimen, at: number, text: string): Specimen {
  return { ...s, header: s.header.slice(0, at) + text + s.header.slice(at) };
}

function randomHex(random: Random): string {
  return Array.from({ length: 64 }, () => HEX[below(random, 16)]).join('');
}

/** Signs like the service (service reference, Events, Signature check). */
export async function sign(secret: string, seconds: number, body: string | Uint8Array): Promise<string> {
  const hex = secret.slice('whsec_'.length);
  const bytes = Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
  const key = await crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
  const encoder = new TextEncoder();
  const raw = typeof body === 'string' ? encoder.encode(body) : body;
  const prefix = encoder.encode(`${seconds}.`);
  const signed = new Uint8Array(prefix.length + raw.length);
  signed.set(prefix);
  signed.set(raw, prefix.length);
  const mac = new Uint8Array(await crypto.subtle.sign('HMAC', key, signed));
  return `t=${seconds},v1=${Array.from(mac, (byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}

export const KEPT_EVENT_EXAMPLE: KeptEvent = {
  seq: 1_763_640_000,
  id: 'deploy:64f0c0ffee',
  event: 'deployment.finished',
  projectId: 'shop',
  at: 1_763_640_000_000,
  receivedAt: 1_763_640_000_500,
  source: 'webhook',
  facts: { status: 'success' },
};
