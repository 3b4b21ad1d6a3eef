import { alertWords, overWords } from '../../shared/attention/alert-words.ts';
import {
  type AddressProblem,
  type AlertRecord,
  CHANNELS_MAX,
  type ChannelName,
  type ChannelRecord,
  type ChannelRequest,
  type ChannelTarget,
  type RemovedChannelRecord,
} from '../../shared/edge-api/channels.ts';
import { isLoopback } from '../../shared/edge-api/pairing.ts';
import type { Language } from '../../shared/languages.ts';
import { HOUR_MS } from '../../shared/time.ts';
import { say } from '../../shared/words/say.ts';
import { addressProblem } from '../http/open-address.ts';
import { type Failed, fail, invalid, type Result, success } from '../http/result.ts';
import type { AccountContext } from '../object/context.ts';
import { SecretBox } from '../object/secret-box.ts';
import type { Alert, AlertLink, Message, Outcome, Post } from './channel.ts';
import { sendTo } from './channels/send.ts';
import { type AlertStore, type StoredAlert, type StoredChannel, WELL } from './store.ts';

/** A channel that fails for so long is an item of its own; one that refuses is at once. */
const FAILING_AFTER_MS = HOUR_MS;
const LATEST = 50;

/** The links of alerts, as far as channels need them. */
export interface AlertLinks {
  onChannelSet: (channel: StoredChannel, deviceId: string) => void;
  linkFor: (channel: StoredChannel, target: ChannelTarget, alert: StoredAlert) => Promise<AlertLink | null>;
  lackOf: (channel: StoredChannel) => NonNullable<ChannelRecord['linksNow']>['lack'];
  spentBy: (channelId: string) => number;
}

const noSuchChannel = () => fail('EDGE_NOT_FOUND', 'There is no such channel.');

/** Where alerts go: what owners set up, with the address and secret sealed, and how it is doing. */
export class Channels {
  readonly #context: AccountContext;
  readonly #store: AlertStore;
  readonly #post: Post;
  readonly #links: AlertLinks;
  readonly #box: SecretBox | null;

  constructor(context: AccountContext, store: AlertStore, post: Post, links: AlertLinks) {
    this.#context = context;
    this.#store = store;
    this.#post = post;
    this.#links = links;
    const { encryptionKey } = context.configuration;
    this.#box = encryptionKey && new SecretBox(encryptionKey);
  }

  records(): ChannelRecord[] {
    return this.#store.channels().map((channel) => this.#recordOf(channel));
  }

  record(channelId: string): ChannelRecord | null {
    const channel = this.#store.channel(channelId);
    return channel && this.#recordOf(channel);
  }

