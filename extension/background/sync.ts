import type { AttentionState } from '../../shared/attention/item.ts';
import type { Step } from '../../shared/attention/lifecycle.ts';
import { reduceEvents, reduceSnapshot } from '../../shared/attention/reduce.ts';
import type { RecentEvents } from '../../shared/snapshot/kept-event.ts';
import type { LiveMessage } from '../../shared/snapshot/live.ts';
import type { Section } from '../../shared/snapshot/section.ts';
import { type Snapshot, withReadBefore } from '../../shared/snapshot/snapshot.ts';
import type { InstantMs } from '../../shared/time.ts';
import { apiError, type Result, success } from '../edge-client/api-error.ts';
import { type FetchedSnapshot, fetchSnapshot } from '../edge-client/edge-client.ts';
import { keepRecordValues, watchNews } from '../notifications/watch-news.ts';
import { attentionItem, healthItem, snapshotItem, watchesItem } from '../storage/account.ts';
import { migrateStorage } from '../storage/migrations.ts';
import { deviceTokenItem, readPairing } from '../storage/pairing.ts';
import { noteLedger } from '../storage/receipts.ts';
import { serialQueue } from '../storage/stored-item.ts';
import { ensureRefreshAlarm, REFRESH_EVERY_MS } from './alarms.ts';
import type { BackgroundDependencies } from './dependencies.ts';
import { type LiveSocket, openLive } from './live-socket.ts';
import { eventsSince, followOn, hasGap } from './missed-events.ts';
import { noteHealth, noteLive, persist, persistOrReport, wasAway } from './persist.ts';
import { readWatches } from './read-watches.ts';
import { renderBadge, renderNotifications } from './render.ts';
import { revokeTokens } from './revoke-tokens.ts';

export type BackgroundSync = ReturnType<typeof createSync>;

/**
 * The one writer: fetches from the edge, receives live messages, reduces and persists them, and renders toolbar and
 * notifications. Has no state that must survive: it may be ended between any two steps.
 */
