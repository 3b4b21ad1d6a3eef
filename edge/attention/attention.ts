import type { AttentionItem, KeptItem } from '../../shared/attention/item.ts';
import { accessCondition } from '../../shared/attention/kinds/access-changed.ts';
import { applyOpening } from '../../shared/attention/lifecycle.ts';
import {
  type Announcement,
  type Fate,
  fateOf,
  type NumberedAnnouncement,
} from '../../shared/attention/news.ts';
import { attentionNowOf, openInformation } from '../../shared/attention/open-items.ts';
import {
  acknowledge,
  asHappened,
  dueAt,
  endByCalendar,
  reduceSnapshot,
  unacknowledge,
} from '../../shared/attention/reduce.ts';
import type { Facts } from '../../shared/attention/rule.ts';
import type { FeatureLimits } from '../../shared/builder-api/limits-schema.ts';
import type { SettingChange } from '../../shared/edge-api/setting-changes.ts';
import { entryOf } from '../../shared/entries.ts';
import { catalogue } from '../../shared/operations/catalogue.ts';
import { ANNOUNCEMENTS_PAGE_MAX } from '../../shared/snapshot/attention.ts';
import type { AnnouncementsPage, AttentionNow } from '../../shared/snapshot/attention-schema.ts';
import type { KeptEvent } from '../../shared/snapshot/kept-event.ts';
import type { Snapshot } from '../../shared/snapshot/snapshot.ts';
import { HOUR_MS, type InstantMs, SECOND_MS } from '../../shared/time.ts';
import type { OnRead } from '../builder-api/client.ts';
import { errorFields, log } from '../http/log.ts';
import { fail, type Result, success } from '../http/result.ts';
import type { AccountContext } from '../object/context.ts';
import { isDaySpent } from '../object/database.ts';
import type { Work } from '../work/work.ts';
import { type Command, causeOf, settledBy, settledByBudgets, withOwnChange } from './own-changes.ts';
import { isFor, servedAnnouncement, type Viewer } from './served.ts';
import { AttentionStore, type Stored, withoutAccount } from './store.ts';

/** Everything that was read and is known, without the events. */
export type Known = Omit<Facts, 'version' | 'attention'>;

export interface AttentionSources {
  /** Everything that was read, with all followed projects; null before the first reading of the service. */
  known: () => Known | null;
  /** Events above a number, oldest first. */
  eventsAfter: (seq: number, limit: number) => KeptEvent[];
  /** Keeps with an event which opening of a need it reports. */
  noteNeed: (event: KeptEvent, need: string) => void;
  nameOf: (deviceId: string) => string | null;
  work: Pick<Work, 'stopped' | 'of' | 'projectsSince'>;
}

/** A failed reduction is repeated after this time. */
const AGAIN_MS = 5 * SECOND_MS;
/** Events that are reduced at once. */
const EVENTS_AT_ONCE = 500;

/**
 * Decides what needs the user: reduces what was read, kept and changed to items and numbered announcements,
 * each opening announced once. Writes nothing where nothing changed.
 */
export class Attention {
  readonly #context: AccountContext;
  readonly #store: AttentionStore;
  readonly #sources: AttentionSources;
  #stored: Stored;
  /** Whether something was read or kept since the last reduction. */
  #isBehind = true;
  #isQueued = false;
  /** Projects whose rows of work changed since then; null: not known, as after a start. */
  #worked: Set<string> | null = null;
  /** While it tells of a change of its own, which is none to reduce. */
  #isTelling = false;
  /** When the job runs next, as far as this instance has scheduled it. */
  #isScheduledFor: InstantMs | null = null;

  constructor(context: AccountContext, sources: AttentionSources) {
    this.#context = context;
    this.#sources = sources;
    this.#store = new AttentionStore(context.storage.sql);
    this.#stored = this.#store.load(context.now());
  }

