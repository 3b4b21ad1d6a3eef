import { DurableObject } from 'cloudflare:workers';
import { dataCatalogue } from '../../shared/data-api/catalogue.ts';
import type { WatchRequest } from '../../shared/data-api/watches.ts';
import type { BudgetRequest, CapRequest } from '../../shared/edge-api/caps.ts';
import type { ChannelRequest } from '../../shared/edge-api/channels.ts';
import type { WritePlace } from '../../shared/edge-api/data-keys.ts';
import type { GuardKind, GuardRequest } from '../../shared/edge-api/guards.ts';
import type {
  ImportRequest,
  ImportRetry,
  ImportSettlement,
  ImportsQuery,
} from '../../shared/edge-api/imports.ts';
import type { KeyAccountChoice } from '../../shared/edge-api/key-account.ts';
import type { PlanRequest } from '../../shared/edge-api/plans.ts';
import type { Role } from '../../shared/edge-api/role.ts';
import type { PaidAbandonment, PaidSettlement } from '../../shared/snapshot/launches.ts';
import { changeOf } from '../caps/caps.ts';
import type { PaidDataCall } from '../data-api/data-calls.ts';
import type { DataResponse } from '../data-api/response.ts';
import type { DataCall } from '../data-api/whitelist.ts';
import type { Caller, KnownDevice } from '../devices/devices.ts';
import type { PairAttempt } from '../devices/pairing.ts';
import type { EventsQuery } from '../events/query.ts';
import type { GatewayCall } from '../gateway/gateway.ts';
import { errorResponse, type Failed, fail, failedCall, success } from '../http/result.ts';
import { isOfNewerBuild, namingNewer, startAnew } from '../object/database.ts';
import type { PaidCall } from '../paid-calls/paid-call.ts';
import { PaidCalls } from '../paid-calls/paid-calls.ts';
import { roleFor, type SiteCall } from '../sites/sites.ts';
import type { HookCall, HookOutcome } from '../webhooks/receiver.ts';
import { type Capabilities, compose } from './composition.ts';
import { SCHEMAS } from './schemas.ts';
import { readLiveRequest } from './sockets.ts';

/**
 * The account's Durable Object, which holds whatever must be exact. It has no logic of its own: every public method
 * is called by the Worker (RPC), authorizes the caller, and delegates to a capability (`composition.ts`), whose
 * result it returns.
 */
export class Account extends DurableObject<Cloudflare.Env> {
  #has: Capabilities;

  constructor(ctx: DurableObjectState, env: Cloudflare.Env) {
    super(ctx, env);
    this.#has = namingNewer(ctx.storage, SCHEMAS, () => compose(ctx, env));
    void ctx.blockConcurrencyWhile(async () => {
      await this.#has.devices.lock();
      await this.#has.keyAccount.identify();
    });
  }

  readonly #paidCalls = () => new PaidCalls(this.#has.launches, this.#has.dataCalls);

  /** Why calls may fail that this build should answer. */
  isOfNewerBuild(): boolean {
    return isOfNewerBuild(this.ctx.storage, SCHEMAS);
  }

