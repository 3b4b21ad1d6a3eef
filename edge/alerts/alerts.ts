import { stopsBuilding } from '../../shared/attention/kinds/kinds.ts';
import {
  type Announcement,
  alertGroups,
  type Fate,
  isNews,
  type NumberedAnnouncement,
} from '../../shared/attention/news.ts';
import { failedAgain } from '../../shared/backoff.ts';
import type { ChannelRecord, ChannelRequest } from '../../shared/edge-api/channels.ts';
import { CHANNEL_PARTS, changeKind } from '../../shared/edge-api/setting-changes.ts';
import type { ChannelsNow } from '../../shared/snapshot/channels.ts';
import { HOUR_MS, happenedAt, type InstantMs, MINUTE_MS, SECOND_MS } from '../../shared/time.ts';
import { sha256 } from '../http/digest.ts';
import { fail, type Result, success } from '../http/result.ts';
import { waitAfter } from '../http/service-failure.ts';
import { doRow, mapLimited } from '../object/concurrency.ts';
import type { AccountContext } from '../object/context.ts';
import { reached } from '../object/probes.ts';
import type { Message, Outcome, Post } from './channel.ts';
import { type AlertLinks, alertOf, Channels, isFailing } from './channels.ts';
import { opensAt } from './hours.ts';
import { AlertStore, type StoredAlert, type StoredChannel, WELL } from './store.ts';

export interface AlertSources {
  keptAfter: (number: number, limit: number) => NumberedAnnouncement[];
  lastAnnouncement: () => number;
  fateOf: (announced: Announcement) => Fate;
  nameOf: (deviceId: string) => string | null;
  links: AlertLinks;
}

/** What comes this soon after the first is told with it. */
const GATHER_MS = 3 * SECOND_MS;
/**
 * Least time between two messages of a channel; what comes meanwhile is sent as one message. Good news does
 * not delay other alerts.
 */
const PACE_MS = MINUTE_MS;
const RETRY_FIRST_MS = 30 * SECOND_MS;
const RETRY_MAX_MS = HOUR_MS;
/** Alerts of one message; the rest come a minute later. */
const MESSAGE_MAX = 50;
const CONSIDERED_MAX = 1_000;
const WIDTH = 6;

/**
 * Sends announcements to channels from an outbox, once per opening and channel: what could not be sent waits,
 * and is tried again. Where an answer was lost, it may be sent twice.
 */
export class Alerts {
  readonly #context: AccountContext;
  readonly #sources: AlertSources;
  readonly #store: AlertStore;
  readonly channels: Channels;
  /** What was told and is not over yet, for channels that tell that too; null = not read yet. */
  #told: Announcement[] | null = null;
  #failing = '';

