import type { OperationName } from '../../../shared/operations/catalogue.ts';
import type { KeptEvent } from '../../../shared/snapshot/kept-event.ts';
import { type InstantMs, MINUTE_MS, SECOND_MS } from '../../../shared/time.ts';
import { keyedDigest } from '../../http/keyed-digest.ts';
import type { AccountContext } from '../context.ts';
import { type Ask, askOf } from '../sections/reader.ts';
import { ABSENT_AFTER_CHECKS, ABSENT_AFTER_MS, nextCheck } from './check-pace.ts';
import { type FindOut, findDeployment, findNewProject, findRun, findServerStart } from './evidence.ts';
import type { LaunchRow } from './launch-row.ts';
import type { Ledger } from './ledger.ts';
import { isNameOrSuffixed } from './suffixed-name.ts';

/** A call that is answered later than this never is: its own deadline is shorter. */
export const WAITED_FOR_MS = 45 * SECOND_MS;
const EVENT_EARLIEST_MS = MINUTE_MS;

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
    const at = this.#ledger.nextCheckAt();
    if (at !== null) this.#context.jobs.schedule('settle-launches', at);
    if (this.#ledger.hasSent())
      this.#context.jobs.schedule('settle-launches', this.#context.now() + WAITED_FOR_MS);
  }

  /** The job: asks about every call that is due. One that can't be asked about holds up no other. */
  async run(now: InstantMs): Promise<InstantMs | null> {
    this.#ledger.giveUpWaiting(this.#isWaitedFor, now - WAITED_FOR_MS, now);
    for (const row of this.#ledger.dueForCheck(now)) await this.#check(row);
    const next = this.#ledger.nextCheckAt();
    return this.#ledger.hasSent() ? Math.min(next ?? Number.POSITIVE_INFINITY, now + WAITED_FOR_MS) : next;
  }

  async #check(row: LaunchRow): Promise<void> {
    const findOut = FIND_OUT[row.operation];
    if (findOut === undefined) return this.#ledger.checked(row.key, false, null);
    const verdict = await findOut(row, {
      ask: this.#ask,
      now: this.#context.now(),
      claimed: this.#ledger.claimedProjects(),
      contested: this.#isContested(row),
      isPrompt: async (text) => (await this.#digest(text)) === row.prompt_digest,
    });
    const now = this.#context.now();
    switch (verdict.kind) {
      case 'found':
        if (this.#ledger.claimedProjects().has(verdict.projectId) && isCreation(row.operation)) return;
        this.#ledger.launched(row.key, { ...verdict, warnings: [], answer: null }, now);
        break;
      case 'not-found': {
        const looksEnough = row.good_checks + 1 >= ABSENT_AFTER_CHECKS;
        if (looksEnough && now - (row.sent_at ?? now) >= ABSENT_AFTER_MS) this.#ledger.absent(row.key, now);
        else this.#ledger.checked(row.key, true, nextCheck(row.checks + 1, now));
        break;
      }
      case 'cannot-tell':
        this.#ledger.checked(row.key, false, null);
        break;
      case 'unclear':
      case 'not-asked':
        this.#ledger.checked(row.key, false, nextCheck(row.checks + 1, now));
        break;
    }
    this.#context.changed();
  }

  #isContested(row: LaunchRow): boolean {
    return this.#ledger
      .unproven()
      .some((other) => other.key !== row.key && other.requested_project_id === row.requested_project_id);
  }

  /**
   * Takes in a kept event. A finished prompt that is word for word the one that was sent proves the call; any other sign
   * of the project has the service asked at once.
   * @param data the event's whole `data`
   */
  async onKeptEvent(event: KeptEvent, data: Readonly<Record<string, unknown>>): Promise<void> {
    const { projectId } = event;
    if (projectId === null) return;
    const concerned = this.#ledger
      .unproven()
      .filter(
        (row) => event.at >= (row.sent_at ?? row.created_at) - EVENT_EARLIEST_MS && couldBe(row, projectId),
      );
    if (concerned.length === 0) return;
    const digest = await this.#promptDigest(event, data);
    for (const row of concerned) {
      const claimed = isCreation(row.operation) && this.#ledger.claimedProjects().has(projectId);
      if (digest !== null && digest === row.prompt_digest && !claimed)
        this.#ledger.launched(
          row.key,
          { projectId, label: null, agentStarted: true, warnings: [], answer: null },
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

const isCreation = (operation: OperationName) =>
  operation === 'launchProject' || operation === 'createProject';

function couldBe(row: LaunchRow, projectId: string): boolean {
  return isCreation(row.operation)
    ? isNameOrSuffixed(projectId, row.requested_project_id)
    : row.requested_project_id === projectId;
}
