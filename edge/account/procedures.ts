import { dataCatalogue } from '../../shared/data-api/catalogue.ts';
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
import type { Role } from '../../shared/edge-api/role.ts';
import type { PaidAbandonment, PaidSettlement } from '../../shared/snapshot/launches.ts';
import type { WorkMark } from '../../shared/work/rows.ts';
import { changeOf } from '../caps/caps.ts';
import type { DataResponse } from '../data-api/response.ts';
import type { DataCall } from '../data-api/whitelist.ts';
import type { KnownDevice } from '../devices/devices.ts';
import type { EventsQuery } from '../events/query.ts';
import type { GatewayCall } from '../gateway/gateway.ts';
import { fail, type Result, success } from '../http/result.ts';
import type { JournalQuery } from '../journal/asked.ts';
import { journalOf } from '../journal/journal.ts';
import { PaidCalls } from '../paid-calls/paid-calls.ts';
import type { ProjectsQuery } from '../projects/projects.ts';
import { roleFor, type SiteCall } from '../sites/sites.ts';
import type { WorkPlace } from '../work/work-page.ts';
import type { Capabilities } from './composition.ts';

/** What a browser may call, by its name, through a route. */
interface Procedure<Given extends unknown[], R> {
  /** The role it needs, whatever is given, or by what is given. */
  needed: Role | ((...given: Given) => Role);
  /** Whether it acts at the service: refused while it is not known whose account the key opens. */
  isAtService: boolean;
  handler: (has: Capabilities, who: KnownDevice, ...given: Given) => R;
}

const define =
  (isAtService: boolean) =>
  <Needed extends Role | ((...given: Given) => Role), Given extends unknown[], R>(
    needed: Needed,
    handler: Procedure<Given, R>['handler'],
  ) => ({ needed, isAtService, handler });
const here = define(false);
const atService = define(true);

const ofCall = ({ role }: { role: Role }): Role => role;

export const paidCallsOf = ({ launches, dataCalls }: Capabilities) => new PaidCalls(launches, dataCalls);

/**
 * The procedures of the account, each with the role it needs: a route names one to refuse a caller before a body is read, and the
 * object authorizes it once more. What needs more than a role is a method of the account (`account.ts`).
 */