  constructor(context: AccountContext, sources: AlertSources, post: Post) {
    this.#context = context;
    this.#sources = sources;
    this.#store = new AlertStore(context.storage.sql);
    this.channels = new Channels(context, this.#store, post, sources.links);
    this.#failing = JSON.stringify(this.now());
    if (this.isAny() && context.jobs.dueAt('alerts') === null) this.#goOn(0);
  }

  isAny(): boolean {
    return this.#store.channels().length > 0;
  }

  async put(deviceId: string, channelId: string, request: ChannelRequest): Promise<Result<ChannelRecord>> {
    const { nameOf, lastAnnouncement } = this.#sources;
    const before = this.#store.channel(channelId);
    const put = await this.channels.put(channelId, request, nameOf(deviceId), lastAnnouncement());
    if (!put.ok) return put;
    const stored = this.#store.channel(channelId);
    if (stored !== null) this.#sources.links.onChannelSet(stored, deviceId);
    this.#onChannelsChanged();
    this.#emitChange(deviceId, before, request);
    return success(this.channels.record(channelId) ?? put.value);
  }

  remove(deviceId: string, channelId: string): Result<{ removed: true }> {
    const before = this.#store.channel(channelId);
    if (before === null) return fail('EDGE_NOT_FOUND', 'There is no such channel.');
    this.#context.storage.transactionSync(() => this.#store.remove(before, this.#context.now()));
    this.#onChannelsChanged();
    this.#emitChange(deviceId, before, null);
    return success({ removed: true });
  }

  /** A test that arrives starts a stopped channel again. Of a stored channel its result is kept. */
  async test(channelId: string, request: ChannelRequest | undefined): Promise<Result<{ sent: true }>> {
    const tested = await this.channels.test(channelId, request);
    const stored = this.#store.channel(channelId);
    if (stored === null || request !== undefined) return tested;
    const { memory } = stored;
    const at = this.#context.now();
    if (!tested.ok) {
      const { code, message } = tested.error;
      if (code === 'EDGE_CHANNEL_FAILED')
        this.#store.setMemory(stored, { ...memory, test: { at, words: message } });
      return tested;
    }
    if (memory.problem) reached('stopped-channel-started-again');
    this.#store.setMemory(stored, { ...(memory.problem ? WELL : memory), test: { at, words: null } });
    if (memory.problem) this.#onChannelsChanged();
    return tested;
  }

  /** What was told to a channel under a number of an announcement. */
  toldOf(channelId: string, number: number): StoredAlert | null {
    return this.#store.alert(channelId, number);
  }

  /** Every channel with what is stored of it. */
  stored(): StoredChannel[] {
    return this.#store.channels();
  }

  /** Channels that fail, for the snapshot. */
  now(): ChannelsNow {
    return {
      failing: this.#store.channels().flatMap((channel) => {
        const { channelId, rules, memory } = channel;
        const { stopped, problem } = memory;
        if (problem === null || !(stopped || isFailing(channel))) return [];
        return [{ channelId, name: rules.name, kind: rules.kind, stopped, since: problem.since }];
      }),
    };
  }

  /** After an announcement. The job reads what is to be sent, so no failure here can make it miss any. */
  onAnnounced(): void {
    if (this.isAny()) this.#goOn(GATHER_MS);
  }

  /** After anything changed: an item that was told may be over. */
  onChanged(): void {
    this.#told ??= this.#store
      .channels()
      .filter(({ rules }) => rules.over)
      .flatMap(({ channelId }) => this.#store.openTold(channelId).map(({ announced }) => announced))
      .filter(({ about }) => !isNews(about));
    if (this.#told.some((one) => this.#sources.fateOf(one) === 'over')) this.#goOn(GATHER_MS);
  }

  /**
   * The job `alerts`. Its alarm runs one at a time, so that no run sends what another is sending.
   * @returns when something is due again
   */
  async run(): Promise<InstantMs | null> {
    const channels = this.#store.channels();
    for (const channel of channels)
      await doRow(
        () => this.#collect(channel),
        () => undefined,
      );
    this.#store.bound(this.#context.now());
    const due = await mapLimited(channels, WIDTH, (channel) =>
      doRow<InstantMs | null>(
        () => this.#send(channel),
        () => this.#context.now() + RETRY_MAX_MS,
      ),
    );
    this.#told = null;
    this.#tellFailing();
    const times = due.filter((at) => at !== null);
    return times.length === 0 ? null : Math.max(this.#context.now(), Math.min(...times));
  }

  housekeeping(at: InstantMs): void {
    this.#store.housekeeping(at);
  }

  #emitChange(deviceId: string, before: StoredChannel | null, after: ChannelRequest | null): void {
    const from = before?.rules ?? null;
    const { kind, name } = after ?? from ?? {};
    if (kind === undefined || name === undefined) return;
    const parts = CHANNEL_PARTS.filter((part) =>
      part === 'target'
        ? after?.target !== undefined
        : JSON.stringify(from?.[part]) !== JSON.stringify(after?.[part]),
    );
    if (parts.length === 0) return;
    this.#context.emitter.emit('setting-changed', deviceId, null, {
      setting: 'channel',
      did: changeKind(before, after),
      kind,
      name,
      from: from?.tells.join(' ') ?? null,
      to: after?.tells.join(' ') ?? null,
      parts: parts.join(' '),
    });
  }

  #goOn(afterMs: number): void {
    this.#context.jobs.schedule('alerts', this.#context.now() + afterMs);
  }

  #onChannelsChanged(): void {
    this.#told = null;
    this.#tellFailing();
    this.#goOn(0);
  }

  #tellFailing(): void {
    const failing = JSON.stringify(this.now());
    if (failing === this.#failing) return;
    this.#failing = failing;
    this.#context.emitter.emit('changed');
  }

  /** Puts what was announced since the last time, and the ends of what was told, into the outbox. */
  #collect({ channelId, rules, cursor }: StoredChannel): void {
    const now = this.#context.now();
    const announced = this.#sources.keptAfter(cursor, CONSIDERED_MAX);
    for (const one of announced) {
      if (!isWanted(rules, channelId, one)) continue;
      const result = one.causedBy === undefined ? 'waiting' : 'own';
      this.#store.add(channelId, one, false, result, now);
    }
    const last = announced.at(-1)?.number;
    if (last !== undefined) this.#store.setCursor(channelId, last);
    if (!rules.over) return;
    for (const { announced: told } of this.#store.openTold(channelId))
      if (this.#sources.fateOf(told) === 'over') this.#store.add(channelId, told, true, 'waiting', now);
  }

  /** Sends what is due to a channel as one message. @returns when something of it is due again */
  async #send(channel: StoredChannel): Promise<InstantMs | null> {
    const { channelId, rules, memory } = channel;
    const now = this.#context.now();
    const waiting = this.#store.waiting(channelId).filter((one) => this.#isStillDue(channelId, one, now));
    if (waiting.length === 0 || memory.stopped) return null;
    const pacedAt = waiting.some(isUrgent)
      ? Math.max(happenedAt(memory.urgentAt, now) + PACE_MS, happenedAt(memory.triedAt, now) + GATHER_MS)
      : happenedAt(memory.triedAt, now) + PACE_MS;
    const readyAt = Math.max(memory.nextTryAt ?? 0, pacedAt);
    if (now < readyAt) return readyAt;
    const opening = opensAt(rules.hours, now);
    const ready =
      opening <= now ? waiting : waiting.filter((one) => isStopping(one) && rules.hours?.stoppingPasses);
    const next = ready.slice(0, MESSAGE_MAX);
    if (next.length === 0) return opening;
    const outcome = await this.#sendMessage(channel, next, now);
    this.#settle(channel, next, outcome);
    if (outcome.kind === 'gone') return null;
    return this.#store.channel(channelId)?.memory.nextTryAt ?? now + PACE_MS;
  }

  async #sendMessage(channel: StoredChannel, alerts: StoredAlert[], now: InstantMs): Promise<Outcome> {
    const { channelId, rules } = channel;
    const target = await this.channels.open(channel);
    if (target === null) return { kind: 'gone', status: 0, words: '' };
    const told = await Promise.all(
      alerts.map(async (one) => ({
        ...alertOf(one, rules.language, this.#sources.fateOf(one.announced) === 'over'),
        link: await this.#sources.links.linkFor(channel, target, one),
      })),
    );
    const digest = await sha256(JSON.stringify([channelId, ...told.map(({ id }) => id)]));
    const message: Message = {
      id: `msg_${digest.slice(0, 32)}`,
      at: now,
      language: rules.language,
      alerts: told,
    };
    return this.channels.send(target, message);
  }

  /** What is over or was seen before anything was tried is not sent any more. */
  #isStillDue(channelId: string, alert: StoredAlert, now: InstantMs): boolean {
    if (alert.isEnd || alert.isTried) return true;
    const fate = this.#sources.fateOf(alert.announced);
    if (fate === 'open') return true;
    if (fate !== 'seen') reached('alert-over-while-it-waited');
    this.#store.settle(channelId, alert, fate, now);
    return false;
  }

  #settle(channel: StoredChannel, alerts: readonly StoredAlert[], outcome: Outcome): void {
    const now = this.#context.now();
    const { channelId, memory } = channel;
    const tried = { triedAt: now, urgentAt: alerts.some(isUrgent) ? now : memory.urgentAt };
    this.#context.storage.transactionSync(() => {
      if (outcome.kind === 'sent') {
        if (alerts.some(({ isTried }) => isTried)) reached('alert-taken-after-failures');
        if (alerts.some(({ isEnd }) => isEnd)) reached('end-of-alert-told');
        for (const one of alerts) this.#store.settle(channelId, one, 'sent', now);
        this.#store.setMemory(channel, { ...WELL, ...tried });
        return;
      }
      for (const one of alerts) this.#store.markTried(channelId, one);
      const again = failedAgain(memory, now, RETRY_FIRST_MS, RETRY_MAX_MS);
      const { status, words } = outcome;
      const problem = { status: status || null, words, since: memory.problem?.since ?? now };
      const stopped = outcome.kind === 'gone';
      if (stopped) reached('channel-stopped');
      const nextTryAt = outcome.kind === 'later' ? now + waitAfter(outcome, again.at - now) : null;
      this.#store.setMemory(channel, { failures: again.failures, nextTryAt, ...tried, stopped, problem });
    });
  }
}

/** Whether it is more than news that is well. */
const isUrgent = ({ announced, isEnd }: StoredAlert): boolean => !isEnd && announced.severity !== 'note';

/** Whether it is about what stops building, for which no hour is too late. */
const isStopping = ({ announced }: StoredAlert): boolean => stopsBuilding(announced.about);

function isWanted(
  { tells, projects }: StoredChannel['rules'],
  channelId: string,
  announced: NumberedAnnouncement,
): boolean {
  const { about, projectId } = announced;
  // Whoever reads the channel can press, and all of them see that somebody did.
  if (about.kind === 'link-used' && about.channelId === channelId) return true;
  if (projects !== undefined && (projectId === null || !projects.includes(projectId))) return false;
  // That a channel fails is no news for itself.
  if (about.kind === 'channel-failing' && about.channelId === channelId) return false;
  return tells.includes('everything') || alertGroups(announced).some((group) => tells.includes(group));
}
