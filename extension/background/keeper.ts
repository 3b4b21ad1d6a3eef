import type { Step } from '../../shared/attention/open-close.ts';
import { reduceEvents, reduceSnapshot } from '../../shared/attention/reduce.ts';
import type { AttentionState } from '../../shared/attention/state.ts';
import type { InstantMs } from '../../shared/durations.ts';
import type { LiveMessage } from '../../shared/edge-api/live.ts';
import { deviceTokenItem } from '../connection/device-token.ts';
import { apiError, type Result, success } from '../edge-client/api-error.ts';
import { fetchSnapshot } from '../edge-client/fetch-snapshot.ts';
import { serialQueue } from '../storage/serial.ts';
import { attentionItem, healthItem, snapshotItem } from '../storage/stored.ts';
import { ensureRefreshAlarm, REFRESH_EVERY_MS } from './alarm.ts';
import type { KeeperDeps } from './deps.ts';
import { learn, noteHealth, noteLive } from './learn.ts';
import { type LiveSocket, openLive } from './live-socket.ts';
import { eventsSince, followOn } from './missed-events.ts';
import { readPairing } from './pairing.ts';
import { presentBadge, presentNotices, withdrawNotices } from './present.ts';
import { revokeTokens } from './revoke-tokens.ts';

export type Keeper = ReturnType<typeof createKeeper>;

/**
 * The one writer: asks the edge, listens to it, reduces what comes, and shows it on the toolbar and as notifications.
 * Holds nothing that must survive: it may be ended between any two steps.
 */
export function createKeeper(deps: KeeperDeps) {
  const inTurn = serialQueue();
  let refreshing: Promise<Result<null>> | null = null;
  let freshNext: Promise<Result<null>> | null = null;
  let live: LiveSocket | null = null;

  /**
   * Asks for the snapshot now; several callers share one asking. One that runs already may have read before what a `fresh`
   * one is to see: that is asked behind it.
   */
  function refresh({ fresh = false } = {}): Promise<Result<null>> {
    if (!refreshing) {
      refreshing = readOnce(fresh).finally(() => {
        refreshing = null;
      });
      return refreshing;
    }
    if (!fresh) return refreshing;
    const next = () => {
      freshNext = null;
      return refresh({ fresh });
    };
    freshNext ??= refreshing.then(next, next);
    return freshNext;
  }

  async function readOnce(fresh: boolean): Promise<Result<null>> {
    const [pairing, stored] = await Promise.all([readPairing(), snapshotItem.getValue()]);
    if (!pairing) {
      await presentBadge(deps.now(), deps.isOnline());
      return apiError('not-paired');
    }
    const answered = await fetchSnapshot(deps, pairing.edge, pairing.token, stored?.etag ?? null, fresh);
    const told = answered.ok ? answered.value.value : null;
    const { lastSeq } = await attentionItem.getValue();
    const events =
      told && (await eventsSince(deps, pairing.edge, pairing.token, told.sections.events, lastSeq));
    return inTurn(async () => {
      if ((await deviceTokenItem.getValue()) !== pairing.token) return apiError('not-paired');
      const now = deps.now();
      if (answered.ok && told && events) {
        const whole = { ...told, sections: { ...told.sections, events } };
        const step = reduceSnapshot(await attentionItem.getValue(), whole);
        // Without the tag the same snapshot is told again, and what was missed is asked for again.
        const etag = events.error ? null : answered.value.etag;
        await learn(now, {
          attention: step.state,
          announcements: step.announcements,
          snapshot: { snapshot: told, etag, receivedAt: now, skewMs: now - told.at },
        });
      }
      await noteHealth(now, answered.ok ? null : answered.error);
      await present();
      return answered.ok ? success(null) : answered;
    });
  }

  /** Shows what storage says. */
  async function present(): Promise<void> {
    const now = deps.now();
    // One surface that fails must not keep the others from telling; what is pending stays pending.
    await Promise.allSettled([
      presentBadge(now, deps.isOnline()),
      deps
        .isLooking()
        .then((looking) => presentNotices(now, looking))
        .then(withdrawNotices),
    ]);
  }

  /** Changes the attention by a command of the user's. `reduce` is given the edge's clock, by which items count. */
  function change(reduce: (state: AttentionState, edgeNow: InstantMs) => AttentionState): Promise<void> {
    return inTurn(async () => {
      const now = deps.now();
      const edgeNow = now - ((await snapshotItem.getValue())?.skewMs ?? 0);
      const attention = reduce(await attentionItem.getValue(), edgeNow);
      await learn(now, { attention, announcements: [] });
      await present();
    });
  }

  async function onLive(message: LiveMessage): Promise<void> {
    if (message.type === 'changed' && message.events.length > 0) {
      const { lastSeq } = await attentionItem.getValue();
      if (!followOn(message.events, lastSeq)) return void (await refresh());
      await inTurn(async () => {
        const step: Step = reduceEvents(await attentionItem.getValue(), message.events);
        await learn(deps.now(), { attention: step.state, announcements: step.announcements });
        await present();
      });
    }
    const stored = await snapshotItem.getValue();
    if (message.type === 'gap' || stored?.snapshot.version !== message.version) await refresh();
  }

  /** Opens the live socket unless it is open. Without it the alarm alone asks. */
  async function listen(): Promise<void> {
    const [pairing, attention] = await Promise.all([readPairing(), attentionItem.getValue()]);
    if (live || !pairing) return;
    live = openLive(
      deps.openSocket,
      { ...pairing, cursor: attention.lastSeq ?? 0 },
      {
        onOpen: () => void inTurn(() => noteLive(true)),
        onMessage: (message) => void onLive(message),
        onClose: (why) => {
          live = null;
          void inTurn(() => noteLive(false));
          if (why === 'revoked') void refresh();
        },
      },
    );
  }

  function hangUp(): void {
    live?.close();
    live = null;
  }

  /** Every wake, whatever woke it: the alarm exists, the socket is open, overdue work is done. */
  async function wake(): Promise<void> {
    await ensureRefreshAlarm();
    const revoking = revokeTokens({ deps, inTurn });
    const { lastOkAt } = await healthItem.getValue();
    const overdue = lastOkAt === null || deps.now() - lastOkAt >= REFRESH_EVERY_MS || lastOkAt > deps.now();
    if (overdue) await refresh();
    else await inTurn(() => present());
    await Promise.all([listen(), revoking]);
  }

  /** The alarm. */
  async function tick(): Promise<void> {
    await Promise.all([refresh().then(listen), revokeTokens({ deps, inTurn })]);
  }

  return { deps, inTurn, refresh, change, present, listen, hangUp, wake, tick };
}
