import { DurableObject } from 'cloudflare:workers';
import type { Device, PairAnswer, PairingCode } from '../../shared/edge/pairing.ts';
import type { Role } from '../../shared/edge/roles.ts';
import { unreadSection } from '../../shared/snapshot/section.ts';
import { configuration } from '../configuration.ts';
import type { GatewayAnswer, GatewayCall } from '../gateway/call.ts';
import { Gateway } from '../gateway/gateway.ts';
import { log } from '../http/log.ts';
import type { Outcome } from '../http/refusal.ts';
import { ServiceClient } from '../service/client.ts';
import type { AccountContext } from './context.ts';
import { type Caller, Devices } from './devices/devices.ts';
import { devicesSchema } from './devices/devices-schema.ts';
import { type PairAttempt, Pairing } from './devices/pairing.ts';
import { type Job, type JobName, Jobs, jobsSchema } from './jobs.ts';
import { migrate } from './schema.ts';
import { Sections } from './sections/sections.ts';
import { sectionsSchema } from './sections/sections-schema.ts';
import { type SnapshotAnswer, Snapshots } from './snapshots.ts';

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

  constructor(ctx: DurableObjectState, env: Cloudflare.Env) {
    super(ctx, env);
    migrate(ctx.storage, [jobsSchema, devicesSchema, sectionsSchema]);
    const now = () => Date.now();
    const handlers: Partial<Record<JobName, Job>> = {};
    this.#context = {
      storage: ctx.storage,
      env,
      configuration: configuration(env),
      now,
      jobs: new Jobs(ctx.storage, handlers, now, (job) => log({ event: 'job-failed', job })),
      client: new ServiceClient(configuration(env)),
      waitUntil: (work) => ctx.waitUntil(work),
      changed: () => this.#snapshots.invalidate(),
    };
    this.#devices = new Devices(this.#context, () => {});
    this.#pairing = new Pairing(this.#context, this.#devices);
    this.#sections = new Sections(this.#context);
    this.#snapshots = new Snapshots(this.#context, this.#sections, {
      events: () => unreadSection,
      subscriptions: () => unreadSection,
      launches: () => [],
    });
    this.#gateway = new Gateway(this.#context, this.#sections);
  }

  override async alarm(): Promise<void> {
    await this.#context.jobs.run();
  }

  pair(attempt: PairAttempt): Promise<Outcome<PairAnswer>> {
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

  revokeDevice(caller: Caller, deviceId: string): Outcome<{ revoked: true }> {
    const who = this.#devices.authorize(caller, 'owner');
    return who.ok ? this.#devices.revoke(deviceId) : who;
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
    return who.ok ? { ok: true, value: await this.#snapshots.look(known, fresh) } : who;
  }

  async callService(caller: Caller, call: GatewayCall): Promise<Outcome<GatewayAnswer>> {
    const who = this.#devices.authorize(caller, call.role);
    return who.ok ? this.#gateway.call(call) : who;
  }
}
