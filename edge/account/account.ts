import { DurableObject } from 'cloudflare:workers';
import type { LaunchRecord } from '../../shared/edge/launches.ts';
import type { Device, PairAnswer, PairingCode } from '../../shared/edge/pairing.ts';
import type { Role } from '../../shared/edge/roles.ts';
import type { KeptEvent } from '../../shared/snapshot/kept-event.ts';
import type { SubscriptionHealth } from '../../shared/snapshot/subscription-health.ts';
import { DAY_MS } from '../../shared/time.ts';
import { configuration } from '../configuration.ts';
import { kvEventLog } from '../events/event-log.ts';
import { EventsIndex } from '../events/events-index.ts';
import type { EventsQuery } from '../events/events-query.ts';
import { type IndexAnswer, readsLog } from '../events/read-events.ts';
import type { GatewayAnswer, GatewayCall } from '../gateway/call.ts';
import { enginesSchema } from '../gateway/engine-routing.ts';
import { Gateway } from '../gateway/gateway.ts';
import { answerRefusal } from '../http/answer.ts';
import { log } from '../http/log.ts';
import { type Outcome, refuse } from '../http/refusal.ts';
import { ServiceClient } from '../service/client.ts';
import { RetryAllowance } from '../service/retry-allowance.ts';
import type { ProjectHook } from '../webhooks/project-hooks.ts';
import type { HookCall, HookOutcome } from '../webhooks/receive.ts';
import { webhookSchemas } from '../webhooks/schemas.ts';
import { serviceWebhooks } from '../webhooks/service-webhooks.ts';
import { Webhooks } from '../webhooks/webhooks.ts';
import type { AccountContext } from './context.ts';
import { type Caller, Devices } from './devices/devices.ts';
import { devicesSchema } from './devices/devices-schema.ts';
import { type PairAttempt, Pairing } from './devices/pairing.ts';
import { Intake } from './intake.ts';
import { intakeSchema } from './intake-schema.ts';
import { type Job, type JobName, Jobs, jobsSchema } from './jobs.ts';
import { Launches, type PaidAnswer } from './launches/launches.ts';
import { launchesSchema } from './launches/launches-schema.ts';
import type { PaidCall } from './launches/paid-call.ts';
import { readLiveRequest } from './live-request.ts';
import { migrate } from './schema.ts';
import { askOf } from './sections/reader.ts';
import { Sections } from './sections/sections.ts';
import { sectionsSchema } from './sections/sections-schema.ts';
import { type SnapshotAnswer, Snapshots } from './snapshots.ts';
import { Sockets } from './sockets.ts';

const HOUSEKEEPING_EVERY_MS = DAY_MS;

/**
 * The one object of the account: whatever must be exact lives here. It composes one small class per capability and adds
 * nothing of its own; every public method is called by the Worker (RPC), finds out who asks, and delegates.
 */
export class Account extends DurableObject<Cloudflare.Env> {
  readonly #context: AccountContext;
  readonly #devices: Devices;
  readonly #pairing: Pairing;
  readonly #sections: Sections;
  readonly #snapshots: Snapshots;
  readonly #gateway: Gateway;
  readonly #intake: Intake;
  readonly #webhooks: Webhooks;
  readonly #eventsIndex: EventsIndex;
  readonly #sockets: Sockets;
  readonly #launches: Launches;

