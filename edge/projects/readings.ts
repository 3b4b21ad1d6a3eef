import type * as z from 'zod/mini';
import { CAP_FIELD } from '../../shared/builder-api/limits.ts';
import type { creditLimitsRecord } from '../../shared/builder-api/limits-schema.ts';
import type { ProjectRecord } from '../../shared/builder-api/projects.ts';
import { PROJECT_FRESH_MS } from '../../shared/edge-api/projects.ts';
import type { OperationName } from '../../shared/operations/catalogue.ts';
import type { ServiceFailure } from '../../shared/service-failures.ts';
import type { ProjectLimits } from '../../shared/snapshot/projects-schema.ts';
import { SECTION_ERROR_OF, type Section, unreadSection } from '../../shared/snapshot/section.ts';
import { type DailySpending, spendingQuery } from '../../shared/spending/spending-days.ts';
import { happenedAt, type InstantMs, MINUTE_MS, nextMonth, SECOND_MS } from '../../shared/time.ts';
import type { CallService, OnRead } from '../builder-api/client.ts';
import { mapLimited, waitAtMost } from '../object/concurrency.ts';

/** What is read of a project, each with one call of the service. */
interface Parts {
  limits: ProjectLimits;
  days: { daily: DailySpending };
  record: ProjectRecord;
}
type PartName = keyof Parts;

const CALLED: Record<PartName, OperationName> = {
  limits: 'getCreditLimits',
  days: 'getSpending',
  record: 'getProject',
};

/** Calls that one request may make: with eight retries and the list, within the free plan's 50 at once. */
export const CALLS_AN_ASK = 40;
/** One that failed is tried again after this time. */
const AFTER_FAILURE_MS = MINUTE_MS;
/** What is asked for freshly is read again where it is older. */
const FRESH_GAP_MS = 3 * SECOND_MS;
const WIDTH = 6;
const WAIT_MS = 8 * SECOND_MS;
/** A reading that another request has begun never ends where that request is broken off. */
const LOST_AFTER_MS = 30 * SECOND_MS;
const REMEMBERED_MAX = 500;

interface Reading<T> {
  section: Section<T>;
  /** When it was last tried and failed, and until when the service wants no other try; 0: it did not fail. */
  failedAt: InstantMs;
  waitUntil: InstantMs;
  isGone: boolean;
}
type Project = { changedAt: InstantMs } & { [P in PartName]?: Reading<Parts[P]> };

/** A call to be made. */
interface Due {
  projectId: string;
  part: PartName;
}

/**
 * Readings of single projects that the sections don't hold: caps with what is used of them, spending by day,
 * and records of projects that are not followed. In memory: one reading serves all who ask, and readings made
 * for something else count too.
 */
export class ProjectReadings {
  readonly #now: () => InstantMs;
  readonly #call: CallService;
  readonly #waitUntil: (work: Promise<unknown>) => void;
  readonly #projects = new Map<string, Project>();
  readonly #underWay = new Map<string, { since: InstantMs; done: Promise<void> }>();

  constructor(parts: {
    now: () => InstantMs;
    call: CallService;
    waitUntil: (work: Promise<unknown>) => void;
  }) {
    this.#now = parts.now;
    this.#call = parts.call;
    this.#waitUntil = parts.waitUntil;
  }

  /** Something has happened in a project: what was read before is no longer so. */
  onChanged(projectId: string): void {
    const known = this.#projects.get(projectId);
    if (known !== undefined) known.changedAt = this.#now();
  }

  /** Whatever the service says of a project's caps and spending, whoever asked. */
  readonly onRead: OnRead = (name, { parameters, query }, data, askedAt) => {
    if (name === 'getCreditLimits' && parameters?.projectId !== undefined)
      this.#keep(parameters.projectId, 'limits', limitsIn(data as LimitsRecord), askedAt);
    if (name !== 'getSpending' || query?.projectId === undefined) return;
    const whole = spendingQuery(askedAt);
    if (query.from !== whole.get('from') || query.to !== whole.get('to')) return;
    const { daily } = data as { daily: DailySpending };
    const days = daily.map(({ date, development, infrastructure }) => ({
      date,
      development,
      infrastructure,
    }));
    this.#keep(query.projectId, 'days', { daily: days }, askedAt);
  };

  /** A part as last read; unread before, and once another month has begun. */
  get<P extends PartName>(projectId: string, part: P): Section<Parts[P]> & { isGone: boolean } {
    const known = this.#projects.get(projectId);
    const reading = known?.[part] as Reading<Parts[P]> | undefined;
    if (known === undefined || reading === undefined) return { ...unreadSection, isGone: false };
    const { section, isGone } = reading;
    const { readAt } = section;
    const isPast = readAt !== null && nextMonth(readAt) <= this.#now();
    const { data, ...rest } = isPast ? { ...unreadSection, error: section.error } : section;
    const isOverdue = readAt !== null && !isPast && this.#isOld(readAt, known, PROJECT_FRESH_MS);
    return { ...rest, data, isGone, ...(isOverdue && { isOverdue }) };
  }

