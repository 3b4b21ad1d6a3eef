import type { Snapshot } from '../../shared/snapshot/snapshot.ts';
import { askEdge, type EdgeDeps } from '../edge-client/edge-client.ts';
import type { Outcome } from '../edge-client/failure.ts';
import { snapshotForm } from '../forms/forms.ts';

/**
 * Asks for the snapshot; `value` null when it has not changed since `etag`.
 * @param fresh somebody looks: the edge then reads what is more than a few seconds old, and sweeps
 */
export async function fetchSnapshot(
  deps: EdgeDeps,
  edge: string,
  token: string,
  etag: string | null,
  fresh: boolean,
): Promise<Outcome<{ value: Snapshot | null; etag: string | null }>> {
  return askEdge(
    deps,
    edge,
    {
      method: 'GET',
      path: fresh ? '/snapshot?fresh=1' : '/snapshot',
      token,
      headers: etag === null ? {} : { 'if-none-match': etag },
    },
    snapshotForm,
  );
}