  constructor(ctx: DurableObjectState, env: Cloudflare.Env) {
    super(ctx, env);
    migrate(ctx.storage, [
      jobsSchema,
      devicesSchema,
      sectionsSchema,
      launchesSchema,
      enginesSchema,
      intakeSchema,
      ...webhookSchemas,
    ]);
    const now = () => Date.now();
    const handlers: Partial<Record<JobName, Job>> = {
      'settle-launches': (at) => this.#launches.settle(at),
      housekeeping: (at) => this.#keepHouse(at),
    };
    this.#context = {
      storage: ctx.storage,
      env,
      configuration: configuration(env),
      now,
      jobs: new Jobs(ctx.storage, handlers, now, (job) => log({ event: 'job-failed', job })),
      client: new ServiceClient(configuration(env), { retries: new RetryAllowance() }),
      waitUntil: (work) => ctx.waitUntil(work),
      changed: () => {
        this.#snapshots.invalidate();
        this.#sockets.announce();
      },
      aged: () => this.#snapshots.invalidate(),
    };
    this.#devices = new Devices(this.#context, (deviceId) => this.#sockets.closeDevice(deviceId));
    this.#pairing = new Pairing(this.#context, this.#devices);
    this.#sections = new Sections(this.#context);
    this.#snapshots = new Snapshots(this.#context, this.#sections, {
      events: () => this.#intake.events.section(),
      subscriptions: () => this.#webhooks.section(),
      launches: () => this.#launches.recent(),
    });
    this.#gateway = new Gateway(this.#context, this.#sections);
    const eventLog = kvEventLog(env.EVENTS);
    this.#eventsIndex = new EventsIndex(ctx.storage.sql);
    this.#intake = new Intake(this.#context, eventLog, (event, _, data) => this.#onKeptEvent(event, data));
    const ask = askOf(this.#context.client);
    this.#webhooks = new Webhooks(this.#context, {
      service: serviceWebhooks(ask),
      intake: this.#intake,
      log: eventLog,
      ask,
      projectStates: () => this.#sections.served().projects.data?.items ?? [],
    });
    this.#sockets = new Sockets(ctx, this.#context, this.#intake, () => this.#snapshots.version());
    handlers['deliver-outbox'] = () => this.#intake.outbox.deliverAll();
    handlers.sweep = () => this.#webhooks.sweep();
    this.#launches = new Launches(this.#context, {
      known: (engine, needed) => this.#sections.knownPrices(engine, needed),
      engineOf: (projectId) => this.#sections.engineOf(projectId),
    });
    if (this.#context.jobs.dueAt('housekeeping') === null)
      this.#context.jobs.schedule('housekeeping', now() + HOUSEKEEPING_EVERY_MS);
  }

  override webSocketMessage(socket: WebSocket): void {
    this.#sockets.onMessage(socket);
  }

  override async alarm(): Promise<void> {
    this.#webhooks.start();
    await this.#context.jobs.run();
  }

  #keepHouse(now: number): number {
    this.#sections.housekeeping(now);
    this.#launches.housekeeping(now);
    return now + HOUSEKEEPING_EVERY_MS;
  }

  /** Tells every capability of an event that was kept just now. @param data the event's whole `data` */
  #onKeptEvent(event: KeptEvent, data: Readonly<Record<string, unknown>>): void {
    this.#sections.onKeptEvent(event);
    this.#context.waitUntil(this.#launches.onKeptEvent(event, data));
  }

  pair(attempt: PairAttempt): Promise<Outcome<PairAnswer>> {
    this.#webhooks.start();
    return this.#pairing.pair(attempt);
  }

  async invite(caller: Caller, role: Role): Promise<Outcome<PairingCode>> {
    const who = this.#devices.authorize(caller, 'owner');
    return who.ok ? this.#pairing.invite(role) : who;
  }

  listDevices(caller: Caller): Outcome<Device[]> {
    const who = this.#devices.authorize(caller, 'owner');
    return who.ok ? { ok: true, value: this.#devices.list(who.value.deviceId) } : who;
  }

  async revokeDevice(caller: Caller, deviceId: string): Promise<Outcome<{ revoked: true }>> {
    const who = this.#devices.authorize(caller, 'owner');
    return who.ok ? this.#devices.revoke(deviceId) : who;
  }

  /** A yes that the Worker may keep for a moment, for reads that need nothing else of the object. */
  lendAdmission(caller: Caller): Outcome<null> {
    return this.#devices.lend(caller);
  }

  setDailySpend(
    caller: Caller,
    deviceId: string,
    credits: number | null,
  ): Outcome<{ dailySpendCredits: number | null }> {
    const who = this.#devices.authorize(caller, 'owner');
    return who.ok ? this.#devices.setDailySpend(deviceId, credits) : who;
  }

  /** @param known the version that the browser has */
  async snapshot(caller: Caller, known: string | null, fresh: boolean): Promise<Outcome<SnapshotAnswer>> {
    const who = this.#devices.authorize(caller, 'viewer');
    if (!who.ok) return who;
    this.#webhooks.start();
    const sweeping = fresh ? this.#webhooks.lookNow('popup') : undefined;
    return { ok: true, value: await this.#snapshots.look(known, fresh, sweeping) };
  }

  /** A delivery; it is the signature that is trusted. @throws when storage fails */
  receiveHook(call: HookCall): Promise<HookOutcome> {
    this.#webhooks.start();
    return this.#webhooks.receive(call);
  }

  subscriptions(caller: Caller): Outcome<SubscriptionHealth> {
    const who = this.#devices.authorize(caller, 'viewer');
    return who.ok ? { ok: true, value: this.#webhooks.health() } : who;
  }

  async syncSubscriptions(caller: Caller): Promise<Outcome<SubscriptionHealth>> {
    const who = this.#devices.authorize(caller, 'owner');
    return who.ok ? this.#webhooks.syncNow() : who;
  }

  /** A page of history, as far as the object answers it: the whole page, or what the log may not show yet. */
  events(caller: Caller, query: EventsQuery): Outcome<IndexAnswer> {
    const who = this.#devices.authorize(caller, 'viewer');
    if (!who.ok) return who;
    if (!readsLog(query)) return this.eventsFromIndex(caller, query);
    const first = query.cursor.in === 'start';
    const notInLog = first ? this.#eventsIndex.notInLog(this.#context.now(), query.limit) : [];
    return { ok: true, value: { from: 'log', notInLog } };
  }

  eventsFromIndex(caller: Caller, query: EventsQuery): Outcome<Extract<IndexAnswer, { from: 'index' }>> {
    const who = this.#devices.authorize(caller, 'viewer');
    if (!who.ok) return who;
    const below = query.cursor.in === 'index' ? query.cursor.seq : null;
    const events = this.#eventsIndex.page({ ...query, limit: query.limit + 1 }, below);
    const more = events.length > query.limit;
    return { ok: true, value: { from: 'index', events: events.slice(0, query.limit), more } };
  }

  event(caller: Caller, seq: number): Outcome<{ event: KeptEvent; body: ArrayBuffer | null }> {
    const who = this.#devices.authorize(caller, 'viewer');
    if (!who.ok) return who;
    const found = this.#eventsIndex.find(seq);
    return found ? { ok: true, value: found } : refuse('EDGE_NOT_FOUND', 'There is no such event.');
  }

  projectHooks(caller: Caller): Outcome<ProjectHook[]> {
    const who = this.#devices.authorize(caller, 'viewer');
    return who.ok ? { ok: true, value: this.#webhooks.projectHooks() } : who;
  }

  async pointProjectHook(caller: Caller, projectId: string, replace: boolean): Promise<Outcome<ProjectHook>> {
    const who = this.#devices.authorize(caller, 'owner');
    return who.ok ? this.#webhooks.pointProject(projectId, replace) : who;
  }

  async rotateProjectHook(caller: Caller, projectId: string): Promise<Outcome<ProjectHook>> {
    const who = this.#devices.authorize(caller, 'owner');
    return who.ok ? this.#webhooks.rotateProject(projectId) : who;
  }

  /** The one request that reaches the object: a live socket. */
  override async fetch(request: Request): Promise<Response> {
    const { caller, cursor } = readLiveRequest(request);
    const who = this.#devices.authorize(caller, 'viewer');
    if (!who.ok) return answerRefusal(who.refusal);
    this.#context.waitUntil(this.#webhooks.lookNow('socket'));
    return this.#sockets.open(who.value.deviceId, cursor, () => {
      const still = this.#devices.authorize(caller, 'viewer');
      return still.ok ? null : answerRefusal(still.refusal);
    });
  }

  async callService(caller: Caller, call: GatewayCall): Promise<Outcome<GatewayAnswer>> {
    const who = this.#devices.authorize(caller, call.role);
    if (!who.ok) return who;
    const answered = await this.#gateway.call(call);
    if (answered.ok && call.operation === 'setProjectWebhook' && call.body !== null)
      this.#webhooks.projectPointedTo(call.parameters.projectId ?? '', JSON.parse(call.body).url);
    return answered;
  }

  /** A paid call, a launch or another, under its idempotency key. */
  async submitPaid(caller: Caller, role: Role, call: PaidCall): Promise<Outcome<PaidAnswer>> {
    const who = this.#devices.authorize(caller, role);
    if (!who.ok) return who;
    const submitted = await this.#launches.submit(who.value, call);
    if (submitted.ok && !submitted.value.replayed)
      this.#sections.markStale(['account'], submitted.value.record.projectId);
    return submitted;
  }

  async launch(caller: Caller, key: string): Promise<Outcome<LaunchRecord>> {
    const who = this.#devices.authorize(caller, 'builder');
    return who.ok ? this.#launches.get(key) : who;
  }
}
