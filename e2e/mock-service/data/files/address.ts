import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Instant } from '../../clock/clock.ts';
import type { World } from '../../world/world.ts';
import { dataStateOf } from '../backend/data-state.ts';
import { Problem } from '../http/problem.ts';

/** What an address of a download leads to. */
export type Downloadable = 'files' | 'backups';

/** An address that downloads without a key until `expires` (epoch ms). */
export function signedAddress(
  world: World,
  dataUrl: string,
  kind: Downloadable,
  projectId: string,
  name: string,
  expires: Instant,
): string {
  const path = pathOf(kind, projectId, name);
  return `${dataUrl}${path}?expires=${expires}&signature=${signatureOf(world, path, String(expires))}`;
}

/** 403 unless the address was signed here and has not expired. */
export function checkAddress(
  world: World,
  kind: Downloadable,
  projectId: string,
  name: string,
  query: URLSearchParams,
): void {
  const expires = query.get('expires') ?? '';
  const expected = Buffer.from(signatureOf(world, pathOf(kind, projectId, name), expires));
  const sent = Buffer.from(query.get('signature') ?? '');
  if (sent.length !== expected.length || !timingSafeEqual(sent, expected)) {
    throw new Problem(403, 'The signature of this address is wrong.');
  }
  if (Number(expires) <= world.clock.now())
    throw new Problem(403, 'This address has expired: ask for a new one.');
}

function pathOf(kind: Downloadable, projectId: string, name: string): string {
  return `/download/${kind}/${encodeURIComponent(projectId)}/${encodeURIComponent(name)}`;
}

function signatureOf(world: World, path: string, expires: string): string {
  return createHmac('sha256', dataStateOf(world).addressSecret).update(`${path}?${expires}`).digest('hex');
}
