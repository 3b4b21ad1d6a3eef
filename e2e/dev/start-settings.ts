import { randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import { DEFAULT_EDGE_PORT, DEFAULT_SERVICE_PORT, LOCAL_PAIRING_CODE } from './local-defaults.ts';
import { readPort, requireUrl } from './settings-rules.ts';

/** Settings of `npm start` and `npm run dev`. */
export interface StartSettings {
  readonly headless: boolean;
  /** `npm run dev`: the extension is built anew when a file is saved, and reloads itself. */
  readonly reload: boolean;
  readonly servicePort: number;
  readonly edgePort: number;
  readonly publicUrl: string | null;
  readonly pairingCode: string;
  /** The real service, or null for the local one. */
  readonly realService: { readonly url: string; readonly apiKey: string } | null;
  readonly screenshot: string | null;
}

/**
 * Reads the command line and the environment of `npm start`. For a real account the pairing code is random
 * unless given: every process on this machine can reach the edge's port.
 * @throws Error with one sentence for the first mistake
 */
export function readStartSettings(
  words: readonly string[],
  env: Record<string, string | undefined>,
): StartSettings {
  const { values } = parseArgs({
    args: [...words],
    options: {
      headless: { type: 'boolean', default: false },
      reload: { type: 'boolean', default: false },
      screenshot: { type: 'string' },
    },
  });
  const serviceUrl = env.SERVICE_URL || null;
  const apiKey = env.SERVICE_API_KEY || null;
  if (serviceUrl && !apiKey)
    throw new Error('SERVICE_URL is set and SERVICE_API_KEY is not: set both, or neither.');
  if (apiKey && !serviceUrl)
    throw new Error('SERVICE_API_KEY is set and SERVICE_URL is not: set both, or neither.');
  if (serviceUrl) requireUrl('SERVICE_URL', serviceUrl, ['https:', 'http:']);
  const publicUrl = env.PUBLIC_URL || null;
  if (publicUrl) requireUrl('PUBLIC_URL', publicUrl, ['https:']);
  return {
    headless: values.headless || !hasDisplay(env),
    reload: values.reload,
    servicePort: readPort('SERVICE_PORT', env.SERVICE_PORT, DEFAULT_SERVICE_PORT),
    edgePort: readPort('EDGE_PORT', env.EDGE_PORT, DEFAULT_EDGE_PORT),
    publicUrl,
    pairingCode: env.PAIRING_CODE || (serviceUrl ? randomBytes(9).toString('base64url') : LOCAL_PAIRING_CODE),
    realService: serviceUrl && apiKey ? { url: serviceUrl.replace(/\/+$/, ''), apiKey } : null,
    screenshot: values.screenshot ?? null,
  };
}

function hasDisplay(env: Record<string, string | undefined>): boolean {
  if (process.platform === 'darwin' || process.platform === 'win32') return true;
  return !!(env.DISPLAY || env.WAYLAND_DISPLAY);
}
