import type { EventFacts, KeptEvent } from '../../shared/snapshot/kept-event.ts';
import type { ProjectState } from '../../shared/snapshot/project-state.ts';
import { DAY_MS, type InstantMs, SECOND_MS } from '../../shared/time.ts';
import type { AccountContext } from '../object/context.ts';
import { insertRow, type Schema } from '../object/database.ts';
import { reached } from '../object/probes.ts';
import { fitRow, KEPT_FOR_MS, pickFacts } from './event-row.ts';
import {
  arrivalOfRead,
  type EndedRow,
  fillEndings,
  filledIn,
  IS_OF_WORK,
  isEnd,
  type StandingBudget,
  writeEvent,
} from './fill-endings.ts';
import type { EventLog } from './outbox.ts';
import { Outbox } from './outbox.ts';
import { EventQueries } from './query.ts';

/**
 * `events`: one row per kept event for 30 days; serves deduplication, the snapshot's newest events and the
 * filters of `/events`. `event_aliases`: further ids of a kept body. `outbox`: bodies that are not in KV yet.
 * Described in `edge/storage-schema.md`.
 */
export const eventsSchema: Schema = {
  startAnew: ['DELETE FROM events', 'DELETE FROM event_aliases', 'DELETE FROM outbox'],
  tables: [
    `CREATE TABLE events (
       seq INTEGER PRIMARY KEY,
       dedupe_id TEXT NOT NULL UNIQUE,
       digest TEXT UNIQUE,
       event TEXT NOT NULL,
       project_id TEXT,
       received_at INTEGER NOT NULL,
       reconciled INTEGER NOT NULL,
       said_delivered INTEGER NOT NULL DEFAULT 0,
       row TEXT NOT NULL,
       signer TEXT NOT NULL DEFAULT 'account',
       bytes INTEGER NOT NULL DEFAULT 0
     )`,
    'CREATE INDEX events_by_event ON events (event, seq)',
    'CREATE INDEX events_by_project ON events (project_id, seq)',
    `CREATE INDEX events_of_work ON events (project_id, event, seq) WHERE ${IS_OF_WORK}`,
    'CREATE TABLE event_aliases (id TEXT PRIMARY KEY, at INTEGER NOT NULL) WITHOUT ROWID',
    'CREATE TABLE outbox (seq INTEGER PRIMARY KEY, body BLOB NOT NULL, tries INTEGER NOT NULL DEFAULT 0)',
  ],
};

/** A verified delivery, an event found by polling, or one of the edge itself. */
export type Arrival = {
  /** Whose secret signed it; `account` also if polled. A project's event is about that project only. */
  signer: Signer;
  id: string;
  /** SHA-256 of the raw body in hex; null when there was none. */
  digest: string | null;
  event: string;
  projectId: string | null;
  at: InstantMs | null;
  source: KeptEvent['source'];
  data: Record<string, unknown>;
  body: Uint8Array;
  /** Reconciled events only: the service recorded a 2xx response of ours. */
  reportedDelivered?: boolean;
  /** Events of the edge only. */
  about?: AboutWork;
};

/** The work an event is about, by its row's number and the paid call that began it; the need it reports. */
export type AboutWork = Pick<KeptEvent, 'work' | 'call' | 'need'>;

export type Signer = 'account' | 'project' | 'edge';

/** `completed`: the delivery of an event known from polling has now arrived; its row is updated. */
export type Kept =
  | { outcome: 'kept' | 'completed'; event: KeptEvent }
  /** `known`: the event that is kept already. */
  | { outcome: 'duplicate'; known: KeptEvent }
  /** The project's own app has sent as much today as is kept of it. */
  | { outcome: 'too-much' };

interface EventRow extends Record<string, SqlStorageValue> {
  seq: number;
  dedupe_id: string;
  digest: string | null;
  reconciled: number;
  row: string;
}

/** Seconds since 1970 as the first number: numbers keep ascending after the object's storage was lost. */
const firstSeq = (now: InstantMs) => Math.floor(now / SECOND_MS);

const PRUNE_BATCH = 5_000;

/** What is kept a day (UTC) of what a project's own app signs, which may be anything. */
const PROJECT_EVENTS_A_DAY = 200;
const PROJECT_BYTES_A_DAY = 2 * 1024 * 1024;

/** Ends of before, as an account has them when it is first read, are history that nobody followed. */
const READ_ENDS_FOR_MS = DAY_MS;

/** Keeps each event once: its row is durable, its body in the log or outbox, before it is acknowledged. */
export class EventStore {
  readonly outbox: Outbox;
  readonly query: EventQueries;
  readonly #context: AccountContext;
  readonly #noted: (arrival: Arrival) => EventFacts;
  readonly #budgetOf: (projectId: string) => StandingBudget | null;