  /**
   * Reads what is missing or too old, as far as one request may: the next reads the rest. Waits for readings
   * that others have begun.
   * @param partsOf the parts that are wanted of a project
   */
  async read(
    projectIds: readonly string[],
    partsOf: (projectId: string) => readonly PartName[],
    fresh: boolean,
  ): Promise<void> {
    const maxAgeMs = fresh ? FRESH_GAP_MS : PROJECT_FRESH_MS;
    const wanted = projectIds.map((projectId) => {
      const parts = partsOf(projectId);
      const isDue = (part: PartName) => this.#isDue(projectId, part, maxAgeMs);
      // Of caps and days there is one reading.
      const areDue = isDue('limits') || (parts.includes('days') && isDue('days'));
      return parts
        .filter((part) => (part === 'record' ? isDue(part) : areDue))
        .map((part) => ({ projectId, part }));
    });
    const due: Due[] = [];
    for (const calls of wanted) if (due.length + calls.length <= CALLS_AN_ASK) due.push(...calls);
    if (due.length === 0) return;
    const reading = mapLimited(due, WIDTH, (one) => this.#readOnce(one));
    this.#waitUntil(reading.catch(() => undefined));
    await waitAtMost(reading, WAIT_MS);
  }

  #isDue(projectId: string, part: PartName, maxAgeMs: number): boolean {
    const known = this.#projects.get(projectId);
    const reading = known?.[part];
    if (known === undefined || reading === undefined) return true;
    const now = this.#now();
    if (now < reading.waitUntil) return false;
    const { readAt, error } = reading.section;
    if (error !== null)
      return now - happenedAt(reading.failedAt, now) >= Math.min(maxAgeMs, AFTER_FAILURE_MS);
    return readAt === null || this.#isOld(readAt, known, maxAgeMs);
  }

  #isOld(readAt: InstantMs, { changedAt }: Project, maxAgeMs: number): boolean {
    const now = this.#now();
    return readAt <= changedAt || nextMonth(readAt) <= now || now - happenedAt(readAt, now) >= maxAgeMs;
  }

  #readOnce(due: Due): Promise<void> {
    const key = `${due.part} ${due.projectId}`;
    const known = this.#underWay.get(key);
    if (known !== undefined && this.#now() - known.since < LOST_AFTER_MS) return known.done;
    const reading = {
      since: this.#now(),
      done: this.#read(due).finally(() => {
        if (this.#underWay.get(key) === reading) this.#underWay.delete(key);
      }),
    };
    this.#underWay.set(key, reading);
    return reading.done;
  }

  /** What it says of caps and days is heard like what others read. */
  async #read({ projectId, part }: Due): Promise<void> {
    const askedAt = this.#now();
    const result = await this.#call(
      CALLED[part],
      part === 'days'
        ? { query: Object.fromEntries(spendingQuery(askedAt, projectId)) }
        : { parameters: { projectId } },
    );
    if (!result.ok) this.#fail(projectId, part, result.failure);
    else if (part === 'record') this.#keep(projectId, part, result.data as ProjectRecord, askedAt);
  }

  #keep<P extends PartName>(projectId: string, part: P, data: Parts[P], askedAt: InstantMs): void {
    const project = this.#of(projectId);
    const before = project[part]?.section.readAt ?? 0;
    // One that was asked for earlier says nothing new.
    if (askedAt < happenedAt(before, this.#now())) return;
    const section: Section<Parts[P]> = { data, readAt: askedAt, error: null };
    const reading: Reading<Parts[P]> = { section, failedAt: 0, waitUntil: 0, isGone: false };
    Object.assign(project, { [part]: reading });
  }

  #fail(projectId: string, part: PartName, { kind, retryAfterMs }: ServiceFailure): void {
    const project = this.#of(projectId);
    const before = project[part]?.section ?? unreadSection;
    const now = this.#now();
    const error = { code: SECTION_ERROR_OF[kind], since: before.error?.since ?? now };
    const reading: Reading<unknown> = {
      section: { ...before, error },
      failedAt: now,
      waitUntil: now + (retryAfterMs ?? 0),
      isGone: kind === 'not-found',
    };
    Object.assign(project, { [part]: reading });
  }

  /** The project, which is then the last to be forgotten. */
  #of(projectId: string): Project {
    const project = this.#projects.get(projectId) ?? { changedAt: 0 };
    this.#projects.delete(projectId);
    this.#projects.set(projectId, project);
    for (const oldest of this.#projects.keys()) {
      if (this.#projects.size <= REMEMBERED_MAX) break;
      this.#projects.delete(oldest);
    }
    return project;
  }
}

type LimitsRecord = z.infer<typeof creditLimitsRecord>;

const limitsIn = ({ creditLimits, usedThisMonth }: LimitsRecord): ProjectLimits => ({
  caps: {
    development: creditLimits[CAP_FIELD.development] ?? null,
    infrastructure: creditLimits[CAP_FIELD.infrastructure] ?? null,
  },
  used: usedThisMonth
    ? { development: usedThisMonth.development, infrastructure: usedThisMonth.infrastructure }
    : null,
});
