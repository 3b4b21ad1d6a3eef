import { expect } from 'vitest';
import type { LaunchRecord, LaunchState } from '../../shared/edge-api/launches.ts';
import type { OperationName } from '../../shared/operations/catalogue.ts';
import { SECOND_MS } from '../../shared/time.ts';
import type { AccountContext } from '../account/context.ts';
import { Launches } from '../account/paid-calls/launches.ts';
import type { PaidCall } from '../account/paid-calls/paid-call.ts';
import type { ServiceAnswer } from '../builder-api/answer.ts';
import type { ServiceClient, ServiceRequest } from '../builder-api/client.ts';
import { readConfiguration } from '../configuration.ts';
import { keyedDigest } from '../http/digest.ts';
import { LedgerService, lost, type PaidForm, refusal, type Telling } from './ledger-service.ts';

/**
 * What becomes of one call on its way. `late`: its answer is lost and it takes effect a while after. `slow`: it takes effect
 * and its answer is on its way. `crash`: the object is gone at that moment and nobody gets an answer.
 */
export const FATES = [
  'answered',
  'refused',
  'limited',
  'slow',
  'lost-before',
  'lost-after',
  'failing-before',
  'half-an-answer',
  'late',
  'crash-before-marking',
  'crash-before-effect',
  'crash-after-effect',
  'crash-late',
] as const;
export type Fate = (typeof FATES)[number];

const launch = <const N extends string>(
  name: N,
  projectId: string,
  prompt: string,
  label: string | null,
): PaidForm & { name: N } => ({
  name,
  operation: 'launchProject',
  projectId,
  prompt,
  label,
});
const work = <const N extends string>(
  name: N,
  operation: PaidForm['operation'],
  projectId: string,
  prompt: string | null,
): PaidForm & { name: N } => ({ name, operation, projectId, prompt, label: null });

/** Names that read as suffixes of each other, one label on several, one prompt in several, and all the work there is. */
export const FORMS = [
  launch('shop', 'shop', 'one', 'L'),
  launch('shop, another prompt', 'shop', 'two', 'L'),
  launch('shop-blog, same label', 'shop-blog', 'three', 'L'),
  launch('shop-blog, no label, the first prompt', 'shop-blog', 'one', null),
  launch('shop, another label', 'shop', 'one', 'M'),
  work('an empty shop', 'createProject', 'shop', null),
  work('run', 'startAgent', 'base', 'one'),
  work('another run', 'startAgent', 'base', 'two'),
  work('the prompt of the shop again', 'startAgent', 'shop', 'one'),
  work('deploy', 'deploy', 'base', null),
  work('server', 'startServer', 'base', null),
] as const;

export type FormName = (typeof FORMS)[number]['name'];

const START = Date.UTC(2026, 10, 21);
const CALL_TIMEOUT_MS = 30 * SECOND_MS;
const SLOW_OVERHEAD_MS = SECOND_MS;
const never = () => new Promise<never>(() => {});
const { encryptionKey } = readConfiguration({ ENCRYPTION_KEY: btoa('0123456789abcdef0123456789abcdef') });
const device = { deviceId: 'd1', role: 'builder' as const, dailySpendCredits: null };

interface Slow {
  sentAt: number;
  answer: (answer: ServiceAnswer) => void;
  with: ServiceAnswer;
  done: Promise<unknown>;
}

/**
 * A ledger over the object's real storage, a service that does what a fate says, an alarm, and a restart that forgets
 * everything but the storage.
 */
export class LedgerWorld {
  readonly service: LedgerService;
  #now = START;
  #alarmAt = Number.POSITIVE_INFINITY;
  #fate: Fate = 'answered';
  #runSeconds = 90;
  #launches: Launches;
  #slow: Slow[] = [];
  readonly #storage: DurableObjectStorage;
  readonly #sent = new Map<string, number>();
  readonly #formOf = new Map<string, PaidForm>();

  constructor(storage: DurableObjectStorage, telling: Telling) {
    this.#storage = storage;
    this.service = new LedgerService(telling, () => this.#now);
    storage.sql.exec('DELETE FROM launches');
    this.#launches = this.#start();
  }

  #start(): Launches {
    const isHere = () => this.#launches === launches;
    const context: AccountContext = {
      storage: {
        sql: this.#storage.sql,
        sync: () => (this.#fate === 'crash-before-marking' ? never() : Promise.resolve()),
      } as unknown as DurableObjectStorage,
      env: {} as Cloudflare.Env,
      configuration: { ...readConfiguration({}), encryptionKey },
      now: () => this.#now,
      jobs: {
        schedule: (_: string, at: number) => {
          this.#alarmAt = Math.min(this.#alarmAt, at);
        },
        dueAt: () => null,
      } as unknown as AccountContext['jobs'],
      client: {
        ask: (name: OperationName, question: ServiceRequest) =>
          isHere() ? this.#serve(name, question) : never(),
      } as unknown as ServiceClient,
      changed: () => {},
      aged: () => {},
      waitUntil: () => {},
    };
    const launches: Launches = new Launches(context, { known: async () => null, engineOf: () => null });
    return launches;
  }

  async #serve(name: OperationName, question: ServiceRequest): Promise<ServiceAnswer> {
    const form = FORMS.find(({ operation }) => operation === name);
    if (form === undefined) return this.service.read(name, question);
    const { key } = (await new Response(question.body ?? '{}').json()) as { key: string };
    return this.#take(key);
  }

