import type { OperationName } from '../../../shared/operations/catalogue.ts';
import type { KeptEvent } from '../../../shared/snapshot/kept-event.ts';
import { type InstantMs, SECOND_MS } from '../../../shared/time.ts';
import { keyedDigest } from '../../http/digest.ts';
import type { AccountContext } from '../context.ts';
import { type Ask, askOf } from '../sections/reader.ts';
import { ABSENT_AFTER_CHECKS, ABSENT_AFTER_MS, nextCheck } from './check-pace.ts';
import { CLOCKS_DIFFER_MAX_MS, sentAt } from './effect-time.ts';
import { findNewProject } from './find-project.ts';
import { findServerStart } from './find-server.ts';
import { findDeployment, findRun, isProvenBy } from './find-work.ts';
import { isCreation, type LaunchRow } from './launch-row.ts';
import type { Ledger } from './ledger.ts';
import { isNameOrSuffixed } from './suffixed-name.ts';
import type { FindOut, Verdict } from './verdict.ts';

/** A call that is answered later than this never is: its own deadline is shorter. */
export const WAITED_FOR_MS = 45 * SECOND_MS;
/** Each is up to six calls of the service, and there are only so many for one awakening. */
const CHECKS_AT_ONCE_MAX = 5;

/** How to find out about each paid operation. */
const FIND_OUT: Partial<Record<OperationName, FindOut>> = {
  launchProject: findNewProject,
  createProject: findNewProject,
  startAgent: findRun,
  deploy: findDeployment,
  startServer: findServerStart,
};

/** Finds out what became of calls whose answer never came: by asking the service, and by what its events tell. Never sends one again. */
export class Settlement {
  readonly #context: AccountContext;
  readonly #ledger: Ledger;
  readonly #ask: Ask;
  readonly #isWaitedFor: (key: string) => boolean;

  /** @param isWaitedFor whether this instance of the object still waits for the call's answer */
  constructor(context: AccountContext, ledger: Ledger, isWaitedFor: (key: string) => boolean) {
    this.#context = context;
    this.#ledger = ledger;
    this.#ask = askOf(context.client);
    this.#isWaitedFor = isWaitedFor;
  }

  /** When a call was sent and this instance doesn't wait for it, its answer is lost. Run at every start of the object. */
  recover(): void {
    const now = this.#context.now();
    const lost = this.#ledger.giveUpWaiting(this.#isWaitedFor, now - WAITED_FOR_MS, nextCheck(0, now));
    if (lost > 0) this.#context.changed();
    this.schedule();
  }

  schedule(): void {
    const at = this.#nextRunAt(this.#context.now());
    if (at !== null) this.#context.jobs.schedule('settle-launches', at);
  }

  /** The job: asks about every call that is due. One that can't be asked about holds up no other. */
  async run(now: InstantMs): Promise<InstantMs | null> {
    this.#ledger.giveUpWaiting(this.#isWaitedFor, now - WAITED_FOR_MS, now);
    for (const row of this.#ledger.dueForCheck(now, CHECKS_AT_ONCE_MAX))
      if (this.#mayAsk()) await this.#check(row, null);
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

  /** @param proven the project of which an event told that it ran the very prompt */
  async #check(due: LaunchRow, proven: string | null): Promise<void> {
    const { key, operation } = due;
    const findOut = FIND_OUT[operation];
    if (findOut === undefined) return this.#ledger.checked(due, null);
    const seen = await findOut(due, {
      ask: this.#ask,
      digest: (prompt) => this.#digest(prompt),
      others: () => this.#ledger.others(key),
      proven,
    });
    // From here to the end nothing else happens: what is decided is decided on the ledger as it is.
    const row = this.#ledger.get(key);
    if (row === null) return;
    const now = this.#context.now();
    if ('notAsked' in seen) {
      const { retryAfterMs } = seen.notAsked;
      if (retryAfterMs !== null) this.#ledger.leaveAlone(key, now + retryAfterMs);
      this.#ledger.checked(row, nextCheck(row.checks + 1, now));
    } else this.#settle(row, seen(row, this.#ledger.others(key), now), now);
    this.#context.changed();
  }

  #settle(row: LaunchRow, verdict: Verdict, now: InstantMs): void {
    if (verdict.kind === 'found') {
      this.#ledger.launched(row.key, { ...verdict, warnings: [], answer: null }, now);
      return;
    }
    if (verdict.kind === 'not-found') {
      this.#ledger.seenNone(row, now);
      const looksEnough = row.good_checks + 1 >= ABSENT_AFTER_CHECKS;
      if (looksEnough && now - sentAt(row) >= ABSENT_AFTER_MS) this.#ledger.absent(row.key, now);
    }
    this.#ledger.checked(row, verdict.kind === 'cannot-tell' ? null : nextCheck(row.checks + 1, now));
  }

  /**
   * Takes in a kept event. A finished prompt that is word for word the one that was sent proves a run; of a launch it
   * proves which project to look at. Any other sign of the project has the service asked soon.
   * @param data the event's whole `data`
   */
  async onKeptEvent(event: KeptEvent, data: Readonly<Record<string, unknown>>): Promise<void> {
    const { projectId } = event;
    if (projectId === null) return;
    const concerned = this.#ledger
      .unproven()
      .filter((row) => event.at >= sentAt(row) - CLOCKS_DIFFER_MAX_MS && couldBe(row, projectId));
    if (concerned.length === 0) return;
    const digest = await this.#promptDigest(event, data);
    for (const row of concerned) {
      const isPrompt = digest !== null && digest === row.prompt_digest;
      if (isPrompt && isCreation(row) && this.#mayAsk()) await this.#check(row, projectId);
      else if (isPrompt && !isCreation(row) && isProvenBy(row, event.at, this.#ledger.others(row.key)))
        this.#ledger.launched(
          row.key,
          { projectId, label: null, agentStarted: true, begunAt: null, warnings: [], answer: null },
          this.#context.now(),
        );
      else this.#ledger.checkSoon(row.key, this.#context.now());
    }
    this.#context.changed();
    this.schedule();
  }

  #promptDigest(event: KeptEvent, data: Readonly<Record<string, unknown>>): Promise<string | null> {
    const isPrompt = event.event === 'agent.prompt.finished' && typeof data.prompt === 'string';
    return isPrompt ? this.#digest(data.prompt as string) : Promise.resolve(null);
  }

  async #digest(prompt: string): Promise<string | null> {
    const { encryptionKey } = this.#context.configuration;
    return encryptionKey === null ? null : keyedDigest(encryptionKey, 'prompt', prompt);
  }
}

function couldBe(row: LaunchRow, projectId: string): boolean {
  return isCreation(row)
    ? isNameOrSuffixed(projectId, row.requested_project_id)
    : row.requested_project_id === projectId;
}