export function createSync(dependencies: BackgroundDependencies) {
  const inTurn = serialQueue();
  let refreshing: Promise<Result<null>> | null = null;
  let freshNext: Promise<Result<null>> | null = null;
  let live: LiveSocket | null = null;
  /** Counts disconnects: a socket that was being opened during one is not opened. */
  let disconnects = 0;
  let isViewed = false;

  /**
   * Fetches the snapshot; concurrent callers share one fetch. A `fresh` request waits for a running fetch and then
   * starts its own, because the running one may have read too early.
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
      await showBadge();
      return apiError('not-paired');
    }
    const { edge, token } = pairing;
    const response = await fetchSnapshot(dependencies, edge, token, stored?.etag ?? null, fresh);
    const value = response.ok ? response.value.value : null;
    const merged = value && withReadBefore(value, stored?.snapshot ?? null);
    const { lastSeq } = await attentionItem.getValue();
    const away = await wasAway(dependencies.now());
    // What was open before the first refresh is shown, not announced.
    const isFirst = lastSeq === null;
    const fetched = response.ok && merged ? { ...response.value, value: merged, away, isFirst } : null;
    if (fetched && hasGap(fetched.value.sections.events, lastSeq)) {
      // Reading missed events may take many pages. Show the rest until then.
      const rest = { ...fetched.value.sections.events, error: UNREAD };
      const kept = await whilePaired(token, async () => {
        await persistOrReport(dependencies.now(), () => take(fetched, rest));
        await showBadge();
      });
      if (!kept) return apiError('not-paired');
    }
    const events =
      fetched && (await eventsSince(dependencies, edge, token, fetched.value.sections.events, lastSeq));
    const kept = await whilePaired(token, async () => {
      await persistOrReport(dependencies.now(), async () => {
        if (fetched && events) await take(fetched, events);
        await noteHealth(dependencies.now(), response);
      });
      await render();
    });
    if (!kept) return apiError('not-paired');
    if (!response.ok) return response;
    await announceWatchNews(edge, token, away);
    return success(null);
  }

  /** Announces what the watches found, if the snapshot has news. @param away whether it follows an absence */
  async function announceWatchNews(edge: string, token: string, away: boolean): Promise<void> {
    const read = await readWatches(dependencies, edge, token);
    if (!read) return;
    await whilePaired(token, async () => {
      const news = watchNews(read.records, await watchesItem.getValue(), read.version, read.at);
      keepRecordValues(news.values);
      const { announcements, watches } = news;
      const attention = await attentionItem.getValue();
      const now = dependencies.now();
      await persistOrReport(now, () => persist(now, { attention, announcements, away, watches }));
      await render();
    });
  }

  /**
   * Runs `work` in sequence, unless this browser was unpaired or paired again in the meantime. @returns whether it
   * did
   */
  function whilePaired(token: string, work: () => Promise<void>): Promise<boolean> {
    return inTurn(async () => {
      if ((await deviceTokenItem.getValue()) !== token) return false;
      await work();
      return true;
    });
  }

  /** Reduces and persists a snapshot. @param events its own, or with earlier ones */
  async function take(
    fetched: FetchedSnapshot & { value: Snapshot; away: boolean; isFirst: boolean },
    events: Section<RecentEvents>,
  ): Promise<void> {
    const { value: snapshot, etag, away, isFirst } = fetched;
    const now = dependencies.now();
    await noteLedger(snapshot.ledger);
    const whole = { ...snapshot, sections: { ...snapshot.sections, events } };
    const step = reduceSnapshot(await attentionItem.getValue(), whole);
    await persist(now, {
      attention: step.state,
      announcements: isFirst ? [] : step.announcements,
      away,
      snapshot: {
        snapshot,
        // Without the tag, the same snapshot is fetched again, and the missed events with it.
        etag: events.error ? null : etag,
        receivedAt: now,
        skewMs: now - snapshot.at,
      },
    });
  }

  /** Renders what is stored. A surface that fails does not block the others; pending work stays pending. */
  async function render(): Promise<void> {
    const looking = dependencies.isLooking();
    const notified = looking.then((looks) => renderNotifications(dependencies.now(), looks));
    await Promise.allSettled([showBadge(), notified]);
  }

  async function showBadge(): Promise<void> {
    await renderBadge(dependencies.now(), dependencies.isOnline()).catch(() => undefined);
  }

  /** Changes the attention state on a user's command. `reduce` gets the edge's clock, which items use. */
  function change(reduce: (state: AttentionState, edgeNow: InstantMs) => AttentionState): Promise<void> {
    return inTurn(async () => {
      const now = dependencies.now();
      const edgeNow = now - ((await snapshotItem.getValue())?.skewMs ?? 0);
      const attention = reduce(await attentionItem.getValue(), edgeNow);
      const failed = await persistOrReport(now, () =>
        persist(now, { attention, announcements: [], away: false }),
      );
      await render();
      if (failed) throw failed;
    });
  }

  async function onLive(message: LiveMessage, socket: number): Promise<void> {
    if (message.type === 'changed' && message.events.length > 0) {
      const { lastSeq } = await attentionItem.getValue();
      if (!followOn(message.events, lastSeq)) return void (await refresh());
      await inTurn(async () => {
        // Events of the edge that this browser was paired with before.
        if (socket !== disconnects) return;
        const now = dependencies.now();
        const step: Step = reduceEvents(await attentionItem.getValue(), message.events);
        const away = await wasAway(now);
        const came = { attention: step.state, announcements: step.announcements, away };
        await persistOrReport(now, () => persist(now, came));
        await render();
      });
    }
    const stored = await snapshotItem.getValue();
    if (message.type === 'gap' || stored?.snapshot.version !== message.version) await refresh();
  }

  /** Opens the live socket unless it is open. Without it, only the alarm polls. */
  async function connect(): Promise<void> {
    const socket = disconnects;
    const [pairing, attention] = await Promise.all([readPairing(), attentionItem.getValue()]);
    if (live || !pairing || socket !== disconnects) return;
    live = openLive(
      dependencies.openSocket,
      { ...pairing, cursor: attention.lastSeq ?? 0 },
      {
        onOpen: () => void inTurn(() => noteLive(true)),
        onMessage: (message) => void onLive(message, socket),
        onClose: (why) => {
          if (socket === disconnects) live = null;
          void inTurn(() => noteLive(false));
          if (why === 'revoked') void refresh();
        },
      },
    );
    live.setViewed(isViewed);
  }

  /** Reports that a view was opened, or the last one closed: while one is open, the edge polls more often. */
  async function setViewed(open: boolean): Promise<void> {
    isViewed = open;
    live?.setViewed(open);
    if (open) await connect();
  }

  /** Closes the live socket, and prevents one that is being opened. */
  function disconnect(): void {
    disconnects += 1;
    live?.close();
    live = null;
  }

  /** Runs on every start, whatever caused it: ensures the alarm and the socket, and does overdue work. */
  async function onStart(): Promise<void> {
    await ensureRefreshAlarm();
    await inTurn(() => persistOrReport(dependencies.now(), migrateStorage));
    const revoking = revokeTokens({ dependencies, inTurn });
    const { lastOkAt } = await healthItem.getValue();
    const now = dependencies.now();
    const overdue = lastOkAt === null || now - lastOkAt >= REFRESH_EVERY_MS || lastOkAt > now;
    if (overdue) await refresh();
    else await inTurn(() => render());
    await Promise.all([connect(), revoking]);
  }

  async function onAlarm(): Promise<void> {
    await Promise.all([refresh().then(connect), revokeTokens({ dependencies, inTurn })]);
  }

  return { dependencies, inTurn, refresh, change, render, connect, disconnect, setViewed, onStart, onAlarm };
}

const UNREAD = { code: 'unreachable', since: 0 } as const;
