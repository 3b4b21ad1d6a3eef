import { expect } from 'vitest';
import type { LaunchState } from '../../shared/edge/launches.ts';
import type { OperationName } from '../../shared/operations/catalogue.ts';
import { SECOND_MS } from '../../shared/time.ts';
import type { AccountContext } from '../account/context.ts';
import { Launches } from '../account/launches/launches.ts';
import type { PaidCall } from '../account/launches/paid-call.ts';
import { readConfiguration } from '../configuration.ts';
import { keyedDigest } from '../http/keyed-digest.ts';
import { failureWithoutAnswer, type ServiceAnswer } from '../service/answer.ts';
import type { Question, ServiceClient } from '../service/client.ts';

/** What becomes of one call on its way. `crash`: the object is gone at that moment and nobody gets an answer. */
export type Fate =
  | 'answered'
  | 'refused'
  | 'limited'
  | 'timeout-before'
  | 'timeout-after'
  | 'reset-before'
  | 'reset-after'
  | 'failing-before'
  | 'failing-after'
  | 'half-an-answer'
  | 'crash-before-sending'
  | 'crash-before-effect'
  | 'crash-after-effect';

interface Made {
  projectId: string;
  createdAt: number;
  /** Which key's call made it, by its prompt. */
  prompt: string;
}

const NAME = 'same-name';
const START = Date.UTC(2026, 10, 21);
const never = () => new Promise<never>(() => {});
const { encryptionKey } = readConfiguration({ ENCRYPTION_KEY: btoa('0123456789abcdef0123456789abcdef') });
const device = { deviceId: 'd1', role: 'builder' as const, dailySpendCredits: null };

/**
 * A ledger over the object's real storage, a service that does what a fate says, and a restart that forgets everything
 * but the storage. All keys ask for the same name, so that what is found by asking must be told apart.
 */
export class LedgerWorld {
  serviceIsUp = true;
  #now = START;
  #fate: Fate = 'answered';
  #launches: Launches;
  readonly #storage: DurableObjectStorage;
  readonly #made: Made[] = [];
  readonly #sent = new Map<string, number>();
  readonly #keys = new Set<string>();

  constructor(storage: DurableObjectStorage) {
    this.#storage = storage;
    storage.sql.exec('DELETE FROM launches');
    this.#launches = this.#start();
  }

  #start(): Launches {
    const instance = { sync: () => (this.#fate === 'crash-before-sending' ? never() : Promise.resolve()) };
    const context: AccountContext = {
      storage: { sql: this.#storage.sql, sync: instance.sync } as unknown as DurableObjectStorage,
      env: {} as Cloudflare.Env,
      configuration: { ...readConfiguration({}), encryptionKey },
      now: () => this.#now,
      jobs: { schedule: () => {}, dueAt: () => null } as unknown as AccountContext['jobs'],
      client: {
        ask: (name: OperationName, question: Question) => this.#serve(name, question),
      } as unknown as ServiceClient,
      changed: () => {},
      aged: () => {},
      waitUntil: () => {},
    };
    return new Launches(context, async () => null);
  }

  async #serve(name: OperationName, question: Question): Promise<ServiceAnswer> {
    if (name === 'launchProject')
      return this.#launch(JSON.parse(await new Response(question.body ?? '{}').text()).prompt);
    if (!this.serviceIsUp) return failed('unreachable');
    if (name === 'listProjects') {
      const from = Date.parse(question.query?.createdFrom ?? '');
      return answered(
        this.#made
          .filter(({ createdAt }) => createdAt >= from)
          .map(({ projectId, createdAt }) => ({
            projectId,
            createdAt: new Date(createdAt).toISOString(),
            label: 'L',
          })),
      );
    }
    const made = this.#made.find(({ projectId }) => projectId === question.parameters?.projectId);
    return answered({
      status: 'init',
      realtimeConversation: [{ author: 'user', message: made?.prompt ?? '' }],
    });
  }

  async #launch(prompt: string): Promise<ServiceAnswer> {
    this.#sent.set(prompt, (this.#sent.get(prompt) ?? 0) + 1);
    const make = () => {
      const projectId = this.#made.length === 0 ? NAME : `${NAME}-${this.#made.length + 1}`;
      this.#made.push({ projectId, createdAt: this.#now, prompt });
      return answered({ projectId, label: 'L', agent: { started: true } });
    };
    switch (this.#fate) {
      case 'answered':
      case 'crash-before-sending':
        return make();
      case 'refused':
        return refused(402, 'INSUFFICIENT_CREDITS', 'no-credits');
      case 'limited':
        return refused(429, 'RATE_LIMIT_EXCEEDED', 'rate-limited');
      case 'timeout-before':
        return failed('timeout');
      case 'reset-before':
        return failed('unreachable');
      case 'failing-before':
        return failed('service-failing');
      case 'timeout-after':
        make();
        return failed('timeout');
      case 'reset-after':
        make();
        return failed('unreachable');
      case 'failing-after':
        make();
        return failed('service-failing');
      case 'half-an-answer':
        make();
        return failed('unexpected-answer');
      case 'crash-before-effect':
        return never();
      case 'crash-after-effect':
        make();
        return never();
    }
  }