  /** After something was read: reduces once all of it is stored. */
  onChanged(): void {
    if (this.#isTelling) return;
    this.#isBehind = true;
    if (this.#isQueued) return;
    this.#isQueued = true;
    const catchingUp = Promise.resolve().then(() => {
      this.#isQueued = false;
      this.catchUp();
    });
    // Where not even the job can be scheduled, storage fails or the object ends: the next change tries again.
    this.#context.waitUntil(catchingUp.catch(() => undefined));
  }

  /** After rows of a project's work changed. */
  onWork(projectId: string): void {
    this.#worked?.add(projectId);
    this.onChanged();
  }

  /**
   * Reduces what came since the last time. If that fails, what was kept stays kept, and the job tries again;
   * on a day whose rows are used up, whatever comes next does.
   */
  catchUp(): void {
    if (!this.#isBehind) return;
    try {
      this.#reduce();
    } catch (error) {
      log({ event: 'unexpected-error', ...errorFields(error) });
      if (!isDaySpent(error)) this.#context.jobs.schedule('attention', this.#context.now() + AGAIN_MS);
    }
  }

  /** After an event was kept, in the same step. */
  onEvent(): void {
    this.#isBehind = true;
    this.catchUp();
  }

  /** The job `attention`: what time alone changes, and what failed. @returns when to run again */
  run(): InstantMs | null {
    this.#isScheduledFor = 0;
    this.#reduce();
    const due = dueAt(this.#stored.state);
    // What did not end now is not tried again at once, for ever.
    this.#isScheduledFor = due && Math.max(due, this.#context.now() + AGAIN_MS);
    return this.#isScheduledFor;
  }

  /**
   * After a change that a device asked for. A project that the service no longer knows is gone, whoever
   * deleted it (service reference, Errors).
   */
  onCommand(deviceId: string, asked: Command, outcome: Result<unknown>): void {
    if (catalogue[asked.operation].method === 'GET') return;
    const isGone = !outcome.ok && outcome.error.code === 'PROJECT_NOT_FOUND';
    if (!outcome.ok && !isGone) return;
    const command: Command = isGone ? { ...asked, operation: 'deleteProject' } : asked;
    const { now } = this.#context;
    const { state, ownChanges } = this.#stored;
    const stopped = this.#sources.work.stopped(command.parameters.projectId ?? null).work;
    const changes = withOwnChange(ownChanges, deviceId, command, stopped);
    const settled = settledBy(state, command, now());
    if (changes === ownChanges && settled === state) return;
    this.#apply({ ...this.#stored, ownChanges: changes, state: settled });
  }

  /** After any answer of the service, whoever asked: one with a feature's budget and use may end needs. */
  readonly onRead: OnRead = (operation, { parameters }, data, askedAt) => {
    if (operation !== 'getFeatureLimits' && operation !== 'setFeatureLimits') return;
    const { state } = this.#stored;
    const when = { askedAt, now: this.#context.now() };
    const settled = settledByBudgets(state, parameters?.projectId ?? '', data as FeatureLimits, when);
    if (settled !== state) this.#apply({ ...this.#stored, state: settled });
  };

  /** Announces what happened in the edge itself. */
  announce(announced: Announcement): void {
    this.#apply(this.#stored, [announced], labelsOf(this.#sources.known()));
  }

  /** An item, open or over; null: it is not known. */
  itemOf(id: string): KeptItem | null {
    return entryOf(this.#stored.state.items, id) ?? null;
  }

  /** After a change of who may use the edge, or with which key; `others`: there is more than one owner. */
  onSettingChanged(
    deviceId: string | null,
    projectId: string | null,
    change: SettingChange,
    others: boolean,
  ): void {
    const at = this.#context.now();
    const opened = accessCondition(crypto.randomUUID(), at, projectId, change, { deviceId, others });
    if (opened === null) return;
    const { state, announcements } = applyOpening(this.#stored.state, opened, at);
    this.#apply({ ...this.#stored, state }, announcements, labelsOf(this.#sources.known()));
    this.#context.jobs.schedule('attention', at);
  }

  /** Marks an open item as seen by those who may build. */
  see(viewer: Viewer, id: string): Result<{ seen: true }> {
    const { state } = this.#stored;
    const by = this.#sources.nameOf(viewer.deviceId) ?? '';
    const seen = this.#mayMark(viewer, id) ? acknowledge(state, id, this.#context.now(), by) : state;
    if (seen === state) return fail('EDGE_NOT_FOUND', 'There is no such open item.');
    this.#apply({ ...this.#stored, state: seen });
    return success({ seen: true });
  }

  /** Takes that back. */
  unsee(viewer: Viewer, id: string): Result<{ seen: false }> {
    const { state } = this.#stored;
    const unseen = this.#mayMark(viewer, id) ? unacknowledge(state, id) : state;
    if (unseen === state) return fail('EDGE_NOT_FOUND', 'There is no such item that was marked as seen.');
    this.#apply({ ...this.#stored, state: unseen });
    return success({ seen: false });
  }

  #mayMark(viewer: Viewer, id: string): boolean {
    const item = this.itemOf(id);
    return item !== null && isFor(item.reason, viewer);
  }

  informationFor(viewer: Viewer): AttentionItem[] {
    return openInformation(this.#stored.state).filter(({ reason }) => isFor(reason, viewer));
  }

  /** What the snapshot says of it; undefined before the service was read for the first time. */
  now(): AttentionNow | undefined {
    this.catchUp();
    const { state, lastAnnouncement } = this.#stored;
    if (state.since === undefined) return undefined;
    return attentionNowOf(state, lastAnnouncement);
  }

  lastAnnouncement(): number {
    this.catchUp();
    return this.#stored.lastAnnouncement;
  }

  /** Announcements above a number, as one browser gets them. */
  since(viewer: Viewer, since: number, limit = ANNOUNCEMENTS_PAGE_MAX): AnnouncementsPage {
    this.catchUp();
    const { state, lastAnnouncement } = this.#stored;
    const kept = this.#store.after(since, limit);
    return {
      items: kept.flatMap((one) => servedAnnouncement(one, state, viewer) ?? []),
      next: kept.length < limit ? lastAnnouncement : (kept.at(-1)?.number ?? lastAnnouncement),
      gap: this.#store.isGap(since, lastAnnouncement),
    };
  }

  /** Announcements above a number as they are kept, oldest first. */
  keptAfter(number: number, limit: number): NumberedAnnouncement[] {
    return this.#store.after(number, limit);
  }

  /** Projects of which a feature's budget or its warning is a need. */
  projectsAtBudget(): string[] {
    const isOfBudget = ({ reason, resolvedAt }: KeptItem) =>
      resolvedAt === null && (reason.kind === 'feature-budget' || reason.kind === 'feature-warning');
    const held = Object.values(this.#stored.state.items).filter(isOfBudget);
    return [...new Set(held.flatMap(({ projectId }) => projectId ?? []))];
  }

  /** What became of the item that was announced. */
  fateOf(announced: Announcement): Fate {
    return fateOf(announced, this.#stored.state);
  }

  housekeeping(at: InstantMs): void {
    this.#store.housekeeping(this.#stored.lastAnnouncement, at);
  }

  #reduce(): void {
    const known = this.#sources.known();
    this.#isBehind = false;
    if (known === null) {
      this.#endUnread();
      return;
    }
    try {
      this.#reduceFrom(known);
    } catch (error) {
      this.#isBehind = true;
      throw error;
    }
    const due = dueAt(this.#stored.state);
    if (due === null || (this.#isScheduledFor !== null && this.#isScheduledFor <= due)) return;
    this.#isScheduledFor = due;
    this.#context.jobs.schedule('attention', due);
  }

  /** Information about the edge itself ends without any reading of the service. */
  #endUnread(): void {
    const state = endByCalendar(this.#stored.state, this.#context.now());
    if (state !== this.#stored.state) this.#apply({ ...this.#stored, state });
  }

  #reduceFrom(known: Known): void {
    const { epoch } = known.ledger;
    // Another account's items are none of this one, whose first reading announces nothing.
    const before =
      this.#stored.epoch === epoch
        ? asHappened(this.#stored.state, known.at)
        : withoutAccount(this.#stored.state);
    const { lastSeq } = before;
    const items = this.#sources.eventsAfter(lastSeq ?? 0, EVENTS_AT_ONCE);
    const events: Snapshot['sections']['events'] = {
      data: { lastSeq: items.at(-1)?.seq ?? lastSeq ?? 0, items },
      readAt: known.at,
      error: null,
    };
    const sections = { ...known.sections, events };
    const worked = this.#worked ?? this.#sources.work.projectsSince(known.at - HOUR_MS);
    const waiting = Object.values(before.waiting ?? {}).map(({ projectId }) => projectId);
    const {
      state,
      announcements,
      needs = {},
    } = reduceSnapshot(before, {
      version: '',
      ...known,
      sections,
      work: [...new Set([...worked, ...waiting])].flatMap((projectId) => this.#sources.work.of(projectId)),
    });
    for (const event of items) {
      const need = needs[event.seq];
      if (need !== undefined) this.#sources.noteNeed(event, need);
    }
    this.#apply({ ...this.#stored, state, epoch }, announcements, labelsOf(known));
    this.#worked = new Set();
    if (items.length === EVENTS_AT_ONCE) this.#reduceFrom(known);
  }

  /** Stores a step and what it announces, and tells the others. */
  #apply(next: Stored, announcements: readonly Announcement[] = [], labelOf: LabelOf = () => null): void {
    const now = this.#context.now();
    let { ownChanges } = next;
    const labelled = announcements.map((one): Omit<NumberedAnnouncement, 'number'> => {
      const { deviceId: causedBy, left } = causeOf(ownChanges, one);
      ownChanges = left;
      const label = one.projectId === null ? null : labelOf(one.projectId);
      return { ...one, label, ...(causedBy !== undefined && { causedBy }) };
    });
    const saved = this.#save({ ...next, ownChanges }, labelled, now);
    this.#stored = { ...next, ownChanges, lastAnnouncement: saved.lastAnnouncement };
    this.#isTelling = true;
    if (saved.numbered.length > 0) this.#context.emitter.emit('announced', saved.numbered);
    if (saved.changed || saved.numbered.length > 0) this.#context.emitter.emit('changed');
    this.#isTelling = false;
  }

  #save(next: Stored, announcements: Omit<NumberedAnnouncement, 'number'>[], now: InstantMs) {
    try {
      return this.#context.storage.transactionSync(() => this.#store.save(next, announcements, now));
    } catch (error) {
      this.#stored = this.#store.load(now);
      throw error;
    }
  }
}

type LabelOf = (projectId: string) => string | null;

function labelsOf(known: Known | null): LabelOf {
  const { projects, atLimit } = known?.sections ?? {};
  const listed = [...(projects?.data?.items ?? []), ...(atLimit?.data?.projects ?? [])];
  return (projectId) => listed.find((one) => one.projectId === projectId)?.label ?? null;
}
