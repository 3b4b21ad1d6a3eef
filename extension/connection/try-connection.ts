import type { InstantMs } from '../../shared/durations.ts';
import { type FetchedSnapshot, fetchSnapshot } from '../background/fetch-snapshot.ts';
import { askEdge, type EdgeDeps } from '../edge-client/edge-client.ts';
import type { Outcome } from '../edge-client/failure.ts';

/** What the edge said when it was tried; `read` null: it was not asked, because it is not alive. */
export type ConnectionTrial = {
  /** What `/health` answers, as it came. */
  alive: Outcome<unknown>;
  read: Outcome<FetchedSnapshot> | null;
  /** This browser's clock when it was answered. */
  at: InstantMs;
};

/** Asks for whatever tells how well the edge can be used; `self-test.ts` judges it. */
export async function tryConnection(
  deps: EdgeDeps,
  edge: string,
  token: string,
  now: () => InstantMs,
): Promise<ConnectionTrial> {
  const alive = await askEdge(
    deps,
    edge,
    { method: 'GET', path: '/health', token: null },
    (health) => health,
  );
  const read = alive.ok ? await fetchSnapshot(deps, edge, token, null, true) : null;
  return { alive, read, at: now() };
}
