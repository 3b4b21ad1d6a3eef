import type { FailureKind, ServiceFailure } from '../../../shared/service-failures.ts';
import { parsedCalls, ServiceClient } from '../../builder-api/client.ts';
import { configuration } from '../../configuration.ts';
import { type EventLog, kvEventLog } from '../../events/outbox.ts';
import { EventStore } from '../../events/store.ts';
import type { AccountContext } from '../../object/context.ts';
import { Emitter } from '../../object/emitter.ts';
import { type Job, type JobName, Jobs } from '../../object/jobs.ts';
import type {
  Delivery,
  Failed,
  ListedWebhook,
  ProjectWebhook,
  WebhookService,
} from '../subscriptions/webhook-service.ts';
import { Webhooks } from '../webhooks.ts';

type Held = ListedWebhook & { secret: string };
export type Call = keyof WebhookService;

/** Holds the service's webhooks in memory, with failures on demand; one subscription per event and filter. */
export class FakeWebhookService implements WebhookService {
  webhooks: Held[] = [];
  projects: string[] = [];
  deliveriesOf = new Map<string, Delivery[]>();
  projectWebhooks = new Map<string, { url: string | null; secret: string | null }>();
  registrable: readonly string[] | null = null;
  /** Projects of the older engine: a filter that names one is refused. */
  legacyProjects = new Set<string>();
  calls: Call[] = [];
  /** Called before each call is executed; may return a failure instead of a response. */
  before: (call: Call) => Failed | null = () => null;
  #made = 0;

  add(event: string, url: string, projectIds: string[] | null = null): Held {
    const held = { id: `w${++this.#made}`, event, url, projectIds, features: null, secret: this.newSecret() };
    this.webhooks.unshift(held);
    return held;
  }

  newSecret(): string {
    return `whsec_${(++this.#made).toString(16).padStart(64, '5')}`;
  }

  async list() {
    return this.#respond('list', () => this.webhooks.map(({ secret: _, ...listed }) => listed));
  }

  async put({ url, event, projectIds }: { url: string; event: string; projectIds: string[] | null }) {
    const failed = this.#enter('put');
    if (failed) return failed;
    if (this.registrable && !this.registrable.includes(event))
      return refused(400, 'INVALID_WEBHOOK_EVENT', `${event}: use one of ${this.registrable.join(', ')}`);
    if (projectIds?.some((id) => this.legacyProjects.has(id)))
      return refused(400, 'INVALID_WEBHOOK_EVENT', `${event}: use agent.prompt.finished`);
    const filter = (ids: readonly string[] | null) => JSON.stringify(ids && [...ids].sort());
    if (this.webhooks.some((w) => w.event === event && filter(w.projectIds) === filter(projectIds)))
      return refused(409, 'WEBHOOK_EVENT_ALREADY_EXISTS', 'exists');
    return { ok: true as const, data: this.add(event, url, projectIds) };
  }

  async remove(webhookId: string) {
    const failed = this.#enter('remove');
    if (failed) return failed;
    if (!this.webhooks.some((w) => w.id === webhookId)) return refused(404, 'WEBHOOK_NOT_FOUND', 'gone');
    this.webhooks = this.webhooks.filter((w) => w.id !== webhookId);
    return { ok: true as const, data: null };
  }

  async secret(webhookId: string) {
    const failed = this.#enter('secret');
    if (failed) return failed;
    const found = this.webhooks.find((w) => w.id === webhookId);
    return found ? { ok: true as const, data: found.secret } : refused(404, 'WEBHOOK_NOT_FOUND', 'gone');
  }

  async deliveries(webhookId: string, cursor: number | null) {
    return this.#respond('deliveries', () => {
      const all = (this.deliveriesOf.get(webhookId) ?? []).filter((d) => cursor === null || d.id < cursor);
      const page = [...all].sort((a, b) => b.id - a.id).slice(0, 50);
      return { deliveries: page, nextCursor: all.length > 50 ? (page.at(-1)?.id ?? null) : null };
    });
  }

  async projectIds() {
    return this.#respond('projectIds', () => [...this.projects]);
  }

  async projectWebhook(projectId: string) {
    return this.#respond('projectWebhook', () => this.#view(projectId));
  }

  async setProjectWebhook(projectId: string, url: string) {
    return this.#respond('setProjectWebhook', () => {
      const held = this.projectWebhooks.get(projectId);
      this.projectWebhooks.set(projectId, { url, secret: held?.secret ?? null });
      return this.#view(projectId);
    });
  }

  async rotateProjectSecret(projectId: string) {
    return this.#respond('rotateProjectSecret', () => {
      const secret = this.newSecret();
      this.projectWebhooks.set(projectId, { url: this.projectWebhooks.get(projectId)?.url ?? null, secret });
      return secret;
    });
  }

  #view(projectId: string): ProjectWebhook {
    const { url, secret } = this.projectWebhooks.get(projectId) ?? { url: null, secret: null };
    return { url, enabled: url !== null && secret !== null, secretPrefix: secret?.slice(0, 12) ?? null };
  }

  #respond<T>(call: Call, make: () => T) {
    const failed = this.#enter(call);
    return failed ?? { ok: true as const, data: make() };
  }

  #enter(call: Call): Failed | null {
    this.calls.push(call);
    return this.before(call);
  }
}

export function refused(httpStatus: number, code: string, message: string): Failed {
  return { ok: false, failure: { ...failure('refused'), httpStatus, code, message } };
}

export function slowDown(retryAfterMs: number): Failed {
  const limited = { ...failure('rate-limited'), httpStatus: 429, code: 'RATE_LIMITED' };
  return { ok: false, failure: { ...limited, retryAfterMs } };
}

export function broken(kind: FailureKind): Failed {
  return { ok: false, failure: failure(kind) };
}

function failure(kind: FailureKind): ServiceFailure {
  return {
    kind,
    httpStatus: null,
    code: null,
    message: 'no answer',
    details: null,
    retryAfterMs: null,
    isCertain: false,
  };
}

export const TEST_PUBLIC_URL = 'https://edge.example';
export const T0 = Date.parse('2026-11-20T12:00:00Z');

export type TestClock = { at: number };

/** A context over a test object's real storage, with a clock controlled by the test. */
export function testContext(
  state: DurableObjectState,
  env: Cloudflare.Env,
  clock: TestClock,
  handlers: Partial<Record<JobName, Job>> = {},
): AccountContext {
  const now = () => clock.at;
  return {
    storage: state.storage,
    env,
    configuration: {
      ...configuration(env),
      serviceUrl: 'https://service.example',
      apiKey: 'test-key',
      publicUrl: TEST_PUBLIC_URL,
      encryptionKey: new Uint8Array(32).fill(7),
    },
    now,
    jobs: new Jobs(state.storage, handlers, now),
    client: new ServiceClient({ serviceUrl: null, apiKey: null }),
    emitter: new Emitter(),
    waitUntil: (work) => state.waitUntil(work),
  };
}

export function testIntake(
  context: AccountContext,
  log: EventLog = kvEventLog(context.env.EVENTS),
): EventStore {
  return new EventStore(context, log);
}

export function testWebhooks(context: AccountContext, service: WebhookService): Webhooks {
  const log = kvEventLog(context.env.EVENTS);
  const ask = parsedCalls(context.client);
  return new Webhooks(context, {
    service,
    events: testIntake(context, log),
    log,
    call: ask,
    endedSince: () => [],
    isViewed: () => false,
  });
}
