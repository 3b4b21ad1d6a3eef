import { DurableObject } from 'cloudflare:workers';
import { dataCatalogue } from '../../shared/data-api/catalogue.ts';
import type { OpenWork } from '../../shared/edge-api/health.ts';
import type { ImportRequest } from '../../shared/edge-api/imports.ts';
import type { KeyAccountChoice } from '../../shared/edge-api/key-account.ts';
import type { Role } from '../../shared/edge-api/role.ts';
import type { PaidDataCall } from '../data-api/data-calls.ts';
import type { DataResponse } from '../data-api/response.ts';
import type { DataCall } from '../data-api/whitelist.ts';
import type { KnownDevice } from '../devices/devices.ts';
import type { PairAttempt } from '../devices/pairing.ts';
import type { GatewayCall } from '../gateway/gateway.ts';
import type { Caller } from '../http/caller.ts';
import { errorResponse, type Failed, fail, failedCall, success } from '../http/result.ts';
import type { LinkClaims } from '../links/token.ts';
import { startAnew } from '../object/database.ts';
import type { PaidCall } from '../paid-calls/paid-call.ts';
import type { HookCall, HookOutcome } from '../webhooks/receiver.ts';
import type { HookSecrets } from '../webhooks/screen.ts';
import type { Capabilities } from './capabilities.ts';
import { compose } from './composition.ts';
import type { AnyGiven, Route } from './route.ts';
import { FORM } from './schemas.ts';
import { readLiveRequest } from './sockets.ts';

/**
 * The account's Durable Object, which holds whatever must be exact. It has no logic of its own: its public
 * methods, called by the Worker (RPC), authorize the caller and return the result of a capability
 * (`composition.ts`). What needs only a role is a row of the table of routes (`edge/routes/routes.ts`).
 */
export class Account extends DurableObject<Cloudflare.Env> {
  readonly #routes: ReadonlyMap<string, Route>;
  #has: Capabilities;

  /** @param routes by their address */
  constructor(ctx: DurableObjectState, env: Cloudflare.Env, routes: ReadonlyMap<string, Route>) {
    super(ctx, env);
    this.#routes = routes;
    this.#has = compose(ctx, env);
    void ctx.blockConcurrencyWhile(async () => {
      await this.#has.devices.lock();
      await this.#has.keyAccount.identify();
    });
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
    const holder = this.#has.paidCalls.holderOf(key);
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

  /** Does what a row of the table of routes says, if the caller's role allows it. */
  call(caller: Caller, address: string, given: AnyGiven) {
    const route = this.#routes.get(address);
    if (route === undefined) return fail('EDGE_NOT_FOUND', 'There is nothing here.');
    const act = (who: KnownDevice) => route.act(this.#has, who, given as never);
    return route.isAtService ? this.#atService(caller, route.role, act) : this.#for(caller, route.role, act);
  }

  /** A whitelisted operation of the service. */
  callService(caller: Caller, call: GatewayCall) {
    return this.#atService(caller, call.role, async ({ role, deviceId }) => {
      const { attention, gateway, settingCalls, writeModes } = this.#has;
      const may = writeModes.checkService(deviceId, call);
      if (!may.ok) return may;
      const response = await settingCalls.around(deviceId, call, () => gateway.call(call, role));
      attention.onCommand(deviceId, call, response);
      return response;
    });
  }

