import type { ChannelKind } from '../../shared/edge-api/channel-kinds.ts';
import type { ChannelTarget } from '../../shared/edge-api/channels.ts';
import type { Language } from '../../shared/languages.ts';
import { type InstantMs, SECOND_MS } from '../../shared/time.ts';
import { say } from '../../shared/words/say.ts';
import { boundedWait } from '../http/service-failure.ts';

/** One alert in words, with what a program needs of it. */
export interface Alert {
  /** Differs per opening, and for its end. */
  id: string;
  kind: string;
  severity: string;
  projectId: string | null;
  label: string | null;
  at: InstantMs;
  /** The item is over. */
  over: boolean;
  title: string;
  facts: string;
  /** Opens the page on which it can be answered; null: its channel has no links, or it asks nothing. */
  link: AlertLink | null;
}

/** A link of an alert; its address is of letters, digits and what every address has. */
export interface AlertLink {
  label: string;
  url: string;
}

/** One message. The same alerts have the same `id`, by which a receiver recognizes what arrives twice. */
export interface Message {
  id: string;
  at: InstantMs;
  language: Language;
  alerts: readonly Alert[];
}

/**
 * How sending ended. `later`: it may be tried again; `gone`: the service refuses it, and trying again does
 * not change that. `words`: the service's own, without secrets.
 */
export type Outcome =
  | { kind: 'sent' }
  | { kind: 'later'; status: number | null; words: string; retryAfterMs: number | null }
  | { kind: 'gone'; status: number; words: string };

/**
 * An answer, or why there is none. `text`: the beginning of a refusal's body, empty where it could not be
 * read. `isStranger`: a firewall or proxy answered in the service's place.
 */
export type Answer =
  | { status: number; text: string; retryAfterMs: number | null; isStranger?: boolean }
  | { status: null; why: 'timeout' | 'unreachable' };

/** Posts a body, as JSON unless it is a text. Never throws, and follows no redirect. */
export type Post = (
  address: string,
  body: unknown,
  headers?: Readonly<Record<string, string>>,
) => Promise<Answer>;

export type TargetOf<Kind extends ChannelKind> = Extract<ChannelTarget, { kind: Kind }>;
export type Send<Kind extends ChannelTarget['kind']> = (
  target: TargetOf<Kind>,
  message: Message,
  post: Post,
) => Promise<Outcome>;

/** Refusals that say "not now". */
const LATER: ReadonlySet<number> = new Set([408, 425, 429]);

/**
 * The outcome of an answer. A redirect is a refusal: it is not followed.
 * @param read the service's words and the seconds that its body asks to wait, bounded like those of a header
 */
export function outcomeOf(
  answer: Answer,
  read: (text: string) => { words: string; retryAfterSeconds?: unknown },
): Outcome {
  if (answer.status === null)
    return { kind: 'later', status: null, words: NO_ANSWER[answer.why], retryAfterMs: null };
  const { status } = answer;
  if (status >= 200 && status < 300) return { kind: 'sent' };
  const { words, retryAfterSeconds } = read(answer.text);
  const retryAfterMs =
    typeof retryAfterSeconds === 'number' ? boundedWait(retryAfterSeconds * SECOND_MS) : answer.retryAfterMs;
  if (answer.isStranger || status >= 500 || LATER.has(status))
    return { kind: 'later', status, words, retryAfterMs };
  return { kind: 'gone', status, words };
}

const NO_ANSWER = { timeout: 'It did not answer in 10 seconds.', unreachable: 'It could not be reached.' };

/** A field of a JSON object; undefined when there is none. */
export function fieldIn(text: string, ...path: readonly string[]): unknown {
  try {
    let value: unknown = JSON.parse(text);
    for (const name of path)
      value =
        typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined;
    return value;
  } catch {
    return undefined;
  }
}

/** A text in a field of a JSON object; without one the text itself. */
export function wordsIn(text: string, field: string): string {
  const value = fieldIn(text, field);
  return typeof value === 'string' ? value : text;
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** What makes an address of a text: a name's dot, the sign of mail and mentions, and the end of a scheme. */
const OF_ADDRESS = /\.(?=\p{L})|@|:(?=\/\/)/gu;

/** Puts an invisible space into addresses in a text, such as a project's name: none becomes a link. */
export const withoutLinks = (text: string): string => text.replace(OF_ADDRESS, '$&\u200b');

/** The same, with the three characters as text that are markup for Slack, and in Telegram's HTML. */
export const withEntities = (text: string): string =>
  withoutLinks(text.replace(/[&<>]/g, (letter) => ENTITIES[letter] ?? letter));

/** What parts several alerts of one message at a glance. */
const SIGNS: Readonly<Record<string, string>> = {
  critical: '\u26d4',
  warning: '\u26a0\ufe0f',
  note: '\u2139\ufe0f',
};
const OVER = '\u2705';

/** How a channel writes a text. Sizes are in the unit of its limit, UTF-16 units without another. */
export interface Writing {
  /** Writes what may be markup as text. */
  escaped?: (text: string) => string;
  /** Writes a link, in the channel's markup; absent: it is not in the text. */
  link?: (link: AlertLink) => string;
  sizeOf?: (text: string) => number;
}

/** A link as its label and its address, which services make a link of. */
export const plainLink = ({ label, url }: AlertLink): string => `${label}: ${url}`;

/** All alerts as one text of at most that size; each whole, with its link, or left out and counted. */
export function textOf(
  { alerts, language }: Message,
  maxSize: number,
  { escaped = (text) => text, link: linked, sizeOf = ({ length }) => length }: Writing = {},
): string {
  const room = maxSize - 60;
  const told: string[] = [];
  let size = 0;
  for (const { title, facts, severity, over, link } of alerts) {
    const sign = over ? OVER : (SIGNS[severity] ?? '');
    const lines = [alerts.length > 1 && sign !== '' ? `${sign} ${title}` : title, facts];
    const text = escaped(lines.filter(Boolean).join('\n'));
    const one = link && linked ? `${text}\n${linked(link)}` : text;
    size += sizeOf(one) + 2;
    if (size > room) break;
    told.push(one);
  }
  const left = alerts.length - told.length;
  if (left > 0) told.push(escaped(say(language, 'alert.more', { count: left })));
  return told.join('\n\n');
}

/** The only alert of a message, which some services show as more than text; null where there are several. */
export const onlyOf = ({ alerts }: Message): Alert | null =>
  alerts.length === 1 ? (alerts[0] ?? null) : null;
