import { CAP_FIELD, type Category } from '../../shared/builder-api/limits.ts';
import type { CapRequest } from '../../shared/edge-api/caps.ts';
import { IN_DOUBT, type Result, success } from './api-error.ts';

/** A change of one of a project's caps; null = no cap. */
export type CapEdit = {
  projectId: string;
  category: Category;
  from: number | null;
  to: number | null;
};

type PutRequest = { method: 'PUT'; path: string; body: CapRequest };

/**
 * Sets a cap if it still is `from`: the edge compares and sets. After a lost response it is asked once more, which sets nothing
 * twice. @returns otherwise an error; its `found` says what stands there if somebody else has set it
 */
export async function putCap(
  { projectId, category, from, to }: CapEdit,
  send: (request: PutRequest) => Promise<Result<unknown>>,
): Promise<Result<null>> {
  const path = `/caps/${encodeURIComponent(projectId)}`;
  const request: PutRequest = { method: 'PUT', path, body: { category, expected: from, to } };
  const first = await send(request);
  const result = !first.ok && IN_DOUBT.has(first.error.kind) ? await send(request) : first;
  return result.ok ? success(null) : result;
}

/** Sets the caps of a project that was just launched, whose present ones nobody has been shown. */
export async function putLaunchedCaps(
  projectId: string,
  caps: { [field in (typeof CAP_FIELD)[Category]]?: number | null | undefined },
  send: (request: PutRequest) => Promise<Result<unknown>>,
): Promise<Result<null>> {
  for (const category of Object.keys(CAP_FIELD) as Category[]) {
    const to = caps[CAP_FIELD[category]];
    if (to === undefined) continue;
    const asked = await putCap({ projectId, category, from: to, to }, send);
    const stands = asked.ok ? undefined : asked.error.found;
    const set = stands === undefined ? asked : await putCap({ projectId, category, from: stands, to }, send);
    if (!set.ok) return set;
  }
  return success(null);
}
