import { pairingCode, parseEdgeAddress } from '../../../shared/edge-api/pairing.ts';
import type { InstantMs } from '../../../shared/time.ts';
import { pair } from '../../connection/pairing.ts';
import { testConnection } from '../../connection/self-test.ts';
import { apiError, type Result, success } from '../../edge-client/api-error.ts';
import type { MessageHandlers } from '../../messaging/contract.ts';
import { healthItem } from '../../storage/account.ts';
import { forgetLaunches } from '../../storage/forget.ts';
import {
  type Connection,
  connectionItem,
  deviceTokenItem,
  isSameLedger,
  readPairing,
  revocationsItem,
  withRevocation,
} from '../../storage/pairing.ts';
import { forgetAccount } from '../../storage/receipts.ts';
import { demoItem } from '../../storage/session.ts';
import { DEFAULT_SETTINGS, entryPointsItem, readSettings, settingsItem } from '../../storage/settings.ts';
import { setTogether } from '../../storage/stored-item.ts';
import { callEdge, callEdgeFor } from '../call-edge.ts';
import { forgetRevocation, revokeTokens } from '../revoke-tokens.ts';
import type { BackgroundSync } from '../sync.ts';

type PairingCommands = Pick<
  MessageHandlers,
  | 'pair'
  | 'unpair'
  | 'retryRevocations'
  | 'forgetRevocation'
  | 'testConnection'
  | 'invite'
  | 'setDailySpend'
  | 'saveSettings'
  | 'resetAll'
>;

/** Pairing, the list of browsers, and the settings. */
export function pairingCommands(sync: BackgroundSync): PairingCommands {
  return {
    pair: async ({ address: typed, ...input }) => {
      const address = parseEdgeAddress(typed);
      if (address === null) return apiError('bad-address');
      const paired = await pair(sync.dependencies, { ...input, address }, sync.dependencies.now());
      if (!paired.ok) return paired;
      const { connection, token } = paired.value;
      await sync.inTurn(async () => {
        await endPairing(sync.dependencies.now(), connection);
        await setTogether([deviceTokenItem.as(token), connectionItem.as(connection)]);
        await demoItem.removeValue();
        // Only now: a socket being opened used the former pairing.
        sync.disconnect();
      });
      void revokeTokens(sync);
      await sync.refresh({ fresh: true });
      await sync.connect();
      return success({ role: connection.role });
    },
    unpair: () => leave(),
    retryRevocations: async () => {
      await revokeTokens(sync, 'all');
      return success(null);
    },
    forgetRevocation: async ({ deviceId }) => {
      await sync.inTurn(() => forgetRevocation(deviceId));
      return success(null);
    },
    testConnection: async () => {
      const pairing = await readPairing();
      if (!pairing) return apiError('not-paired');
      return success(await testConnection(sync.dependencies, pairing, sync.dependencies.now));
    },
    invite: ({ role }) =>
      callEdgeFor(sync.dependencies, { method: 'POST', path: '/pairing-codes', body: { role } }, pairingCode),
    setDailySpend: async ({ deviceId, credits }) =>
      callEdge(sync.dependencies, {
        method: 'PATCH',
        path: devicePath(deviceId),
        body: { dailySpendCredits: credits },
      }),
    saveSettings: (changes) =>
      afresh(async () => {
        const settings = Object.assign({}, await readSettings(), changes.settings);
        const ways = Object.assign({}, await entryPointsItem.getValue(), changes.ways);
        await setTogether([settingsItem.as(settings), entryPointsItem.as(ways)]);
      }),
    resetAll: () =>
      leave(async () => {
        await forgetLaunches();
        await settingsItem.setValue(DEFAULT_SETTINGS);
      }),
  };

  /**
   * Unpairs at once, whether or not the edge is reachable: the revocation is stored in the same step and
   * retried until the edge confirms it.
   */
  async function leave(forgetMore?: () => Promise<void>): Promise<Result<null>> {
    const left = await afresh(async () => {
      await endPairing(sync.dependencies.now());
      sync.disconnect();
      await forgetMore?.();
    });
    await revokeTokens(sync);
    return left;
  }

  /** Renders what is stored after `store`. */
  async function afresh(store: () => Promise<void>): Promise<Result<null>> {
    await sync.inTurn(async () => {
      await store();
      await sync.render();
    });
    return success(null);
  }
}

const devicePath = (deviceId: string) => `/devices/${encodeURIComponent(deviceId)}`;

/**
 * Ends the pairing, and stores its revocation as pending.
 * @param next what this browser is paired with from now on; with the same ledger, the account's data stays
 */
async function endPairing(now: InstantMs, next?: Connection): Promise<void> {
  const [connection, token, revocations] = await Promise.all([
    connectionItem.getValue(),
    deviceTokenItem.getValue(),
    revocationsItem.getValue(),
  ]);
  const pending = revocations;
  const ended = revocationsItem.as(
    connection && token ? withRevocation(pending, connection, token, now) : pending,
  );
  const goesOn =
    next?.ledger && connection?.edge === next.edge && isSameLedger(next.ledger, connection.ledger);
  if (goesOn) return setTogether([ended]);
  const ending = [
    ended,
    deviceTokenItem.as(null),
    connectionItem.as(null),
    healthItem.as({ lastOkAt: null, failure: null, live: false }),
  ];
  await forgetAccount(ending, connection !== null);
}