  /** A whitelisted operation of an app's data. */
  callData(caller: Caller, call: DataCall) {
    return this.#for(caller, call.role, async (who) => {
      const { appFiles, data, noting, writeModes } = this.#has;
      const may = writeModes.checkData(who.deviceId, call);
      if (!may.ok) return may;
      appFiles.noteRequest(call);
      const send = () => data.call(call);
      const isOwners = call.role === 'owner' && dataCatalogue[call.operation].method !== 'GET';
      const noted = noting(`data.${call.operation}`, call.projectId, send);
      const reply = await (isOwners ? noted(who) : send());
      appFiles.note(who.deviceId, call, reply);
      return reply;
    });
  }

  /** The project's data key, for the Worker only: uploads stream past the object. */
  async openUpload(caller: Caller, call: DataCall) {
    return this.#for(caller, call.role, ({ deviceId }) => {
      const { data, writeModes } = this.#has;
      const may = writeModes.checkData(deviceId, call);
      return may.ok ? data.openForUpload(call) : may;
    });
  }

  noteUpload(caller: Caller, call: DataCall, response: DataResponse) {
    return this.#for(caller, call.role, ({ deviceId }) => {
      const reply = this.#has.data.noteUpload(call.projectId, response);
      this.#has.appFiles.note(deviceId, call, reply);
      return reply;
    });
  }

  /** @param fingerprint keyed digest of the request. A file that is removed is gone for good. */
  submitImport(caller: Caller, key: string, fingerprint: string, request: ImportRequest) {
    return this.#for(caller, request.removeFile === undefined ? 'builder' : 'owner', (who) =>
      this.#has.imports.submit(who, key, fingerprint, request),
    );
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

  /** Continues as the object of another account: forgets what was stored and read of the former one. */
  async #startAnew(): Promise<void> {
    this.#has.context.emitter.silence();
    startAnew(this.ctx.storage, FORM.schemas);
    this.#has = compose(this.ctx, this.env);
    await this.#has.keyAccount.identify();
    this.#has.webhooks.start();
    this.#has.poller.start();
    this.#has.sockets.announce();
  }

  /** Owners may revoke any device, with those that it let in; every device may revoke itself. */
  revokeDevice(caller: Caller, deviceId: string, withInvited: boolean) {
    const who = this.#has.devices.authorize(caller, 'viewer');
    const needed = who.ok && who.value.deviceId === deviceId && !withInvited ? 'viewer' : 'owner';
    return this.#for(caller, needed, (by) => this.#has.devices.revoke(by.deviceId, deviceId, withInvited));
  }

  renewToken(caller: Caller) {
    return this.#has.devices.renewToken(caller);
  }

  /** A webhook delivery, authorized by its signature. @throws when storage fails */
  receiveHook(call: HookCall): Promise<HookOutcome> {
    this.#has.webhooks.start();
    return this.#has.webhooks.receive(call);
  }

  /** For the Worker, which verifies deliveries before they reach the object. */
  hookSecrets(): Promise<HookSecrets> {
    this.#has.webhooks.start();
    return this.#has.webhooks.secrets();
  }

  /** A paid call, a launch or another, under its idempotency key. */
  async submitPaid(caller: Caller, role: Role, call: PaidCall) {
    const { devices, guards, launches, sections } = this.#has;
    return this.#forPaid(caller, role, { kind: launches, key: call.key }, async (who) => {
      const submitted = await guards.aroundPaid(who, call, (bounded) =>
        launches.submit(who, bounded, () => devices.authorize(caller, role)),
      );
      if (submitted.ok && !submitted.value.replayed)
        sections.markStale(['account'], submitted.value.record.projectId);
      return submitted;
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

  /** What the link of an alert answers; the Worker has checked that this edge has made it. */
  async openLink(claims: LinkClaims, path: 'look' | 'act', zone: string | undefined) {
    const { keyAccount, linkCalls, webhooks } = this.#has;
    if (keyAccount.isKnown()) webhooks.start();
    const page = await linkCalls[path](claims, zone);
    return page === null ? fail('EDGE_NOT_FOUND', 'This link has ended.') : success(page);
  }

  /** What GET `/health` says of the object: to strangers that something is open, to paired browsers what. */
  health(caller: Caller | null) {
    const { dataCalls, devices, guards, imports, keyAccount, launches } = this.#has;
    const open: OpenWork[] = [];
    if (guards.isAnyOverridden()) open.push('cap');
    if (launches.isAnyOpen() || dataCalls.isAnyOpen()) open.push('paid-call');
    if (imports.isAnyOpen()) open.push('import-rows');
    const isPaired = caller !== null && devices.authorize(caller, 'viewer').ok;
    return success({
      form: FORM.number,
      open: isPaired || open.length === 0 ? open : (['something'] satisfies OpenWork[]),
      serviceKeySince: keyAccount.since(),
      isLocked: devices.isLocked(),
    });
  }
}
