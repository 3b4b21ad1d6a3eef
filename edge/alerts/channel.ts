import type { ChannelKind } from '../../shared/edge-api/channel-kinds.ts';
import type { ChannelTarget } from '../../shared/edge-api/channels.ts';
import type { Language } from '../../shared/languages.ts';
import { type InstantMs, SECOND_MS } from '../../shared/time.ts';
import { say } from '../../shared/words/alert-words.ts';
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
}

/** What is sent at once. `id` is the same for the same alerts, so that a receiver recognizes what arrives twice. */
export interface Message {
  id: string;
  at: InstantMs;
  language: Language;
  alerts: readonly Alert[];
}

/**
 * How sending ended. `later`: it may be tried again; `gone`: the service refuses it, which trying again does not change.
 * `words`: the service's own, without what is secret.
 */
export type Outcome =
  | { kind: 'sent' }
  | { kind: 'later'; status: number | null; words: string; retryAfterMs: number | null }
  | { kind: 'gone'; status: number; words: string };

/** An answer, or why there is none. `text`: the beginning of the body of a refusal, empty where it could not be read. */
export type Answer =
  | { status: number; text: string; retryAfterMs: number | null }
  | { status: null; why: 'timeout' | 'unreachable' };

/** Posts a body, as JSON unless it is a text. Never throws, and follows no redirect. */
export type Post = (
  address: string,
  body: unknown,
  headers?: Readonly<Record<string, string>>,
) => Promise<Answer>;

export type TargetOf<Kind extends ChannelKind> = Extract<ChannelTarget, { kind: Kind }>;
export type Send<Kind extends ChannelKind> = (
  target: TargetOf<Kind>,
  message: Message,
  post: Post,
) => Promise<Outcome>;

/** Refusals that say "not now". */
const LATER: ReadonlySet<number> = new Set([408, 425, 429]);

/**
 * The outcome of an answer. A redirect is a refusal: it is not followed.
 * @param read the service's words, and how many seconds it wants to wait, from its body; bound as those of a header are
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
  if (status >= 500 || LATER.has(status)) return { kind: 'later', status, words, retryAfterMs };
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

/**
 * Writes the three characters as text that are markup for Slack, and in Telegram's HTML. Both make a link of an address in a
 * text, such as a project's name, which an invisible space keeps from being one.
 */
export const withEntities = (text: string): string =>
  text.replace(/[&<>]/g, (letter) => ENTITIES[letter] ?? letter).replace(OF_ADDRESS, '$&\u200b');

/**
 * All alerts as one text of at most so many UTF-16 units; says how many are left out.
 * @param escaped writes what may be markup as text
 */
export function textOf(
  { alerts, language }: Message,
  maxLength: number,
  escaped: (text: string) => string = (text) => text,
): string {
  const room = maxLength - 60;
  const told: string[] = [];
  for (const { title, facts } of alerts) {
    const one = escaped(facts === '' ? title : `${title}\n${facts}`);
    if (told.join('\n\n').length + one.length + 2 > room) break;
    told.push(one);
  }
  const left = alerts.length - told.length;
  if (left > 0) told.push(escaped(say(language, 'alert.more', { count: left })));
  return told.join('\n\n');
}
