import type { PaidOperationName } from '../../shared/catalogues/paid.ts';
import type { KeptEvent } from '../../shared/snapshot/kept-event.ts';
import type { PaidSettlement } from '../../shared/snapshot/launches.ts';
import { HOUR_MS, type InstantMs, MINUTE_MS, SECOND_MS } from '../../shared/time.ts';
import { CLOCKS_APART_MS } from '../../shared/work/row.ts';
import { type CallService, parsedCalls } from '../builder-api/client.ts';
import { doRow } from '../object/concurrency.ts';
import type { AccountContext } from '../object/context.ts';
import { reached } from '../object/probes.ts';
import { findNewProject } from './find-project.ts';
import { findDeployment, findRun, findServerStart, isProvenBy } from './find-work.ts';
import { type LaunchLedger, type LaunchRow, launchRecordOf } from './launch-ledger.ts';
import { promptDigest } from './prompts.ts';
import {
  EFFECT_LATEST_MS,
  isCreation,
  isNameOrSuffixed,
  type Resolution,
  type SearchEffect,
  sentAt,
} from './resolution.ts';
import { WAITED_FOR_MS } from './send-once.ts';

/** Each check is up to six calls of the service, and a run may make only so many. */
const CHECKS_AT_ONCE_MAX = 5;

const FIRST_CHECKS_MS = [2, 3, 5, 10, 20, 30].map((seconds) => seconds * SECOND_MS);
/** While the effect may still begin: shorter than the shortest work, so that no work goes unnoticed. */
const WHILE_IT_MAY_BEGIN_MS = 45 * SECOND_MS;
const WHILE_IT_MAY_BEGIN_TO = 22;
const LATER_MS = 2 * MINUTE_MS;
const MUCH_LATER_MS = HOUR_MS;
const MUCH_LATER_FROM = 50;

/** A call with no effect in this many successful checks, the last of them after this time, had none. */
const ABSENT_AFTER_MS = EFFECT_LATEST_MS + MINUTE_MS;
const ABSENT_AFTER_CHECKS = 3;

/** When to check again after `checks` checks. */
export function nextCheck(checks: number, now: InstantMs): InstantMs {
  const later =
    checks < WHILE_IT_MAY_BEGIN_TO
      ? WHILE_IT_MAY_BEGIN_MS
      : checks < MUCH_LATER_FROM
        ? LATER_MS
        : MUCH_LATER_MS;
  return now + (FIRST_CHECKS_MS[checks] ?? later);
}

/** Search for the effect of each paid operation; null: nothing readable tells it, so the user settles it. */
const LOOKS: Readonly<Record<PaidOperationName, SearchEffect | null>> = {
  launchProject: findNewProject,
  createProject: findNewProject,
  startAgent: findRun,
  deploy: findDeployment,
  startServer: findServerStart,
  // Their states name no call, and those of another one look the same.
  recoverVersion: null,
  rebuild: null,
  setDomain: null,
  // Nothing lists them.
  uploadFile: null,
  'data.scanDocument': null,
  'data.scanInvoice': null,
  'data.ocrImage': null,
  'data.ocrPdf': null,
  'data.generatePdf': null,
  'data.createChatCompletion': null,
  'data.createImage': null,
};

/** Settles calls whose responses were lost, by checking the service and by its events. Never resends one. */
export class Settlement {
  readonly #context: AccountContext;
  readonly #ledger: LaunchLedger;
  readonly #call: CallService;
  readonly #isWaitedFor: (key: string) => boolean;

  /** @param isWaitedFor whether this instance of the object still waits for the call's response */
  constructor(context: AccountContext, ledger: LaunchLedger, isWaitedFor: (key: string) => boolean) {
    this.#context = context;
    this.#ledger = ledger;
    this.#call = parsedCalls(context.client);
    this.#isWaitedFor = isWaitedFor;
  }