  removed(): RemovedChannelRecord[] {
    return this.#store.removed(CHANNELS_MAX).map(({ channelId, name, language }) => ({
      channelId,
      name,
      isRemoved: true,
      alerts: this.#store.latest(channelId, LATEST).map((one) => recordOf(one, language)),
    }));
  }

  names(): ChannelName[] {
    return this.#store.channels().map(({ channelId, rules: { kind, name } }) => ({ channelId, kind, name }));
  }

  /**
   * Stores a channel; one that was stopped begins anew, with what waits.
   * @param cursor the newest announcement: a new channel tells what comes after it
   */
  async put(
    channelId: string,
    { target, ...rules }: ChannelRequest,
    setBy: string | null,
    cursor: number,
  ): Promise<Result<ChannelRecord>> {
    if (this.#box === null)
      return fail('EDGE_NOT_CONFIGURED', 'The edge can’t keep secrets: set ENCRYPTION_KEY.');
    const known = this.#store.channel(channelId);
    if (known === null && this.#store.channels().length >= CHANNELS_MAX)
      return fail('EDGE_RATE_LIMITED', `There are ${CHANNELS_MAX} channels already: delete one first.`);
    const problem = this.#targetProblem(rules.kind, target, known);
    if (problem !== null) return problem;
    const isOpenTopic = rules.links?.may === 'spends' && (await this.#isOpenTopic(target, known));
    if (isOpenTopic)
      return invalid('links.may', 'needs a topic with a token: whoever knows an open one can press');
    const sealed = target && (await this.#box.seal(JSON.stringify(target), ownerOf(channelId))).buffer;
    // Sealing takes a moment, in which it may have been set or deleted.
    const before = this.#store.channel(channelId);
    const sealedTarget = sealed ?? before?.sealedTarget;
    if (sealedTarget === undefined) return noSuchChannel();
    this.#store.put({
      channelId,
      rules,
      host: target ? hostOf(target) : (before?.host ?? ''),
      sealedTarget,
      setAt: Math.max(this.#context.now(), (before?.setAt ?? 0) + 1),
      setBy,
      cursor: before?.cursor ?? cursor,
      memory: WELL,
    });
    const stored = this.#store.channel(channelId);
    return stored === null ? noSuchChannel() : success(this.#recordOf(stored));
  }

  /** Sends a test to a stored channel, or to one that is not stored. @returns how the service answered */
  async test(channelId: string, request: ChannelRequest | undefined): Promise<Result<{ sent: true }>> {
    const known = this.#store.channel(channelId);
    if (request === undefined && known === null) return noSuchChannel();
    const problem = request && this.#targetProblem(request.kind, request.target, known);
    if (problem) return problem;
    const target = request?.target ?? (known && (await this.open(known)));
    if (!target) return unreadable();
    const { language = 'en' } = request ?? known?.rules ?? {};
    const outcome = await this.send(target, this.#testMessage(language));
    if (outcome.kind === 'sent') return success({ sent: true });
    const details = { status: outcome.status };
    const wait = outcome.kind === 'later' ? outcome.retryAfterMs : null;
    const words = [outcome.status, outcome.words].filter(Boolean).join(' ');
    return fail('EDGE_CHANNEL_FAILED', words, {
      details,
      ...(wait === null ? {} : { retryAfterMs: wait }),
    });
  }

  send(target: ChannelTarget, message: Message): Promise<Outcome> {
    return sendTo(target, message, this.#post);
  }

  /** The address and secret of a channel; null when they can't be read any more. */
  async open({ channelId, sealedTarget }: StoredChannel): Promise<ChannelTarget | null> {
    const opened = (await this.#box?.open(sealedTarget, ownerOf(channelId))) ?? null;
    return opened === null ? null : (JSON.parse(opened) as ChannelTarget);
  }

  /** Whether it is a topic of ntfy without a token. */
  async #isOpenTopic(given: ChannelTarget | undefined, known: StoredChannel | null): Promise<boolean> {
    const target = given ?? (known && (await this.open(known)));
    return target?.kind === 'ntfy' && target.token === undefined;
  }

  #targetProblem(
    kind: ChannelRequest['kind'],
    target: ChannelTarget | undefined,
    known: StoredChannel | null,
  ) {
    if (target === undefined)
      return known?.rules.kind === kind ? null : invalid('target', 'is missing: say where alerts are to go');
    if (target.kind !== kind) return invalid('target.kind', `must be ${kind}`);
    const { serviceUrl } = this.#context.configuration;
    const isHere = serviceUrl !== null && isLoopback(serviceUrl);
    const field = target.kind === 'telegram' ? 'server' : 'url';
    const address = target.kind === 'telegram' ? target.server : target.url;
    const problem = address === undefined ? null : addressProblem(address, isHere);
    if (problem !== null) return invalidAddress(field, problem);
    return target.kind !== 'ntfy' || isTopic(new URL(target.url)) ? null : invalidAddress('url', 'no-topic');
  }

  #recordOf(channel: StoredChannel): ChannelRecord {
    const { channelId, rules, host, setAt, setBy, memory } = channel;
    const latest = this.#store.latest(channelId, LATEST);
    const lastSent = latest.find(({ result }) => result === 'sent');
    return {
      channelId,
      ...rules,
      host,
      setAt,
      setBy,
      state: memory.stopped ? 'stopped' : isFailing(channel) ? 'failing' : 'ready',
      problem: memory.problem,
      test: memory.test ?? null,
      nextTryAt: memory.nextTryAt,
      ...(rules.links && {
        linksNow: { lack: this.#links.lackOf(channel), spent: this.#links.spentBy(channelId) },
      }),
      lastSent: lastSent ? { at: lastSent.at, title: titleOf(lastSent, rules.language) } : null,
      sent: this.#store.count(channelId, 'sent'),
      waiting: this.#store.count(channelId, 'waiting'),
      alerts: latest.map((one) => recordOf(one, rules.language)),
    };
  }

  #testMessage(language: Message['language']): Message {
    const at = this.#context.now();
    const id = `test_${crypto.randomUUID()}`;
    const words = { title: say(language, 'alert.title'), facts: say(language, 'alert.test') };
    const none = { projectId: null, label: null, over: false, link: null };
    return { id, at, language, alerts: [{ id, kind: 'test', severity: 'note', at, ...none, ...words }] };
  }
}

const titleOf = (one: StoredAlert, language: Message['language']) => alertOf(one, language, one.isEnd).title;

const recordOf = (one: StoredAlert, language: Message['language']): AlertRecord => ({
  key: one.announced.key,
  isEnd: one.isEnd,
  projectId: one.announced.projectId,
  announcedAt: one.announced.at,
  at: one.at,
  title: titleOf(one, language),
  result: one.result,
});

/** Whether tries have failed for `FAILING_AFTER_MS` or longer. Outside its hours nothing is tried. */
export const isFailing = ({ memory: { problem, triedAt } }: StoredChannel): boolean =>
  problem !== null && triedAt - problem.since >= FAILING_AFTER_MS;

const unreadable = () =>
  fail('EDGE_NOT_CONFIGURED', 'The channel’s address can’t be read any more: an owner must write it again.');

const ADDRESS_WORDS: Record<AddressProblem, string> = {
  'not-address': 'is not an address',
  'with-user': 'must be an address without a user or a fragment',
  'not-https': 'must start with https://',
  'private-network': 'must not be an address of a private network',
  port: 'must not name a port below 1024',
  'no-topic': 'must end with the name of a topic',
};

function invalidAddress(field: 'url' | 'server', reason: AddressProblem): Failed {
  const { error } = invalid(`target.${field}`, ADDRESS_WORDS[reason]);
  return { ok: false, error: { ...error, details: { ...error.details, reason } } };
}

/** Binds a sealed address to its channel: a copy in another row does not open. */
const ownerOf = (channelId: string) => `channel:${channelId}`;

const isTopic = ({ pathname, search }: URL): boolean =>
  /^\/(?:.*\/)?[\w-]{1,64}\/*$/.test(pathname) && search === '';

const hostOf = (target: ChannelTarget): string =>
  target.kind === 'telegram'
    ? (URL.parse(target.server ?? '')?.host ?? 'api.telegram.org')
    : new URL(target.url).host;

/** A stored alert in words. @param isOver its item is over: the title says so */
export function alertOf(
  { announced, isEnd }: StoredAlert,
  language: Language,
  isOver: boolean,
): Omit<Alert, 'link'> {
  const { key, about, severity, projectId, label, at } = announced;
  const { title, facts } = alertWords(announced, language);
  const over = isOver || isEnd;
  return {
    id: isEnd ? `${key}:over` : key,
    kind: about.kind,
    severity,
    projectId,
    label,
    at,
    over,
    title: over ? overWords(announced, language) : title,
    facts: over ? '' : facts,
  };
}