  /** @param noted facts about an event that its body does not contain */
  constructor(
    context: AccountContext,
    log: EventLog,
    noted: (arrival: Arrival) => EventFacts = () => ({}),
    budgetOf: (projectId: string) => StandingBudget | null = () => null,
  ) {
    this.#context = context;
    this.#noted = noted;
    this.#budgetOf = budgetOf;
    this.outbox = new Outbox(context, log);
    this.query = new EventQueries(context);
  }

  /**
   * Makes the event durable once, identified by its body's digest or by its id, each per signer. A different
   * signed body under a known id is kept as well, because the id is not signed; browsers announce an id once.
   * One synchronous step, so that of ten concurrent copies one is kept.
   * @throws when storage fails; then nothing was kept
   */
  keep(arrival: Arrival): Kept {
    const kept = this.#context.storage.transactionSync(() => this.#keep(arrival));
    if (kept.outcome !== 'kept' && kept.outcome !== 'completed') return kept;
    this.#context.emitter.emit('event-kept', kept.event, arrival.data);
    // Nobody waits for what the edge itself did.
    if (arrival.source === 'edge') this.#context.waitUntil(this.outbox.flush(kept.event.seq));
    return kept;
  }

  #keep(arrival: Arrival): Kept {
    const { sql } = this.#context.storage;
    const dedupeId = scoped(arrival, arrival.id);
    const digest = arrival.digest === null ? null : scoped(arrival, arrival.digest);
    const [known] = sql.exec<EventRow>(
      `SELECT seq, dedupe_id, digest, reconciled, row FROM events
       WHERE signer = ?3 AND (dedupe_id = ?1 OR digest = ?2) ORDER BY digest = ?2 DESC LIMIT 1`,
      dedupeId,
      digest,
      arrival.signer,
    );
    if (known?.reconciled === 1 && arrival.source === 'webhook') {
      reached('reconciled-event-delivered');
      return this.#complete(known, arrival, digest);
    }
    if (known && (arrival.source === 'reconciled' || known.digest === digest || known.digest === null)) {
      if (known.dedupe_id !== dedupeId) {
        reached('event-under-another-id');
        this.#alias(dedupeId);
      }
      return { outcome: 'duplicate', known: JSON.parse(known.row) as KeptEvent };
    }
    const now = this.#context.now();
    if (arrival.signer === 'project' && this.#isFull(arrival, now)) return { outcome: 'too-much' };
    const event = rowOf(arrival, this.#noted(arrival), this.#nextSeq(now), now);
    insertRow(sql, 'events', {
      ...columnsOf(event),
      dedupe_id: this.#isTaken(dedupeId) ? `body:${digest}` : dedupeId,
      digest,
      said_delivered: Number(arrival.reportedDelivered ?? false),
      bytes: arrival.body.length,
    });
    // A delivery is sent again until acknowledged: on its way to the log, its body needs no row.
    if (arrival.source !== 'webhook') this.outbox.add(event.seq, arrival.body);
    return { outcome: 'kept', event };
  }

  #isFull({ projectId, body }: Arrival, now: InstantMs): boolean {
    const { count, bytes } = this.#context.storage.sql
      .exec<{ count: number; bytes: number }>(
        `SELECT count(*) AS count, total(bytes) AS bytes FROM
         (SELECT bytes, received_at, signer FROM events WHERE project_id = ? ORDER BY seq DESC LIMIT ?)
         WHERE signer = 'project' AND received_at >= ?`,
        projectId,
        2 * PROJECT_EVENTS_A_DAY,
        now - (now % DAY_MS),
      )
      .one();
    return count >= PROJECT_EVENTS_A_DAY || bytes + body.length > PROJECT_BYTES_A_DAY;
  }

