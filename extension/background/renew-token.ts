import { renewedToken } from '../../shared/edge-api/pairing.ts';
import { DAY_MS } from '../../shared/time.ts';
import { connectionItem, deviceTokenItem } from '../storage/pairing.ts';
import { setTogether } from '../storage/stored-item.ts';
import { callEdgeFor } from './call-edge.ts';
import type { BackgroundSync } from './sync.ts';

const TOKEN_AGE_MAX_MS = 30 * DAY_MS;
/** After a request without an answer. */
const ASK_AGAIN_MS = DAY_MS;

/**
 * Replaces this browser's token once it is 30 days old. The edge takes both until the new one is used, so
 * that a lost answer changes nothing.
 */
export async function renewToken({
  dependencies,
  inTurn,
}: Pick<BackgroundSync, 'dependencies' | 'inTurn'>): Promise<void> {
  const [connection, token] = await Promise.all([connectionItem.getValue(), deviceTokenItem.getValue()]);
  const now = dependencies.now();
  if (!connection || token === null || now < (connection.renewsAt ?? connection.pairedAt + TOKEN_AGE_MAX_MS))
    return;
  const renewed = await callEdgeFor(dependencies, { method: 'POST', path: '/devices/token' }, renewedToken);
  await inTurn(async () => {
    const paired = await connectionItem.getValue();
    // Unpaired or paired anew meanwhile.
    if (!paired || (await deviceTokenItem.getValue()) !== token) return;
    const renewsAt = now + (renewed.ok ? TOKEN_AGE_MAX_MS : ASK_AGAIN_MS);
    await setTogether([
      connectionItem.as({ ...paired, renewsAt }),
      ...(renewed.ok ? [deviceTokenItem.as(renewed.value.token)] : []),
    ]);
  });
}
