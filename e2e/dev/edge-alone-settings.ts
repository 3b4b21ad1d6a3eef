import { randomBytes } from 'node:crypto';
import {
  DEFAULT_EDGE_PORT,
  DEFAULT_SERVICE_PORT,
  LOCAL_PAIRING_CODE,
  LOCAL_PUBLIC_URL,
} from './local-defaults.ts';
import { readPort, requireUrl } from './settings-rules.ts';

/** Settings of `npm run edge`. */
export interface EdgeAloneSettings {
  readonly edgePort: number;
  readonly serviceUrl: string;
  readonly apiKey: string;
  readonly dataApiUrl: string | null;
  readonly publicUrl: string | null;
  readonly pairingCode: string;
}

/**
 * Reads the environment of `npm run edge`, with defaults for `npm run service`. Another service requires its
 * key, and the pairing code is then random.
 * @throws Error with one sentence for the first mistake
 */
export function readEdgeAloneSettings(env: Record<string, string | undefined>): EdgeAloneSettings {
  const servicePort = readPort('SERVICE_PORT', env.SERVICE_PORT, DEFAULT_SERVICE_PORT);
  const serviceUrl = (env.SERVICE_URL || `http://127.0.0.1:${servicePort}`).replace(/\/+$/, '');
  requireUrl('SERVICE_URL', serviceUrl, ['https:', 'http:']);
  const here = isLoopback(serviceUrl);
  const apiKey = env.SERVICE_API_KEY || (here ? 'local-key' : '');
  if (!apiKey) throw new Error('SERVICE_URL is set and SERVICE_API_KEY is not: set both, or neither.');
  const dataApiUrl = env.DATA_API_URL || (here ? `${serviceUrl}/data` : null);
  if (dataApiUrl) requireUrl('DATA_API_URL', dataApiUrl, ['https:', 'http:']);
  const publicUrl = env.PUBLIC_URL || (here ? LOCAL_PUBLIC_URL : null);
  if (publicUrl) requireUrl('PUBLIC_URL', publicUrl, ['https:']);
  return {
    edgePort: readPort('EDGE_PORT', env.EDGE_PORT, DEFAULT_EDGE_PORT),
    serviceUrl,
    apiKey,
    dataApiUrl,
    publicUrl,
    pairingCode: env.PAIRING_CODE || (here ? LOCAL_PAIRING_CODE : randomBytes(9).toString('base64url')),
  };
}

export function isLoopback(url: string): boolean {
  return ['127.0.0.1', 'localhost', '[::1]'].includes(new URL(url).hostname);
}