  #take(key: string): ServiceAnswer | Promise<ServiceAnswer> {
    const form = this.#formOf.get(key);
    if (form === undefined) throw new Error('Nobody sent this.');
    this.#sent.set(key, (this.#sent.get(key) ?? 0) + 1);
    this.service.catchUp();
    const act = () => this.service.act(form, this.#runSeconds);
    switch (this.#fate) {
      case 'answered':
      case 'crash-before-marking':
        return act();
      case 'refused':
        return refusal(402, 'INSUFFICIENT_CREDITS', 'no-credits');
      case 'limited':
        this.service.askToBeLeftAlone(300);
        return refusal(429, 'RATE_LIMIT_EXCEEDED', 'rate-limited', 300);
      case 'slow':
        return this.#answerSlowly(act());
      case 'lost-before':
        return lost('timeout');
      case 'failing-before':
        this.service.askToBeLeftAlone(100);
        return lost('service-failing', 100);
      case 'lost-after':
        act();
        return lost('unreachable');
      case 'half-an-answer':
        act();
        return lost('unexpected-answer');
      case 'late':
        this.service.actLater(form, this.#runSeconds, 2 * this.#runSeconds);
        return lost('timeout');
      case 'crash-before-effect':
        return never();
      case 'crash-after-effect':
        act();
        return never();
      case 'crash-late':
        this.service.actLater(form, this.#runSeconds, 2 * this.#runSeconds);
        return never();
    }
  }

  #answerSlowly(answer: ServiceAnswer): Promise<ServiceAnswer> {
    return new Promise((resolve) => {
      this.#slow.push({ sentAt: this.#now, answer: resolve, with: answer, done: Promise.resolve() });
    });
  }

  /** Sends a request by its name. */
  async send(name: FormName, fate: Fate, { copy = 1, runSeconds = 90 } = {}): Promise<void> {
    for (const form of FORMS) if (form.name === name) await this.submit(form, copy, fate, runSeconds);
  }

  async submit(form: PaidForm, copy: number, fate: Fate, runSeconds: number): Promise<void> {
    this.#fate = fate;
    this.#runSeconds = runSeconds;
    const one = await this.#call(form, copy);
    const done = this.#launches.submit(device, one);
    if (fate === 'answered' || fate === 'refused') await done;
    else await this.#leaveBehind(done);
  }

  async submitTwice(form: PaidForm, copy: number, fate: Fate): Promise<void> {
    this.#fate = fate;
    const one = await this.#call(form, copy);
    await this.#leaveBehind(
      Promise.all([this.#launches.submit(device, one), this.#launches.submit(device, one)]),
    );
  }

  /** Goes on while an answer is still on its way; restarts when the object is gone. */
  async #leaveBehind(done: Promise<unknown>): Promise<void> {
    const slow = this.#slow.length;
    await Promise.race([done, settled()]);
    const last = this.#slow.at(-1);
    if (last && this.#slow.length >= slow) last.done = done;
    if (this.#fate.startsWith('crash')) this.restart();
  }

  async submitOther(form: PaidForm, copy: number): Promise<void> {
    const key = `${form.name}-${copy}`;
    if (this.#record(key) === null) return;
    this.#fate = 'answered';
    const other = { ...(await this.#call(form, copy)), fingerprint: 'another' };
    const outcome = await this.#launches.submit(device, other);
    expect(outcome).toMatchObject({ ok: false, error: { code: 'EDGE_KEY_REUSED' } });
  }

  /** Answers that are on their way arrive. */
  async answersArrive(): Promise<void> {
    const slow = this.#slow;
    this.#slow = [];
    for (const one of slow) one.answer(one.with);
    await Promise.all(slow.map(({ done }) => done));
  }

  async #callsTimeOut(): Promise<void> {
    const over = this.#slow.filter(({ sentAt }) => this.#now - sentAt >= CALL_TIMEOUT_MS);
    this.#slow = this.#slow.filter((one) => !over.includes(one));
    for (const one of over) one.answer(lost('timeout'));
    await Promise.all(over.map(({ done }) => done));
  }

  restart(): void {
    this.#fate = 'answered';
    this.#slow = [];
    this.#launches = this.#start();
  }

  /** Time goes by, and the alarm rings when it should. */
  async wait(ms: number): Promise<void> {
    const until = this.#now + ms;
    while (this.#alarmAt <= until || this.#slow.length > 0) {
      const timeout = this.#slow.length > 0 ? (this.#slow[0]?.sentAt ?? 0) + CALL_TIMEOUT_MS : until;
      const next = Math.max(this.#now + SLOW_OVERHEAD_MS, Math.min(this.#alarmAt, timeout));
      if (next > until) break;
      this.#now = next;
      await this.#ring();
    }
    this.#now = Math.max(this.#now, until);
    this.service.catchUp();
    await this.#callsTimeOut();
  }

  /** Time goes by, and the alarm rings at the end of it only. */
  async oversleep(ms: number): Promise<void> {
    this.#now += ms;
    await this.#ring();
  }

  async #ring(): Promise<void> {
    this.service.catchUp();
    await this.#callsTimeOut();
    if (this.#alarmAt > this.#now) return;
    this.#alarmAt = Number.POSITIVE_INFINITY;
    const next = await this.#launches.settle(this.#now);
    if (next !== null) this.#alarmAt = Math.min(this.#alarmAt, next);
  }

  /** The event of a run that is over arrives, now or long after. */
  async tellOfRun(which: number): Promise<void> {
    const over = this.service.runs.filter(({ endsAt }) => endsAt <= this.#now);
    const run = over[which % Math.max(1, over.length)];
    if (!run) return;
    const { projectId, prompt, endsAt: at } = run;
    await this.#launches.onKeptEvent(
      {
        seq: 1,
        id: 'e1',
        event: 'agent.prompt.finished',
        projectId,
        at,
        receivedAt: this.#now,
        source: 'webhook',
        facts: {},
      },
      { projectId, status: 'done', prompt },
    );
  }

  async settleEverything(): Promise<void> {
    this.service.isUp = true;
    await this.answersArrive();
    await this.wait(3 * 3600 * SECOND_MS);
  }

  #record(key: string): LaunchRecord | null {
    const got = this.#launches.get(key);
    return got.ok ? got.value : null;
  }

  #records(): (LaunchRecord & { form: PaidForm })[] {
    return [...this.#formOf].flatMap(([key, form]) => {
      const record = this.#record(key);
      return record === null ? [] : [{ ...record, form }];
    });
  }

  /** What must hold at every moment. */
  check(): void {
    for (const count of this.#sent.values()) expect(count).toBe(1);
    expect(this.service.readsInBetween).toBe(0);
    const records = this.#records();
    for (const form of FORMS) {
      const states = records.filter((record) => record.form === form).map(({ state }) => state);
      const effects = this.service.effectsOf(form);
      const launched = states.filter((state) => state === 'launched').length;
      const nothing = states.filter((state) => ['reserved', 'refused', 'absent'].includes(state)).length;
      expect([form.name, 'launched', launched <= effects]).toEqual([form.name, 'launched', true]);
      const isLeft = nothing <= states.length - effects;
      expect([form.name, 'nothing was done', isLeft]).toEqual([form.name, 'nothing was done', true]);
    }
    const made = records.filter(({ state, form }) => state === 'launched' && isCreation(form));
    for (const { projectId, form } of made) expect(this.service.makerOf(projectId ?? '')).toBe(form.name);
    expect(new Set(made.map(({ projectId }) => projectId)).size).toBe(made.length);
  }

  /** What is said of a request now. */
  said(form: FormName, copy = 1): { state: LaunchState; projectId: string | null } | null {
    const record = this.#record(`${form}-${copy}`);
    return record === null ? null : { state: record.state, projectId: record.projectId };
  }

  /** Keys of which it is still not known what became of them. */
  openEnds(): string[] {
    return this.#records()
      .filter(({ state }) => state === 'sent' || state === 'unknown')
      .map(({ key }) => key);
  }

  async #call(form: PaidForm, copy: number): Promise<PaidCall> {
    if (encryptionKey === null) throw new Error('The test has no key.');
    const key = `${form.name}-${copy}`;
    this.#formOf.set(key, form);
    return {
      key,
      operation: form.operation,
      parameters: {},
      body: new TextEncoder().encode(JSON.stringify({ key })),
      fingerprint: form.name,
      requestedProjectId: form.projectId,
      label: form.label,
      description: null,
      promptDigest: form.prompt === null ? null : await keyedDigest(encryptionKey, 'prompt', form.prompt),
      uploads: 0,
      engine: null,
    };
  }
}

const isCreation = ({ operation }: PaidForm) =>
  operation === 'launchProject' || operation === 'createProject';

/** Resolves when everything that could go on has come to a halt. */
const settled = () => new Promise((resolve) => setTimeout(resolve, 1));