  /** Runs `act` if the caller has the role. */
  #for<T>(caller: Caller, needed: Role, act: (who: KnownDevice) => T): T | Failed {
    const who = this.#has.devices.authorize(caller, needed);
    return who.ok ? act(who.value) : who;
  }

  /** The same for what acts at the service: refused while it is not known whose account the key opens. */
  #atService<T>(
    caller: Caller,
    needed: Role,
    act: (who: KnownDevice) => T | Promise<T>,
  ): T | Failed | Promise<T | Failed> {
    return this.#for(caller, needed, (who) => {
      const barred = this.#has.keyAccount.bar();
      if (barred === null) return act(who);
      return barred.then(async (failure) =>
        failure === null ? this.#for(caller, needed, act) : failedCall(failure),
      );
    });
  }

  /** The same for a paid call. One that is known is sent no more: it has the outcome that it has. */
  #forPaid<T>(
    caller: Caller,
    needed: Role,
    { kind, key }: { kind: Capabilities['launches'] | Capabilities['dataCalls']; key: string },
    act: (who: KnownDevice) => T | Promise<T>,
  ) {
    const holder = this.#paidCalls().holderOf(key);
    if (holder === null) return this.#atService(caller, needed, act);
    return this.#for(caller, needed, (who) =>
      holder === kind
        ? act(who)
        : fail('EDGE_KEY_REUSED', 'This idempotency key belongs to another request.'),
    );
  }

  override webSocketMessage(socket: WebSocket, data: string | ArrayBuffer): void {
    this.#has.sockets.onMessage(socket, data);
  }

  override async alarm(): Promise<void> {
    this.#has.webhooks.start();
    this.#has.poller.start();
    await this.#has.context.jobs.run();
  }

  /** The only request that reaches the object: opening a live socket. */
  override async fetch(request: Request): Promise<Response> {
    const { context, devices, keyAccount, poller, sockets, webhooks } = this.#has;
    const { caller, cursor } = readLiveRequest(request);
    const who = devices.authorize(caller, 'viewer');
    if (!who.ok) return errorResponse(who.error);
    poller.start();
    if (keyAccount.isKnown()) context.waitUntil(webhooks.sweepSoon('socket'));
    return sockets.open(who.value.deviceId, cursor, () => {
      const still = devices.authorize(caller, 'viewer');
      return still.ok ? null : errorResponse(still.error);
    });
  }

  /** Whether the caller has the role; called before the body of the request is read. */
  authorize(caller: Caller, needed: Role) {
    return this.#for(caller, needed, () => success(null));
  }

  /** For the flood guard: a new instance of the Worker knows no token yet. */
  tokenHashes(): string[] {
    return this.#has.devices.tokenHashes();
  }

  pair(attempt: PairAttempt) {
    this.#has.webhooks.start();
    return this.#has.pairing.pair(attempt);
  }

  invite(caller: Caller, role: Role) {
    const { devices, pairing } = this.#has;
    return pairing.invite(role, () => devices.authorize(caller, 'owner'));
  }

  /** An owner says whose account the edge's new key opens, where the edge can't tell. */
  async confirmAccount(caller: Caller, { account }: KeyAccountChoice) {
    return this.#for(caller, 'owner', async ({ deviceId }) => {
      const { keyAccount } = this.#has;
      if (!keyAccount.asksOwner())
        return fail('EDGE_NOT_FOUND', 'The edge does not ask whose account its key opens.');
      if (account === 'same') keyAccount.confirm(deviceId);
      else await this.#startAnew();
      if (account === 'another') this.#has.tell(deviceId, null, { setting: 'service-key', account });
      return success(this.#has.ledger);
    });
  }

  /** Goes on as an object of another account: what was read of the former one in memory goes with what is stored. */
  async #startAnew(): Promise<void> {
    this.#has.context.emitter.silence();
    startAnew(this.ctx.storage, SCHEMAS);
    this.#has = compose(this.ctx, this.env);
    await this.#has.keyAccount.identify();
    this.#has.webhooks.start();
    this.#has.poller.start();
    this.#has.sockets.announce();
  }

  listDevices(caller: Caller) {
    return this.#for(caller, 'owner', ({ deviceId }) => success(this.#has.devices.list(deviceId)));
  }

  /** Owners may revoke any device, with those that it let in; every device may revoke itself. */
  revokeDevice(caller: Caller, deviceId: string, withInvited: boolean) {
    const who = this.#has.devices.authorize(caller, 'viewer');
    const needed = who.ok && who.value.deviceId === deviceId && !withInvited ? 'viewer' : 'owner';
    return this.#for(caller, needed, (by) => this.#has.devices.revoke(by.deviceId, deviceId, withInvited));
  }

  signOutOthers(caller: Caller) {
    return this.#for(caller, 'owner', ({ deviceId }) => this.#has.devices.signOutOthers(deviceId));
  }

  renewToken(caller: Caller) {
    return this.#has.devices.renewToken(caller);
  }

  setDailySpend(caller: Caller, deviceId: string, credits: number | null) {
    return this.#for(caller, 'owner', (by) =>
      this.#has.devices.setDailySpend(by.deviceId, deviceId, credits),
    );
  }

  /** @param known the version that the browser has */
  async snapshot(caller: Caller, known: string | null, fresh: boolean) {
    const { keyAccount, poller, snapshots, webhooks } = this.#has;
    return this.#for(caller, 'viewer', async ({ deviceId }) => {
      webhooks.start();
      poller.start();
      const sweeping = fresh && keyAccount.isKnown() ? webhooks.sweepSoon('popup') : undefined;
      return success(await snapshots.read(deviceId, known, fresh, sweeping));
    });
  }

  /** A webhook delivery, authorized by its signature. @throws when storage fails */
  receiveHook(call: HookCall): Promise<HookOutcome> {
    this.#has.webhooks.start();
    return this.#has.webhooks.receive(call);
  }

  subscriptions(caller: Caller) {
    return this.#for(caller, 'viewer', () => success(this.#has.webhooks.health()));
  }

  async syncSubscriptions(caller: Caller) {
    return this.#atService(caller, 'owner', () => this.#has.webhooks.syncNow());
  }

  projectHooks(caller: Caller) {
    return this.#for(caller, 'viewer', () => success(this.#has.webhooks.projectHooks()));
  }

  async pointProjectHook(caller: Caller, projectId: string, replace: boolean) {
    return this.#atService(caller, 'owner', ({ deviceId }) =>
      this.#has.webhooks.pointProject(deviceId, projectId, replace),
    );
  }

  async rotateProjectHook(caller: Caller, projectId: string) {
    const rotate = () => this.#has.webhooks.rotateProject(projectId);
    return this.#atService(caller, 'owner', this.#has.noting('rotateProjectHook', projectId, rotate));
  }

  events(caller: Caller, query: EventsQuery) {
    return this.#for(caller, 'viewer', ({ role }) => success(this.#has.history.page(query, role)));
  }

  event(caller: Caller, seq: number) {
    return this.#for(caller, 'viewer', ({ role }) => {
      const found = this.#has.history.find(seq, role);
      return found ? success(found) : fail('EDGE_NOT_FOUND', 'There is no such event.');
    });
  }

  announcements(caller: Caller, since: number) {
    return this.#for(caller, 'viewer', (who) => success(this.#has.attention.since(who, since)));
  }

  seeItem(caller: Caller, id: string) {
    return this.#for(caller, 'builder', (who) => this.#has.attention.see(who, id));
  }

  unseeItem(caller: Caller, id: string) {
    return this.#for(caller, 'builder', (who) => this.#has.attention.unsee(who, id));
  }

  /** Owners get all but the addresses and secrets, builders that there are channels. */
  channels(caller: Caller) {
    const { alerts } = this.#has;
    return this.#for(caller, 'builder', ({ role }) =>
      success(
        role === 'owner' ? { channels: alerts.list(), removed: alerts.removed() } : { names: alerts.names() },
      ),
    );
  }

  async putChannel(caller: Caller, id: string, request: ChannelRequest) {
    return this.#for(caller, 'owner', ({ deviceId }) => this.#has.alerts.put(deviceId, id, request));
  }

  removeChannel(caller: Caller, id: string) {
    return this.#for(caller, 'owner', ({ deviceId }) => this.#has.alerts.remove(deviceId, id));
  }

  async testChannel(caller: Caller, id: string, request: ChannelRequest | undefined) {
    return this.#for(caller, 'owner', () => this.#has.alerts.test(id, request));
  }

  async callService(caller: Caller, call: GatewayCall) {
    return this.#atService(caller, call.role, async ({ role, deviceId }) => {
      const may = this.#has.writeModes.checkService(deviceId, call);
      if (!may.ok) return may;
      const { attention, gateway, settingCalls } = this.#has;
      const response = await settingCalls.around(deviceId, call, () => gateway.call(call, role));
      attention.onCommand(deviceId, call, response);
      return response;
    });
  }

  /** A paid call, a launch or another, under its idempotency key. */
  async submitPaid(caller: Caller, role: Role, call: PaidCall) {
    const { devices, guards, launches, sections } = this.#has;
    return this.#forPaid(caller, role, { kind: launches, key: call.key }, async (who) => {
      const submitted = await guards.aroundPaid(who, call, () =>
        launches.submit(who, call, () => devices.authorize(caller, role)),
      );
      if (submitted.ok && !submitted.value.replayed)
        sections.markStale(['account'], submitted.value.record.projectId);
      return submitted;
    });
  }

  settlePaidCall(caller: Caller, key: string, settlement: PaidSettlement) {
    return this.#for(caller, 'builder', () => this.#paidCalls().settle(key, settlement));
  }

  abandonPaidCall(caller: Caller, key: string, call: PaidAbandonment) {
    return this.#for(caller, 'builder', (who) => this.#paidCalls().abandon(key, who, call));
  }

  paidCall(caller: Caller, key: string) {
    return this.#for(caller, 'builder', () => this.#paidCalls().get(key));
  }

  unknownCalls(caller: Caller) {
    return this.#for(caller, 'builder', () => success(this.#paidCalls().unknown()));
  }

  dataKeys(caller: Caller) {
    return this.#for(caller, 'owner', () => success(this.#has.dataKeys.list()));
  }

  /** @param confirm from the response to the test of the same key; without it the key is only tested */
  async putDataKey(caller: Caller, projectId: string, key: string, confirm: string | undefined) {
    return this.#for(caller, 'owner', (by) => this.#has.dataKeys.put(by.deviceId, projectId, key, confirm));
  }

  removeDataKey(caller: Caller, projectId: string) {
    return this.#for(caller, 'owner', (by) => this.#has.dataKeys.remove(by.deviceId, projectId));
  }

  async callData(caller: Caller, call: DataCall) {
    return this.#for(caller, call.role, async (who) => {
      const may = this.#has.writeModes.checkData(who.deviceId, call);
      if (!may.ok) return may;
      this.#has.appFiles.noteRequest(call);
      const send = () => this.#has.data.call(call);
      const noted = this.#has.noting(`data.${call.operation}`, call.projectId, send);
      const isOwners = call.role === 'owner' && dataCatalogue[call.operation].method !== 'GET';
      const reply = await (isOwners ? noted(who) : send());
      this.#has.appFiles.note(who.deviceId, call, reply);
      return reply;
    });
  }

  /** A call of the data backend that may cost credits, under its idempotency key. */
  async submitPaidData(caller: Caller, call: PaidDataCall) {
    const { dataCalls } = this.#has;
    const of = { kind: dataCalls, key: call.key };
    return this.#forPaid(caller, call.role, of, async (who) => {
      const submitted = await dataCalls.submit(who, call);
      if (submitted.ok && submitted.value.reply !== null && !submitted.value.replayed)
        this.#has.appFiles.note(who.deviceId, call, success(submitted.value.reply));
      return submitted;
    });
  }

  /** The project's data key, for the Worker only: uploads stream past the object. */
  async openUpload(caller: Caller, call: DataCall) {
    return this.#for(caller, call.role, async ({ deviceId }) => {
      const may = this.#has.writeModes.checkData(deviceId, call);
      return may.ok ? this.#has.data.openForUpload(call) : may;
    });
  }

  noteUpload(caller: Caller, call: DataCall, response: DataResponse) {
    return this.#for(caller, call.role, ({ deviceId }) => {
      const reply = this.#has.data.noteUpload(call.projectId, response);
      this.#has.appFiles.note(deviceId, call, reply);
      return reply;
    });
  }

  /** Files that were stored in a project's app through this edge. */
  appFiles(caller: Caller, projectId: string) {
    return this.#for(caller, 'builder', () => success(this.#has.appFiles.list(projectId)));
  }

  watches(caller: Caller) {
    return this.#for(caller, 'builder', () => success(this.#has.watches.list()));
  }

  putWatch(caller: Caller, id: string, request: WatchRequest) {
    return this.#for(caller, 'builder', () => this.#has.watches.put(id, request));
  }

  removeWatch(caller: Caller, id: string) {
    return this.#for(caller, 'builder', () => this.#has.watches.remove(id));
  }

  guards(caller: Caller, projectId: string) {
    return this.#for(caller, 'viewer', () => success(this.#has.guards.get(projectId)));
  }

  async putGuard(caller: Caller, projectId: string, request: GuardRequest) {
    return this.#atService(caller, 'owner', (who) => this.#has.guards.put(who, projectId, request));
  }

  async removeGuard(caller: Caller, projectId: string, kind: GuardKind | null) {
    return this.#atService(caller, 'owner', (who) => this.#has.guards.remove(who, projectId, kind));
  }

  async tryGuard(caller: Caller, projectId: string, request: GuardRequest) {
    return this.#for(caller, 'owner', async () => success(await this.#has.guards.try(projectId, request)));
  }

  /** Compares one of a project's caps or a feature's budget, and sets it. */
  async putCap(caller: Caller, projectId: string, request: CapRequest | BudgetRequest) {
    return this.#atService(caller, 'owner', async ({ deviceId }) => {
      const { attention, caps, devices } = this.#has;
      const result = await caps.put(projectId, request, { deviceId, name: devices.nameOf(deviceId) });
      attention.onCommand(deviceId, changeOf(projectId, request), result);
      return result;
    });
  }

  /** @param period a month or a day, UTC */
  statement(caller: Caller, period: string) {
    return this.#for(caller, 'viewer', () => this.#has.balance.statement(period));
  }

  async site(caller: Caller, projectId: string, asked: SiteCall) {
    return this.#for(caller, roleFor(asked), () => this.#has.sites.answer(projectId, asked));
  }

  setBalanceAlarm(caller: Caller, credits: number | null) {
    return this.#for(caller, 'owner', ({ deviceId }) => this.#has.balance.setAlarm(deviceId, credits));
  }

  plan(caller: Caller) {
    return this.#for(caller, 'viewer', () => success({ plan: this.#has.plans.get() }));
  }

  putPlan(caller: Caller, request: PlanRequest) {
    return this.#atService(caller, 'owner', (who) => this.#has.plans.put(who, request));
  }

  removePlan(caller: Caller) {
    return this.#atService(caller, 'owner', (who) => this.#has.plans.remove(who));
  }

  undoPlan(caller: Caller) {
    const { noting, plans } = this.#has;
    const undo = () => plans.undo();
    return this.#atService(caller, 'owner', noting('undoPlan', null, undo));
  }

  /** What GET `/health` says of the object; no more, so that no caller is needed. */
  health() {
    const { devices, guards, keyAccount } = this.#has;
    const [isLocked, serviceKeySince] = [devices.isLocked(), keyAccount.since()];
    return success({ overridesCaps: guards.isAnyOverridden(), serviceKeySince, isLocked });
  }

  async undoGuard(caller: Caller, projectId: string, kind: GuardKind) {
    const undo = (who: KnownDevice) => this.#has.guards.undo(who, projectId, kind);
    return this.#atService(caller, 'owner', this.#has.noting('undoGuard', projectId, undo));
  }

  /** Lets this browser change data of a project in a place, or no longer. */
  writeMode(caller: Caller, use: 'enter' | 'leave', projectId: string, place: WritePlace) {
    return this.#for(caller, 'builder', ({ deviceId }) =>
      success(this.#has.writeModes[use](deviceId, projectId, place)),
    );
  }

  /** @param fingerprint keyed digest of the request */
  submitImport(caller: Caller, key: string, fingerprint: string, request: ImportRequest) {
    // A file that is removed is gone for good.
    const needed = request.removeFile === undefined ? 'builder' : 'owner';
    return this.#for(caller, needed, (who) => this.#has.imports.submit(who, key, fingerprint, request));
  }

  imports(caller: Caller, query: ImportsQuery) {
    return this.#for(caller, 'builder', (who) => success(this.#has.imports.list(who, query)));
  }

  import(caller: Caller, key: string, allRows: boolean) {
    return this.#for(caller, 'builder', (who) => this.#has.imports.get(who, key, allRows));
  }

  stopImport(caller: Caller, key: string) {
    return this.#for(caller, 'builder', (who) => this.#has.imports.stop(who, key));
  }

  undoImport(caller: Caller, key: string, rows: readonly number[]) {
    return this.#for(caller, 'builder', (who) => this.#has.imports.undo(who, key, rows));
  }

  retryImport(caller: Caller, key: string, retry: ImportRetry) {
    return this.#for(caller, 'builder', (who) => this.#has.imports.retry(who, key, retry));
  }

  /** Sets the outcome of a row whose response was lost, as given by the user. */
  settleImport(caller: Caller, key: string, settlement: ImportSettlement) {
    return this.#for(caller, 'builder', (who) => this.#has.imports.settle(who, key, settlement));
  }
}