  /**
   * Runs at every start of the object. The response of a sent call is lost. A reserved call was never sent:
   * it is forgotten, so that its browser sends it again or gives it up.
   */
  recover(): void {
    const now = this.#context.now();
    if (this.#ledger.forgetReserved() > 0) reached('reserved-call-forgotten');
    const lost = this.#ledger.giveUpWaiting(this.#isWaitedFor, now - WAITED_FOR_MS, {
      next_check_at: nextCheck(0, now),
    });
    if (lost > 0) {
      reached('call-lost-at-restart');
      this.#context.emitter.emit('changed');
    }
    this.schedule();
  }

  schedule(): void {
    const at = this.#nextRunAt(this.#context.now());
    if (at !== null) this.#context.jobs.schedule('settle-launches', at);
  }

  /** The job: checks every call that is due. A failed check does not block the others. */
  async run(now: InstantMs): Promise<InstantMs | null> {
    this.#ledger.giveUpWaiting(this.#isWaitedFor, now - WAITED_FOR_MS, { next_check_at: now });
    for (const row of this.#ledger.dueForCheck(now, CHECKS_AT_ONCE_MAX))
      if (this.#mayAsk())
        await doRow(
          () => this.#check(row),
          () => this.#ledger.checked(row, nextCheck(row.checks + 1, now)),
        );
    return this.#nextRunAt(now);
  }

  #nextRunAt(now: InstantMs): InstantMs | null {
    const checkAt = this.#ledger.nextCheckAt();
    const at = checkAt === null ? null : Math.max(checkAt, this.#ledger.leftAloneUntil());
    return this.#ledger.hasSent() ? Math.min(at ?? Number.POSITIVE_INFINITY, now + WAITED_FOR_MS) : at;
  }

  #mayAsk(): boolean {
    return this.#ledger.leftAloneUntil() <= this.#context.now();
  }

  async #check(due: LaunchRow): Promise<void> {
    const { key, operation } = due;
    const look = LOOKS[operation as PaidOperationName] ?? null;
    if (look === null) return this.#ledger.checked(due, null);
    const seen = await look(due, { call: this.#call, digest: (prompt) => this.#digest(prompt) });
    // No await from here on: the decision uses the ledger as it is.
    const row = this.#ledger.get(key);
    if (row === null) return;
    const now = this.#context.now();
    if ('notAsked' in seen) {
      const { retryAfterMs } = seen.notAsked;
      if (retryAfterMs !== null) this.#ledger.waitUntil(key, now + retryAfterMs);
      this.#ledger.checked(row, nextCheck(row.checks + 1, now));
    } else this.#resolve(row, seen(row, this.#ledger.others(key), now), now);
    this.#context.emitter.emit('changed');
  }

  #resolve(row: LaunchRow, resolution: Resolution, now: InstantMs): void {
    switch (resolution.kind) {
      case 'found':
        reached('unknown-call-proved-by-search');
        this.#ledger.launched(row.key, { ...resolution, warnings: [], answer: null }, now);
        return;
      case 'none': {
        this.#ledger.noteNoEffect(row, now);
        this.#ledger.setCandidates(row, []);
        const looksEnough = row.good_checks + 1 >= ABSENT_AFTER_CHECKS;
        if (looksEnough && now - sentAt(row) >= ABSENT_AFTER_MS) {
          reached('unknown-call-absent');
          this.#ledger.absent(row.key, now);
        }
        break;
      }
      case 'unclear':
        if (resolution.candidates.length > 0) reached('unknown-call-with-candidates');
        this.#ledger.setCandidates(row, resolution.candidates);
        break;
      case 'undecidable':
        this.#ledger.checked(row, null);
        return;
    }
    this.#ledger.checked(row, nextCheck(row.checks + 1, now));
  }

  /**
   * Applies a kept event. A finished prompt that equals the sent one proves a run; any other event of the
   * project brings the check forward.
   * @param data the event's whole `data`
   */
  async onKeptEvent(event: KeptEvent, data: Readonly<Record<string, unknown>>): Promise<void> {
    const { projectId } = event;
    if (projectId === null) return;
    const concerned = this.#ledger
      .unproven()
      .filter((row) => event.at >= sentAt(row) - CLOCKS_APART_MS && couldConcern(row, projectId));
    if (concerned.length === 0) return;
    const digest = await this.#promptDigest(event, data);
    const now = this.#context.now();
    for (const row of concerned) {
      const isRun = row.operation === 'startAgent' && digest !== null && digest === row.prompt_digest;
      if (isRun && isProvenBy(row, event.at, this.#ledger.others(row.key)))
        this.#ledger.launched(
          row.key,
          { projectId, label: null, agentStarted: true, begunAt: null, warnings: [], answer: null },
          now,
        );
      else this.#ledger.checkSoon(row.key, now);
    }
    this.#context.emitter.emit('changed');
    this.schedule();
  }

  /**
   * Settles a call that stays unknown as the user says.
   * @returns whether the call can have created the project that is named; a settled call stays as it is
   */
  settleAs(row: LaunchRow, { happened, projectId: named }: PaidSettlement): boolean {
    if (row.state !== 'unknown' && row.state !== 'absent') return true;
    const now = this.#context.now();
    const projectId = named ?? (isCreation(row) ? null : row.requested_project_id);
    if (!happened) this.#ledger.absent(row.key, now, true);
    else {
      if (projectId === null) return false;
      const isTaken = this.#ledger
        .others(row.key)
        .some((other) => isCreation(other) && other.state === 'launched' && other.project_id === projectId);
      if (!couldConcern(row, projectId) || (isCreation(row) && isTaken)) return false;
      const known = launchRecordOf(row).candidates?.find((candidate) => candidate.projectId === projectId);
      this.#ledger.launched(
        row.key,
        {
          projectId,
          label: known?.label ?? null,
          agentStarted: null,
          begunAt: known?.createdAt ?? null,
          warnings: [],
          answer: null,
          isSettledByUser: true,
        },
        now,
      );
    }
    reached('unknown-call-settled-by-user');
    this.#context.emitter.emit('changed');
    return true;
  }

  #promptDigest(event: KeptEvent, data: Readonly<Record<string, unknown>>): Promise<string | null> {
    const isPrompt = event.event === 'agent.prompt.finished' && typeof data.prompt === 'string';
    return isPrompt ? this.#digest(data.prompt as string) : Promise.resolve(null);
  }

  async #digest(prompt: string): Promise<string | null> {
    const { encryptionKey } = this.#context.configuration;
    return encryptionKey === null ? null : promptDigest(encryptionKey, prompt);
  }
}

/** Whether an event of a project may concern a call. */
function couldConcern(row: LaunchRow, projectId: string): boolean {
  return isCreation(row)
    ? isNameOrSuffixed(projectId, row.requested_project_id)
    : row.requested_project_id === projectId;
}
