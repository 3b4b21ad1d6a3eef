import { oneLine } from '../../shared/one-line.ts';
import { again } from './origin.ts';
import type { SignedIn } from './sign-in.ts';
import { Stop } from './stop.ts';

/**
 * Cloudflare takes every upload to an existing Worker, even one planned before another run's. So an upgrade
 * looks for other runs right before its own upload, and after it.
 */

/**
 * @param began version that was deployed when this run began; null: none was listed
 * @throws Stop when another one is deployed by now
 */
export async function requireUnchanged(
  { api, accountId }: SignedIn,
  name: string,
  began: string | null,
): Promise<void> {
  const [latest] = await api.deployments(accountId, name);
  if (!latest || latest.versionId === began) return;
  throw new Stop(
    `Another run has changed ${name} since this one began (${oneLine(latest.at)}). Nothing was deployed: run this again, and it goes on from what is deployed now.`,
  );
}

/**
 * @param own version that this run deployed
 * @throws Stop when another run deployed since `began`, before or after this one
 */
export async function requireAlone(
  { api, accountId }: SignedIn,
  name: string,
  began: string | null,
  own: string,
): Promise<void> {
  const listed = await api.deployments(accountId, name);
  const until = listed.findIndex(({ versionId }) => versionId === began);
  const since = listed.slice(0, until === -1 ? listed.length : until);
  const other = since.find(({ versionId }) => versionId !== own);
  if (!other) return;
  const at = oneLine(other.at);
  throw new Stop(
    listed[0]?.versionId === own
      ? `Deployed, but another run changed ${name} while this one uploaded (${at}). What runs now is this run's: what the other one set may be lost. \`${again('status')}\` shows it.`
      : `Deployed, but another run has changed ${name} since (${at}): what runs now is not this run's. \`${again('status')}\` shows it; \`${again()}\` deploys this checkout again.`,
  );
}
