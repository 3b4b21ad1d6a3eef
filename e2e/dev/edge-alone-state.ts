import { createHash, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { FORM_NUMBER } from '../../edge/object/form-number.ts';
import { type EdgeAloneSettings, isLoopback } from './edge-alone-settings.ts';

const STATE_ROOT = join(import.meta.dirname, '..', '..', '.wrangler', 'alone');
const ASK_TIMEOUT_MS = 3_000;

/**
 * Storage folder of `npm run edge`. It survives restarts of the edge. It is replaced when the local service
 * was restarted, because its account is then gone, or when the edge stores in another form.
 */
export async function edgeAloneStateDir(settings: EdgeAloneSettings): Promise<string> {
  const instance = isLoopback(settings.serviceUrl) ? await instanceOf(settings.serviceUrl) : 'elsewhere';
  const place = createHash('sha256')
    .update(`${settings.serviceUrl}\n${settings.apiKey}\n${instance}\n${FORM_NUMBER}`)
    .digest('hex');
  return join(STATE_ROOT, place.slice(0, 12));
}

async function instanceOf(serviceUrl: string): Promise<string> {
  try {
    const response = await fetch(`${serviceUrl}/__control`, { signal: AbortSignal.timeout(ASK_TIMEOUT_MS) });
    const body: unknown = await response.json();
    if (typeof body === 'object' && body !== null && 'instance' in body) return String(body.instance);
  } catch {
    // Not running yet, or not the local service: old storage must not be used.
  }
  return randomUUID();
}
