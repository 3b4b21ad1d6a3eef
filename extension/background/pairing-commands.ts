import * as z from 'zod/mini';
import { emptyAttention } from '../../shared/attention/state.ts';
import type { InstantMs } from '../../shared/durations.ts';
import { parseEdgeAddress } from '../../shared/edge-api/address.ts';
import { device, pairingCode } from '../../shared/edge-api/pairing.ts';
import { connectionItem } from '../connection/connection.ts';
import { deviceTokenItem } from '../connection/device-token.ts';
import { pair } from '../connection/pair.ts';
import { parseRevocations, revocationsItem, withRevocation } from '../connection/revocations.ts';
import { testConnection } from '../connection/self-test.ts';
import { apiError, type Result, success } from '../edge-client/api-error.ts';
import { forgetLaunches } from '../launch/forget-launches.ts';
import type { MessageHandlers } from '../messaging/contract.ts';
import { noticesItem } from '../notifications/notice.ts';
import { DEFAULT_SETTINGS, settingsItem } from '../storage/settings.ts';
import { attentionItem, capChangesItem, healthItem, snapshotItem } from '../storage/stored.ts';
import { setTogether } from '../storage/stored-item.ts';
import { callEdge, callEdgeFor } from './call-edge.ts';
import type { Keeper } from './keeper.ts';
import { readPairing } from './pairing.ts';
import { forgetRevocation, revokeTokens } from './revoke-tokens.ts';

type PairingCommands = Pick<
  MessageHandlers,
  | 'pair'
  | 'unpair'
  | 'retryRevocations'
  | 'forgetRevocation'
  | 'testConnection'
  | 'listDevices'
  | 'invite'
  | 'setDailySpend'
  | 'revokeDevice'
  | 'saveSettings'
  | 'resetAll'
>;

/** Pairing, the list of browsers, and the settings. */
export function pairingCommands(keeper: Keeper): PairingCommands {
  return {
    pair: async ({ address: typed, ...input }) => {
      const address = parseEdgeAddress(typed);
      if (address === null) return apiError('bad-address');
      const paired = await pair(keeper.deps, { ...input, address }, keeper.deps.now());
      if (!paired.ok) return paired;
      const { connection, token } = paired.value;
      keeper.hangUp();
      await keeper.inTurn(async () => {
        await forgetAccount(keeper.deps.now());
        await setTogether([deviceTokenItem.as(token), connectionItem.as(connection)]);
      });
      void revokeTokens(keeper);
      await keeper.refresh({ fresh: true });
      await keeper.listen();
      return success({ role: connection.role });
    },
    unpair: () => leave(),
    retryRevocations: async () => {
      await revokeTokens(keeper, 'all');
      return success(null);
    },
    forgetRevocation: async ({ deviceId }) => {
      await keeper.inTurn(() => forgetRevocation(deviceId));
      return success(null);
    },
    testConnection: async () => {
      const pairing = await readPairing();
      if (!pairing) return apiError('not-paired');
      return success(await testConnection(keeper.deps, pairing, keeper.deps.now));
    },
    listDevices: () => callEdgeFor(keeper.deps, { method: 'GET', path: '/devices' }, z.array(device)),
    invite: ({ role }) =>
      callEdgeFor(keeper.deps, { method: 'POST', path: '/pairing-codes', body: { role } }, pairingCode),
    setDailySpend: async ({ deviceId, credits }) =>
      callEdge(keeper.deps, {
        method: 'PATCH',
        path: devicePath(deviceId),
        body: { dailySpendCredits: credits },
      }),
    revokeDevice: async ({ deviceId }) =>
      callEdge(keeper.deps, { method: 'DELETE', path: devicePath(deviceId) }),
    saveSettings: ({ settings }) => afresh(() => settingsItem.setValue(settings)),
    resetAll: () =>
      leave(async () => {
        await forgetLaunches();
        await settingsItem.setValue(DEFAULT_SETTINGS);
      }),
  };

  /**
   * Unpairs at once, whether the edge can be reached or not: what it is to be told is stored in the same step, and tried
   * until it has answered.
   */
  async function leave(forgetMore?: () => Promise<void>): Promise<Result<null>> {
    keeper.hangUp();
    const left = await afresh(async () => {
      await forgetAccount(keeper.deps.now());
      await forgetMore?.();
    });
    await revokeTokens(keeper);
    return left;
  }

  /** Shows what is stored once `store` is through. */
  async function afresh(store: () => Promise<void>): Promise<Result<null>> {
    await keeper.inTurn(async () => {
      await store();
      await keeper.present();
    });
    return success(null);
  }
}

const devicePath = (deviceId: string) => `/devices/${encodeURIComponent(deviceId)}`;

/** Everything that belongs to one pairing but what its edge is still to be told; the settings stay. */
async function forgetAccount(now: InstantMs): Promise<void> {
  const [connection, token, revocations] = await Promise.all([
    connectionItem.getValue(),
    deviceTokenItem.getValue(),
    revocationsItem.getValue(),
  ]);
  const pending = parseRevocations(revocations);
  await setTogether([
    revocationsItem.as(connection && token ? withRevocation(pending, connection, token, now) : pending),
    deviceTokenItem.as(null),
    connectionItem.as(null),
    snapshotItem.as(null),
    attentionItem.as(emptyAttention),
    noticesItem.as([]),
    capChangesItem.as([]),
    healthItem.as({ lastOkAt: null, failure: null, live: false }),
  ]);
}