  /** Registers another id of the same body. Only reconciliation trusts it: a delivery's id is not signed. */
  #alias(id: string): void {
    this.#context.storage.sql.exec(
      'INSERT OR IGNORE INTO event_aliases VALUES (?, ?)',
      id,
      this.#context.now(),
    );
  }

  #isTaken(dedupeId: string): boolean {
    const query = 'SELECT 1 FROM events WHERE dedupe_id = ?';
    return this.#context.storage.sql.exec(query, dedupeId).toArray().length > 0;
  }

  #complete(known: EventRow, arrival: Arrival, digest: string | null): Kept {
    const { sql } = this.#context.storage;
    const before = JSON.parse(known.row) as KeptEvent;
    // What a reading has filled in, and whose cap it was when the sweep found it, the delivery does not tell.
    const { guard = null, budget = null, own = null } = before.facts;
    const noted = {
      ...filledIn(before),
      ...(guard === null ? this.#noted(arrival) : { guard, budget, own }),
    };
    const event = { ...rowOf(arrival, noted, known.seq, before.receivedAt), ...aboutOf(before) };
    sql.exec(
      'UPDATE events SET digest = ?, reconciled = 0, row = ? WHERE seq = ?',
      digest,
      JSON.stringify(event),
      known.seq,
    );
    this.outbox.add(event.seq, arrival.body);
    return { outcome: 'completed', event };
  }

  #nextSeq(now: InstantMs): number {
    const last = this.query.lastSeq();
    return last === 0 ? firstSeq(now) : last + 1;
  }

  /**
   * Fills what is known of a project's ended work into the events that report its end, and tells when one
   * changed. Keeps an end of the last day that none reports as it was read.
   * @param work with the rows of each project, oldest first
   */
  fillEndings(
    projects: readonly ProjectState[],
    work: { of: (projectId: string) => readonly EndedRow[] },
    isSettled = false,
  ): void {
    const since = this.#context.now() - READ_ENDS_FOR_MS;
    for (const project of projects) {
      const unreported = this.fill(project, work.of(project.projectId), isSettled);
      for (const read of unreported) if (read.at > since) this.keep(arrivalOfRead(read));
    }
  }

  /**
   * Fills one project's ended work into the events that report its end; keeps no end that none reports.
   * @returns the ends that no event reports
   */
  fill(project: ProjectState, rows: readonly EndedRow[], isSettled = false) {
    const { storage, emitter } = this.#context;
    const budgeted = { ...project, budget: this.#budgetOf(project.projectId) };
    const { isChanged, unreported } = fillEndings(storage.sql, budgeted, rows, isSettled);
    if (isChanged) emitter.emit('changed');
    return unreported;
  }

  /** Fills the end that an event reports, unless it may be of work that only the next reading shows. */
  onEnd(
    { event, projectId }: KeptEvent,
    states: (projectId: string) => readonly ProjectState[],
    work: { of: (projectId: string) => readonly EndedRow[] },
  ): void {
    if (projectId !== null && isEnd(event)) this.fillEndings(states(projectId), work, true);
  }

  /** Keeps with an event which opening of a need it reports. */
  noteNeed(event: KeptEvent, need: string): void {
    writeEvent(this.#context.storage.sql, { ...event, need });
  }

  /** Restores rows of the log that this object lost with its storage. */
  restore(events: readonly KeptEvent[]): void {
    const { sql } = this.#context.storage;
    for (const event of events)
      insertRow(
        sql,
        'events',
        { ...columnsOf(event), dedupe_id: scoped({ ...event, signer: signerOf(event) }, event.id) },
        'OR IGNORE',
      );
  }

  /**
   * Deletes rows older than the log keeps, a limited number at a time, and their bodies where a log that
   * fails for good never took them: they would be gone from it by now.
   * @returns whether some are left
   */
  prune(now: InstantMs): boolean {
    const { sql } = this.#context.storage;
    const oldest = 'SELECT seq, received_at FROM events ORDER BY seq LIMIT ?';
    const old = `SELECT seq FROM (${oldest}) WHERE received_at < ?`;
    const bounds = [PRUNE_BATCH, now - KEPT_FOR_MS] as const;
    sql.exec(`DELETE FROM outbox WHERE seq IN (${old})`, ...bounds);
    sql.exec(`DELETE FROM events WHERE seq IN (${old})`, ...bounds);
    sql.exec('DELETE FROM event_aliases WHERE at < ?', bounds[1]);
    return sql.exec(old, 1, bounds[1]).toArray().length > 0;
  }
}

/** Qualifies an id or digest by signer: what a project signed never counts as signed by the account. */
function scoped({ signer, projectId }: Pick<Arrival, 'signer' | 'projectId'>, text: string): string {
  return signer === 'project' ? `project:${projectId}:${text}` : text;
}

function rowOf(arrival: Arrival, noted: EventFacts, seq: number, receivedAt: InstantMs): KeptEvent {
  return fitRow({
    seq,
    id: arrival.id,
    event: arrival.event,
    projectId: arrival.projectId,
    at: arrival.at ?? receivedAt,
    receivedAt,
    source: arrival.source,
    ...(arrival.signer === 'project' && { signer: arrival.signer }),
    ...aboutOf(arrival.about ?? {}),
    facts: { ...noted, ...pickFacts(arrival.data), ...noted },
  });
}

const aboutOf = ({ work, call, need }: AboutWork): AboutWork => ({
  ...(need !== undefined && { need }),
  ...(work !== undefined && { work }),
  ...(call !== undefined && { call }),
});

const signerOf = ({ source, signer }: KeptEvent): Signer =>
  source === 'edge' ? 'edge' : (signer ?? 'account');

function columnsOf(event: KeptEvent) {
  return {
    seq: event.seq,
    event: event.event,
    project_id: event.projectId,
    received_at: event.receivedAt,
    // Events of the edge itself don't show that webhooks arrive.
    reconciled: Number(event.source !== 'webhook'),
    signer: signerOf(event),
    row: JSON.stringify(event),
  };
}
