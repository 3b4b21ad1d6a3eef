import { needsOf } from '../../shared/attention/raise-proposal.ts';
import { runProgress } from '../../shared/endings/run-ending.ts';
import type { OperationName } from '../../shared/operations/catalogue.ts';
import { parseInstant } from '../../shared/time.ts';
import type { Alerts } from '../alerts/alerts.ts';
import type { Attention } from '../attention/attention.ts';
import type { CallService } from '../builder-api/client.ts';
import type { Caps } from '../caps/caps.ts';
import { changeOf } from '../caps/caps.ts';
import { mayUse } from '../configuration.ts';
import type { Devices } from '../devices/devices.ts';
import type { Outlooks } from '../forecasts/outlooks.ts';
import type { Gateway, GatewayCall } from '../gateway/gateway.ts';
import type { SettingCalls } from '../gateway/setting-calls.ts';
import type { Guards } from '../guards/guards.ts';
import { success } from '../http/result.ts';
import { LinkCalls } from '../links/link-calls.ts';
import { Links } from '../links/links.ts';
import type { AccountContext } from '../object/context.ts';
import type { Sections } from '../sections/sections.ts';
import type { Work } from '../work/work.ts';
import type { KeyAccount } from './key-account.ts';

/** The capabilities that a link asks or that do what it says, as they are once all are made. */
export interface LinkNeighbors {
  alerts: Alerts;
  attention: Attention;
  caps: Caps;
  devices: Devices;
  gateway: Gateway;
  guards: Guards;
  keyAccount: KeyAccount;
  outlooks: Outlooks;
  sections: Sections;
  settingCalls: SettingCalls;
  work: Work;
}

/** Failures after which a stop may have been made. */
const LOST: ReadonlySet<string> = new Set([
  'EDGE_SERVICE_TIMEOUT',
  'EDGE_SERVICE_UNREACHABLE',
  'EDGE_SERVICE_UNEXPECTED',
]);

/** Makes the links of alerts. @param has the others, read when they are needed */
export function composeLinks(
  context: AccountContext,
  call: CallService,
  has: () => LinkNeighbors,
): { links: Links; linkCalls: LinkCalls } {
  /** Whether the operator has not left it out. */
  const may = (name: OperationName) => mayUse(context.configuration, name);
  const runOf = (projectId: string) => has().work.runsOf(projectId).at(-1);
  const links = new Links(context, {
    channels: () => has().alerts.stored(),
    told: (...of) => has().alerts.toldOf(...of),
    fateOf: (announced) => has().attention.fateOf(announced),
    itemOf: (id) => has().attention.itemOf(id),
    isOwner: (deviceId) => has().devices.roleOf(deviceId) === 'owner',
    offerFacts: ({ projectId, reason }) => {
      const { guards, outlooks, sections } = has();
      const run = projectId === null ? undefined : runOf(projectId);
      const category = reason.kind === 'credit-cap' ? reason.category : '';
      const isOverridden =
        (category === 'development' || category === 'infrastructure') &&
        guards.overrideRows.isOverridden(projectId ?? '', category);
      return {
        run: run !== undefined && run.over === null && may('stopAgent') ? run.id : null,
        balance: sections.balance(),
        needs: needsOf(outlooks.now(), projectId, category),
        mayRaise: sections.canEdit() !== false && !isOverridden && may('setCreditLimits'),
      };
    },
  });
  const linkCalls = new LinkCalls(context, {
    links,
    bar: () => has().keyAccount.bar(),
    readCap: async (projectId, category) => {
      const read = await has().caps.read(projectId);
      const stands = read.ok ? read.value.caps[category] : undefined;
      if (!read.ok || stands === undefined) return null;
      const used = read.value.used?.[category] ?? null;
      const { guards } = has();
      const isRaised = guards.overrideRows.isRaised(projectId, category);
      return {
        category,
        cap: isRaised ? stands : guards.overrideRows.ownersCap(projectId, category, stands),
        used,
      };
    },
    balance: () => has().sections.balance(),
    run: (projectId) => {
      const run = runOf(projectId);
      const since = run?.startedAt ?? run?.begunAt ?? 0;
      return {
        current: run !== undefined && run.over === null ? { id: run.id, since } : null,
        isLeftAtCap: run?.ending === 'capped',
      };
    },
    see: (who, id) => has().attention.see(who, id),
    isRunning: async (projectId, id) => {
      const seen = await call('getAgentStatus', { parameters: { projectId } });
      if (!seen.ok) return null;
      const { status, startedAt, multiPrompt: batch } = seen.data;
      if (runProgress({ status, startedAt, batch }).kind !== 'running') return false;
      // What was just read is placed on its row before this goes on.
      const run = runOf(projectId);
      return run?.id === id && run.over === null && run.startedAt === parseInstant(startedAt);
    },
    stop: async (who, projectId) => {
      if (!may('stopAgent')) return 'refused';
      const { attention, gateway, settingCalls } = has();
      const { role } = who;
      const stop: GatewayCall = {
        ...{ operation: 'stopAgent' as const, parameters: { projectId }, query: {}, body: null, role },
      };
      const stopped = await settingCalls.around(who.deviceId, stop, () => gateway.call(stop, role));
      attention.onCommand(who.deviceId, stop, stopped);
      if (stopped.ok) return 'stopped';
      if (stopped.error.code === 'NO_PROCESS_RUNNING') return 'not-running';
      return LOST.has(stopped.error.code) ? 'lost' : 'refused';
    },
    raise: async (asked) => (may('setCreditLimits') ? has().guards.raiseByLink(asked) : { kind: 'refused' }),
    isRaised: ({ projectId, category = 'development', since = 0 }) =>
      projectId === null ? false : has().guards.overrideRows.isRaisedSince(projectId, category, since),
    onRaised: (who, projectId, category, to) => {
      const command = changeOf(projectId, { category, expected: null, to });
      has().attention.onCommand(who.deviceId, command, success(null));
    },
    announce: (announced) => has().attention.announce(announced),
  });
  return { links, linkCalls };
}
