import { randomBytes } from 'node:crypto';
import { LOCAL_PAIRING_CODE, LOCAL_PUBLIC_URL } from '../dev/local-defaults.ts';
import { sendRequest } from './send-request.ts';

/** The settings of an edge that measurements talk to. */
export function edgeBindings(serviceUrl: string): Record<string, string> {
  return {
    SERVICE_URL: serviceUrl,
    SERVICE_API_KEY: 'local-key',
    ENCRYPTION_KEY: randomBytes(32).toString('base64'),
    PAIRING_CODE: LOCAL_PAIRING_CODE,
    PUBLIC_URL: LOCAL_PUBLIC_URL,
  };
}

/** Pairs as a command line does, without an origin. @returns the token */
export async function pairCommandLine(edgeUrl: string): Promise<string> {
  const body = JSON.stringify({ code: LOCAL_PAIRING_CODE, name: 'measurements' });
  const headers = { 'content-type': 'application/json' };
  const response: unknown = JSON.parse(
    await sendRequest(`${edgeUrl}/pair`, { method: 'POST', headers, body, expect: 201 }),
  );
  return readToken(response);
}

function readToken(response: unknown): string {
  if (typeof response === 'object' && response !== null && 'data' in response) {
    const { data } = response;
    if (typeof data === 'object' && data !== null && 'token' in data) return String(data.token);
  }
  throw new Error('The edge gave no token.');
}