export const PROCEDURES = {
  listDevices: here('owner', ({ devices }, { deviceId }) => success(devices.list(deviceId))),
  /** Every link of an alert that was sent is dead with them, also where there was nobody else. */
  signOutOthers: here('owner', ({ devices, links }, { deviceId }) => {
    links.endAll();
    return devices.signOutOthers(deviceId);
  }),
  setDailySpend: here('owner', ({ devices }, by, deviceId: string, credits: number | null) =>
    devices.setDailySpend(by.deviceId, deviceId, credits),
  ),

  /** `known`: the version that the browser has; `fresh`: read from the service again. */
  snapshot: here(
    'viewer',
    async (
      { keyAccount, poller, snapshots, webhooks },
      { deviceId },
      known: string | null,
      fresh: boolean,
    ) => {
      webhooks.start();
      poller.start();
      const sweeping = fresh && keyAccount.isKnown() ? webhooks.sweepSoon('popup') : undefined;
      return success(await snapshots.read(deviceId, known, fresh, sweeping));
    },
  ),

  subscriptions: here('viewer', ({ webhooks }) => success(webhooks.health())),
  syncSubscriptions: atService('owner', ({ webhooks }) => webhooks.syncNow()),
  projectHooks: here('viewer', ({ webhooks }) => success(webhooks.projectHooks())),
  pointProjectHook: atService('owner', ({ webhooks }, { deviceId }, projectId: string, replace: boolean) =>
    webhooks.pointProject(deviceId, projectId, replace),
  ),
  rotateProjectHook: atService('owner', ({ noting, webhooks }, who, projectId: string) =>
    noting('rotateProjectHook', projectId, () => webhooks.rotateProject(projectId))(who),
  ),

  events: here('viewer', ({ history }, { role }, query: EventsQuery) => success(history.page(query, role))),
  event: here('viewer', ({ history }, { role }, seq: number) => {
    const found = history.find(seq, role);
    return found ? success(found) : fail('EDGE_NOT_FOUND', 'There is no such event.');
  }),
  journal: here('viewer', (has, who, query: JournalQuery) => success(journalOf(has, who, query))),
  projects: atService('viewer', ({ projects }, _, query: ProjectsQuery) => projects.page(query)),
  /** `before`: the place of the last row of a page. */
  work: here('viewer', ({ work, chains }, { role }, projectId: string, before: WorkPlace | null) =>
    success({ ...work.page(projectId, before, role), chain: chains.open(projectId) }),
  ),
  markWork: here('builder', ({ work, devices }, { deviceId }, id: number, mark: WorkMark | null) =>
    work.mark(id, mark, devices.nameOf(deviceId)) === null
      ? fail('EDGE_NOT_FOUND', 'There is no such run, or it did not succeed.')
      : success({ mark }),
  ),
  announcements: here('viewer', ({ attention }, who, since: number) => success(attention.since(who, since))),
  seeItem: here('builder', ({ attention }, who, id: string) => attention.see(who, id)),
  unseeItem: here('builder', ({ attention }, who, id: string) => attention.unsee(who, id)),

  /** Owners get all but the addresses and secrets, builders that there are channels. */
  channels: here('builder', ({ alerts: { channels }, context: { configuration } }, { role }) =>
    success(
      role === 'owner'
        ? {
            ...{ channels: channels.records(), removed: channels.removed() },
            linkable: configuration.publicUrl !== null,
          }
        : { names: channels.names() },
    ),
  ),
  putChannel: here('owner', ({ alerts }, { deviceId }, id: string, request: ChannelRequest) =>
    alerts.put(deviceId, id, request),
  ),
  removeChannel: here('owner', ({ alerts }, { deviceId }, id: string) => alerts.remove(deviceId, id)),
  testChannel: here('owner', ({ alerts }, _, id: string, request: ChannelRequest | undefined) =>
    alerts.test(id, request),
  ),

  callService: atService(ofCall, async (has, { role, deviceId }, call: GatewayCall) => {
    const may = has.writeModes.checkService(deviceId, call);
    if (!may.ok) return may;
    const response = await has.settingCalls.around(deviceId, call, () => has.gateway.call(call, role));
    has.attention.onCommand(deviceId, call, response);
    return response;
  }),

  settlePaidCall: here('builder', (has, _, key: string, settlement: PaidSettlement) =>
    paidCallsOf(has).settle(key, settlement),
  ),
  abandonPaidCall: here('builder', (has, who, key: string, call: PaidAbandonment) =>
    paidCallsOf(has).abandon(key, who, call),
  ),
  paidCall: here('builder', (has, _, key: string) => paidCallsOf(has).get(key)),
  unknownCalls: here('builder', (has) => success(paidCallsOf(has).unknown())),

  dataKeys: here('owner', ({ dataKeys }) => success(dataKeys.list())),
  /** `confirm`: from the response to the test of the same key; without it the key is only tested. */
  putDataKey: here('owner', ({ dataKeys }, by, projectId: string, key: string, confirm: string | undefined) =>
    dataKeys.put(by.deviceId, projectId, key, confirm),
  ),
  removeDataKey: here('owner', ({ dataKeys }, by, projectId: string) =>
    dataKeys.remove(by.deviceId, projectId),
  ),
  callData: here(ofCall, async (has, who, call: DataCall) => {
    const may = has.writeModes.checkData(who.deviceId, call);
    if (!may.ok) return may;
    has.appFiles.noteRequest(call);
    const send = () => has.data.call(call);
    const noted = has.noting(`data.${call.operation}`, call.projectId, send);
    const isOwners = call.role === 'owner' && dataCatalogue[call.operation].method !== 'GET';
    const reply = await (isOwners ? noted(who) : send());
    has.appFiles.note(who.deviceId, call, reply);
    return reply;
  }),
  /** The project's data key, for the Worker only: uploads stream past the object. */
  openUpload: here(ofCall, async ({ data, writeModes }, { deviceId }, call: DataCall) => {
    const may = writeModes.checkData(deviceId, call);
    return may.ok ? data.openForUpload(call) : may;
  }),
  noteUpload: here(ofCall, (has, { deviceId }, call: DataCall, response: DataResponse) => {
    const reply = has.data.noteUpload(call.projectId, response);
    has.appFiles.note(deviceId, call, reply);
    return reply;
  }),
  /** Files that were stored in a project's app through this edge. */
  appFiles: here('builder', ({ appFiles }, _, projectId: string) => success(appFiles.list(projectId))),
  /** Lets this browser change data of a project in a place, or no longer. */
  writeMode: here(
    'builder',
    ({ writeModes }, { deviceId }, use: 'enter' | 'leave', projectId: string, place: WritePlace) =>
      success(writeModes[use](deviceId, projectId, place)),
  ),

  guards: here('viewer', ({ guards }, _, projectId: string) => success(guards.get(projectId))),
  putGuard: atService('owner', ({ guards }, who, projectId: string, request: GuardRequest) =>
    guards.put(who, projectId, request),
  ),
  removeGuard: atService('owner', ({ guards }, who, projectId: string, kind: GuardKind | null) =>
    guards.remove(who, projectId, kind),
  ),
  tryGuard: here('owner', async ({ guards }, _, projectId: string, request: GuardRequest) =>
    success(await guards.try(projectId, request)),
  ),
  undoGuard: atService('owner', ({ guards, noting }, by, projectId: string, kind: GuardKind) =>
    noting('undoGuard', projectId, (who) => guards.undo(who, projectId, kind))(by),
  ),

  /** Compares one of a project's caps or a feature's budget, and sets it. */
  putCap: atService(
    'owner',
    async (
      { attention, caps, devices },
      { deviceId },
      projectId: string,
      request: CapRequest | BudgetRequest,
    ) => {
      const result = await caps.put(projectId, request, { deviceId, name: devices.nameOf(deviceId) });
      attention.onCommand(deviceId, changeOf(projectId, request), result);
      return result;
    },
  ),

  /** `period`: a month or a day, UTC. */
  statement: here('viewer', ({ balance }, _, period: string) => balance.statement(period)),
  setBalanceAlarm: here('owner', ({ balance }, { deviceId }, credits: number | null) =>
    balance.setAlarm(deviceId, credits),
  ),
  site: here(
    (_: string, asked: SiteCall) => roleFor(asked),
    ({ sites }, _, projectId: string, asked: SiteCall) => sites.answer(projectId, asked),
  ),

  /** `fingerprint`: keyed digest of the request. */
  submitImport: here(
    // A file that is removed is gone for good.
    (_: string, __: string, { removeFile }: ImportRequest) =>
      removeFile === undefined ? 'builder' : 'owner',
    ({ imports }, who, key: string, fingerprint: string, request: ImportRequest) =>
      imports.submit(who, key, fingerprint, request),
  ),
  imports: here('builder', ({ imports }, who, query: ImportsQuery) => success(imports.list(who, query))),
  import: here('builder', ({ imports }, who, key: string, allRows: boolean) =>
    imports.get(who, key, allRows),
  ),
  stopImport: here('builder', ({ imports }, who, key: string) => imports.stop(who, key)),
  undoImport: here('builder', ({ imports }, who, key: string, rows: readonly number[]) =>
    imports.undo(who, key, rows),
  ),
  retryImport: here('builder', ({ imports }, who, key: string, retry: ImportRetry) =>
    imports.retry(who, key, retry),
  ),
  /** Sets the outcome of a row whose response was lost, as given by the user. */
  settleImport: here('builder', ({ imports }, who, key: string, settlement: ImportSettlement) =>
    imports.settle(who, key, settlement),
  ),
} satisfies Record<string, Procedure<never, Result<unknown> | Promise<Result<unknown>>>>;

/** Any of them, given the input of its name. */
export type AnyProcedure = Procedure<unknown[], Result<unknown> | Promise<Result<unknown>>>;

export type ProcedureName = keyof typeof PROCEDURES;

export type ProcedureInput<Name extends ProcedureName> = (typeof PROCEDURES)[Name]['handler'] extends (
  has: never,
  who: never,
  ...given: infer Given
) => unknown
  ? Given
  : never;

/** What it returns where it succeeds. */
export type ProcedureValue<Name extends ProcedureName> = Extract<
  Awaited<ReturnType<(typeof PROCEDURES)[Name]['handler']>>,
  { ok: true }
>['value'];

/** Those whose role does not depend on their input. */
export type PlainProcedure = {
  [Name in ProcedureName]: (typeof PROCEDURES)[Name]['needed'] extends Role ? Name : never;
}[ProcedureName];