  async submit(key: string, fate: Fate): Promise<void> {
    this.#fate = fate;
    const done = this.#launches.submit(device, await call(key, key));
    this.#keys.add(key);
    if (!fate.startsWith('crash')) await done;
    else {
      await Promise.race([done, settled()]);
      this.restart();
    }
  }

  async submitTwice(key: string, fate: Fate): Promise<void> {
    this.#fate = fate;
    const one = await call(key, key);
    this.#keys.add(key);
    const both = Promise.all([this.#launches.submit(device, one), this.#launches.submit(device, one)]);
    if (!fate.startsWith('crash')) await both;
    else {
      await Promise.race([both, settled()]);
      this.restart();
    }
  }

  async submitOther(key: string): Promise<void> {
    if (!this.#keys.has(key)) return;
    this.#fate = 'answered';
    const outcome = await this.#launches.submit(device, await call(key, `${key} changed`));
    if (this.#state(key) !== null)
      expect(outcome).toMatchObject({ ok: false, refusal: { code: 'EDGE_KEY_REUSED' } });
  }

  restart(): void {
    this.#fate = 'answered';
    this.#launches = this.#start();
  }

  async wait(ms: number): Promise<void> {
    this.#now += ms;
    await this.#launches.settle(this.#now);
  }

  /** The event that a run has finished arrives, if there is such a run. */
  async tellOfRun(prompt: string): Promise<void> {
    const made = this.#made.find((one) => one.prompt === prompt);
    if (!made) return;
    await this.#launches.onKeptEvent(
      {
        seq: 1,
        id: 'e1',
        event: 'agent.prompt.finished',
        projectId: made.projectId,
        at: this.#now,
        receivedAt: this.#now,
        source: 'webhook',
        facts: {},
      },
      { projectId: made.projectId, status: 'done', prompt },
    );
  }

  async settleEverything(): Promise<void> {
    this.serviceIsUp = true;
    for (const ms of [50, 5, 100, 200, 4000, 4000, 4000]) await this.wait(ms * SECOND_MS);
  }

  #state(key: string): LaunchState | null {
    const got = this.#launches.get(key);
    return got.ok ? got.value.state : null;
  }

  /** What must hold at every moment. */
  check(): void {
    for (const count of this.#sent.values()) expect(count).toBe(1);
    for (const key of this.#keys) {
      const got = this.#launches.get(key);
      if (!got.ok) continue;
      const made = this.#made.filter(({ prompt }) => prompt === key);
      expect(made.length).toBeLessThanOrEqual(1);
      const { state, projectId } = got.value;
      if (state === 'launched') expect(projectId).toBe(made[0]?.projectId);
      if (state === 'refused' || state === 'absent' || state === 'reserved') expect(made).toEqual([]);
    }
  }

  /** Keys of which it is still not known whether they launched. */
  openEnds(): string[] {
    return [...this.#keys].filter((key) => ['sent', 'unknown'].includes(this.#state(key) ?? ''));
  }
}

async function call(key: string, prompt: string): Promise<PaidCall> {
  if (encryptionKey === null) throw new Error('The test has no key.');
  return {
    key,
    operation: 'launchProject',
    parameters: {},
    body: new TextEncoder().encode(JSON.stringify({ prompt })),
    fingerprint: prompt,
    requestedProjectId: NAME,
    label: 'L',
    description: null,
    promptDigest: await keyedDigest(encryptionKey, 'prompt', prompt),
    uploads: 0,
    legacyPrices: false,
  };
}

/** Resolves when everything that could go on has come to a halt. */
const settled = () => new Promise((resolve) => setTimeout(resolve, 1));

const answered = (data: unknown): ServiceAnswer => ({ ok: true, status: 201, text: '{}', data, total: null });
const failed = (
  kind: 'timeout' | 'unreachable' | 'service-failing' | 'unexpected-answer',
): ServiceAnswer => ({
  ok: false,
  failure: failureWithoutAnswer(kind, 'no'),
});
const refused = (httpStatus: number, code: string, kind: 'no-credits' | 'rate-limited'): ServiceAnswer => ({
  ok: false,
  failure: { kind, httpStatus, code, message: 'no', details: null, retryAfterMs: null },
});
