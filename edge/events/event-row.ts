import { bytesIn } from '../../shared/bytes.ts';
import type { EventFacts, KeptEvent } from '../../shared/snapshot/kept-event.ts';
import { DAY_MS, type InstantMs } from '../../shared/time.ts';

const MAX_ID_CHARS = 200;
const PRINTABLE = /^[\x21-\x7e]+$/;

/**
 * The id of an event: the `X-Service-Event-Id` header, the same for all retries (service reference, Events).
 * The header is not signed; a missing, too long or non-plain one is replaced by the body's digest.
 */
export function eventIdOf(header: string | null, digestHex: string): string {
  const id = header?.trim() ?? '';
  return id.length > 0 && id.length <= MAX_ID_CHARS && PRINTABLE.test(id) ? id : `body:${digestHex}`;
}

/** Lifetime of kept events in KV, equal to that of deliveries at the service (service reference, Limits). */
export const KEPT_FOR_MS = 30 * DAY_MS;

export const EVENT_KEY_PREFIX = 'event:';
const TIME_CEILING = 10 ** 14;
const SEQ_CEILING = 10 ** 15;

/**
 * KV key of a kept event. KV lists keys only in ascending order, so time and sequence are subtracted from a
 * ceiling to list the newest first. The time leads: it keeps ascending after the object's storage was lost.
 */
export function eventKey(receivedAt: InstantMs, seq: number): string {
  const time = String(TIME_CEILING - receivedAt).padStart(14, '0');
  const order = String(SEQ_CEILING - seq).padStart(15, '0');
  return `${EVENT_KEY_PREFIX}${time}:${order}`;
}

/** Limit of the fields selected from an event; the whole body is in KV. */
export const MAX_FACTS = 16;
export const MAX_FACT_CHARS = 160;
const MAX_NAME_CHARS = 40;

/** Already columns of the row. */
const IN_ROW = new Set(['projectId', 'at']);

/** Fields that views depend on; selected first, so that a large event can't displace them. */
const FIRST = [
  'status',
  'deploymentId',
  'buildId',
  'category',
  'spent',
  'limit',
  'feature',
  'capKind',
  'cap',
  'used',
  'state',
  'to',
  'name',
  'jobId',
];

/**
 * The primitive fields of an event's `data`, shortened and limited in number. Of `errorDetails`, which the
 * service sends as text or as an object, the text or its `message` is selected.
 */
export function pickFacts(data: Record<string, unknown>): EventFacts {
  const facts: EventFacts = {};
  const names = [
    ...FIRST.filter((name) => name in data),
    ...Object.keys(data).filter((n) => !FIRST.includes(n)),
  ];
  for (const name of names) {
    if (Object.keys(facts).length === MAX_FACTS) break;
    if (IN_ROW.has(name) || name.length > MAX_NAME_CHARS || name === '__proto__') continue;
    const value = primitive(data[name]);
    if (value !== undefined) facts[name] = value;
  }
  return facts;
}

function primitive(value: unknown): string | number | boolean | null | undefined {
  switch (typeof value) {
    case 'string':
      return shorten(value, MAX_FACT_CHARS);
    case 'number':
      return Number.isFinite(value) ? value : undefined;
    case 'boolean':
      return value;
    case 'object': {
      if (value === null) return null;
      const message = 'message' in value ? value.message : undefined;
      return typeof message === 'string' ? shorten(message, MAX_FACT_CHARS) : undefined;
    }
    default:
      return undefined;
  }
}

/** At most `max` UTF-16 units without splitting a character; an ellipsis marks the cut. */
export function shorten(text: string, max: number): string {
  if (text.length <= max) return text;
  return `${text.slice(0, max - 1).replace(/[\ud800-\udbff]$/, '')}…`;
}

/** KV stores at most 1,024 bytes of metadata with a value. */
export const MAX_METADATA_BYTES = 1024;

/**
 * Fits an event's row into KV's metadata, so that a page of history needs one `list` and no `get`: drops
 * facts from the last one on until it fits. Ids and names are limited when parsed.
 */
export function fitRow(event: KeptEvent): KeptEvent {
  const names = Object.keys(event.facts);
  let row = event;
  while (byteLength(row) > MAX_METADATA_BYTES && names.length > 0) {
    names.pop();
    const facts: EventFacts = {};
    for (const name of names) facts[name] = event.facts[name] ?? null;
    row = { ...event, facts };
  }
  return byteLength(row) > MAX_METADATA_BYTES ? inPlainText(row) : row;
}

/**
 * For names that no service creates and whose escapes make them too long: replaces what is not plain ASCII
 * with `?`.
 */
function inPlainText(row: KeptEvent): KeptEvent {
  const plain = (text: string) => text.replace(/[^ !#-[\]-~]/g, '?');
  return {
    ...row,
    id: plain(row.id),
    event: plain(row.event),
    projectId: row.projectId === null ? null : plain(row.projectId),
  };
}

const byteLength = (value: unknown): number => bytesIn(JSON.stringify(value));
