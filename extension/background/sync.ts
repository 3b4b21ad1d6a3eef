import { backoffMs } from '../../shared/backoff.ts';
import type { LiveMessage } from '../../shared/snapshot/live.ts';
import { withReadBefore } from '../../shared/snapshot/snapshot.ts';
import { SECOND_MS } from '../../shared/time.ts';
import { ensureRefreshAlarm, REFRESH_EVERY_MS } from '../connection/alarms.ts';
import { apiError, type Result, success } from '../edge-client/api-error.ts';
import { fetchSnapshot } from '../edge-client/edge-client.ts';
import { attentionItem, readHealth, readSnapshot } from '../storage/account.ts';
import { deviceTokenItem, readPairing } from '../storage/pairing.ts';
import { noteLedger } from '../storage/receipts.ts';
import { serialQueue } from '../storage/stored-item.ts';
import { announcedSince } from './announcements.ts';
import type { BackgroundDependencies } from './dependencies.ts';
import { type LiveSocket, openLive } from './live-socket.ts';
import { noteHealth, noteLive, persist, persistOrReport, wasAway } from './persist.ts';
import { renderBadge, renderNotifications } from './render.ts';
import { revokeTokens } from './revoke-tokens.ts';

const RECONNECT_FIRST_MS = SECOND_MS;
const RECONNECT_MAX_MS = 30 * SECOND_MS;

export type BackgroundSync = ReturnType<typeof createSync>;

/**
 * The one writer: fetches from the edge, receives live messages, persists announcements, and renders toolbar
 * and notifications. Has no state that must survive: it may be ended between any two steps.
 */
export function createSync(dependencies: BackgroundDependencies) {
  const inTurn = serialQueue();
  const refresh = sharedRefresh(readOnce);
  const live = liveConnection(dependencies.openSocket, inTurn, onLive, refresh);

  async function readOnce(fresh: boolean): Promise<Result<null>> {
    await ensureRefreshAlarm();
    const [pairing, stored, { cursor }] = await Promise.all([
      readPairing(),
      readSnapshot(),
      attentionItem.getValue(),
    ]);
    if (!pairing) {
      await showBadge();
      return apiError('not-paired');
    }
    const { edge, token } = pairing;
    const response = await fetchSnapshot(dependencies, edge, token, stored?.etag ?? null, fresh);
    const value = response.ok ? response.value.value : null;
    const merged = value && withReadBefore(value, stored?.snapshot ?? null);
    const away = await wasAway(dependencies.now());
    const newest = response.ok ? ((merged ?? stored?.snapshot)?.attention?.lastAnnouncement ?? null) : null;
    // What was announced before this browser was paired is shown, not announced.
    const announced =
      newest === null || newest === cursor
        ? { items: [], cursor }
        : cursor === null
          ? { items: [], cursor: newest }
          : await announcedSince(dependencies, edge, token, cursor, newest);
    const kept = await whilePaired(token, async () => {
      const now = dependencies.now();
      await persistOrReport(now, async () => {
        if (merged) await noteLedger(merged.ledger);
        const snapshot = response.ok &&
          merged && {
            snapshot: merged,
            etag: response.value.etag,
            receivedAt: now,
            skewMs: now - merged.at,
          };
        const came = {
          announced: announced?.items ?? [],
          away,
          ...(snapshot && { snapshot }),
        };
        if (snapshot || announced?.cursor !== cursor)
          await persist(now, { ...came, ...(announced && { cursor: announced.cursor }) });
        await noteHealth(now, response);
      });
      await render();
    });
    if (!kept) return apiError('not-paired');
    return response.ok ? success(null) : response;
  }

  /**
   * Runs `work` in sequence, unless this browser was unpaired or paired again in the meantime.
   * @returns whether it did
   */
  function whilePaired(token: string, work: () => Promise<void>): Promise<boolean> {
    return inTurn(async () => {
      if ((await deviceTokenItem.getValue()) !== token) return false;
      await work();
      return true;
    });
  }

  /** Renders what is stored. A surface that fails does not block the others; pending work stays pending. */
  async function render(): Promise<void> {
    const viewed = dependencies.isViewOpen();
    const notified = viewed.then((isOpen) => renderNotifications(dependencies.now(), isOpen));
    await Promise.allSettled([showBadge(), notified]);
  }

  async function showBadge(): Promise<void> {
    await renderBadge(dependencies.now(), dependencies.isOnline()).catch(() => undefined);
  }

  /** Marks an open item as seen in this browser only. */
  function seeHere(id: string, isSeen: boolean): Promise<void> {
    return inTurn(async () => {
      const [stored, kept] = await Promise.all([readSnapshot(), attentionItem.getValue()]);
      const item = stored?.snapshot.attention?.items.find((one) => one.id === id);
      if (!stored || !item) return;
      const at = dependencies.now() - stored.skewMs;
      const { [id]: _, ...others } = kept.seen;
      const seen = isSeen ? { ...others, [id]: { at, opening: item.opening, rank: item.rank } } : others;
      const failed = await persistOrReport(dependencies.now(), () =>
        attentionItem.setValue({ ...kept, seen }),
      );
      await render();
      if (failed) throw failed;
    });
  }

  /** @param isConnected whether it is of the edge that this browser is paired with still */
  async function onLive(message: LiveMessage, isConnected: () => boolean): Promise<void> {
    const pairing = await readPairing();
    if (!pairing) return;
    let isBehind = message.type === 'gap';
    if (message.type === 'changed' && message.announcements.length > 0) {
      await inTurn(async () => {
        if (!isConnected()) return;
        const { cursor } = await attentionItem.getValue();
        isBehind = cursor === null || message.since > cursor;
        if (isBehind) return;
        const now = dependencies.now();
        const announced = message.announcements.filter(({ number }) => number > (cursor ?? 0));
        const came = { announced, cursor: Math.max(message.cursor, cursor ?? 0), away: await wasAway(now) };
        await persistOrReport(now, () => persist(now, came));
        await render();
      });
    }
    const stored = await readSnapshot();
    if (isBehind || stored?.snapshot.version !== message.version) await refresh();
  }

  /** Runs on every start, whatever caused it: ensures the alarm and the socket, and does overdue work. */
  async function onStart(): Promise<void> {
    await ensureRefreshAlarm();
    const revoking = revokeTokens({ dependencies, inTurn });
    const { lastOkAt } = await readHealth();
    const now = dependencies.now();
    const overdue = lastOkAt === null || now - lastOkAt >= REFRESH_EVERY_MS || lastOkAt > now;
    if (overdue) await refresh();
    else await inTurn(() => render());
    await Promise.all([live.connect(), revoking]);
  }

  async function onAlarm(): Promise<void> {
    await Promise.all([refresh().then(live.connect), revokeTokens({ dependencies, inTurn })]);
  }

  return { dependencies, inTurn, refresh, seeHere, render, ...live, onStart, onAlarm };
}

/**
 * Reads the snapshot; concurrent callers share one reading. A `fresh` request waits for a running one, which
 * may have read too early, and then starts its own.
 */
function sharedRefresh(read: (fresh: boolean) => Promise<Result<null>>) {
  let refreshing: Promise<Result<null>> | null = null;
  let freshNext: Promise<Result<null>> | null = null;
  return function refresh({ fresh = false } = {}): Promise<Result<null>> {
    if (!refreshing) {
      refreshing = read(fresh).finally(() => {
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
  };
}

/** The live socket to the edge that this browser is paired with. */
function liveConnection(
  openSocket: BackgroundDependencies['openSocket'],
  inTurn: ReturnType<typeof serialQueue>,
  onLive: (message: LiveMessage, isConnected: () => boolean) => Promise<void>,
  refresh: () => Promise<Result<null>>,
) {
  let socket: LiveSocket | null = null;
  /** How often in a row the socket was lost. */
  let lost = 0;
  /** Counts disconnects: a socket that was being opened during one is not opened. */
  let disconnects = 0;
  let isViewed = false;

  /** Opens the live socket unless it is open. Without it, only the alarm polls. */
  async function connect(): Promise<void> {
    const before = disconnects;
    const [pairing, { cursor }] = await Promise.all([readPairing(), attentionItem.getValue()]);
    if (socket || !pairing || before !== disconnects) return;
    socket = openLive(
      openSocket,
      { ...pairing, cursor },
      {
        onOpen: () => {
          lost = 0;
          void inTurn(() => noteLive(true));
        },
        onMessage: (message) => void onLive(message, () => before === disconnects),
        onClose: (why) => {
          if (before === disconnects) socket = null;
          void inTurn(() => noteLive(false));
          if (why === 'revoked') void refresh();
          else if (before === disconnects) connectAgain();
        },
      },
    );
    socket.setViewed(isViewed);
  }

  /** While the background lives, a lost socket is opened again with backoff; after that, the alarm does. */
  function connectAgain(): void {
    const before = disconnects;
    lost += 1;
    const delayMs = backoffMs(lost, RECONNECT_FIRST_MS, RECONNECT_MAX_MS);
    setTimeout(() => {
      if (before === disconnects) void connect();
    }, delayMs);
  }

  /** Reports that a view was opened, or the last one closed: while one is open, the edge polls more often. */
  async function setViewed(open: boolean): Promise<void> {
    isViewed = open;
    socket?.setViewed(open);
    if (open) await connect();
  }

  /** Closes the live socket, and prevents one that is being opened. */
  function disconnect(): void {
    disconnects += 1;
    socket?.close();
    socket = null;
  }

  return { connect, disconnect, setViewed };
}
