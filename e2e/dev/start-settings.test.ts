import { expect, test } from 'vitest';
import { readStartSettings } from './start-settings.ts';

test('with nothing set the local service, the documented ports and code are used', () => {
  expect(readStartSettings(['--headless'], {})).toEqual({
    headless: true,
    reload: false,
    servicePort: 4010,
    edgePort: 8787,
    publicUrl: null,
    pairingCode: 'local-code',
    realService: null,
    screenshot: null,
  });
});

test('an address and a key choose the real service', () => {
  const settings = readStartSettings([], { SERVICE_URL: 'https://builder.example/', SERVICE_API_KEY: 'k' });
  expect(settings.realService).toEqual({ url: 'https://builder.example', apiKey: 'k' });
});

test('a real account is never guarded by the pairing code that everybody knows', () => {
  const real = { SERVICE_URL: 'https://builder.example', SERVICE_API_KEY: 'k' };
  const code = readStartSettings([], real).pairingCode;
  expect(code).toMatch(/^[\w-]{12}$/);
  expect(readStartSettings([], real).pairingCode, 'random: another one each time').not.toBe(code);
  expect(readStartSettings([], { ...real, PAIRING_CODE: 'my-own-code' }).pairingCode).toBe('my-own-code');
});

test.each([
  [{ SERVICE_URL: 'https://builder.example' }, 'SERVICE_API_KEY is not'],
  [{ SERVICE_API_KEY: 'k' }, 'SERVICE_URL is not'],
  [{ SERVICE_URL: 'builder.example', SERVICE_API_KEY: 'k' }, 'SERVICE_URL must be an address'],
  [{ PUBLIC_URL: 'http://edge.example' }, 'PUBLIC_URL must be an address that starts with https://'],
  [{ EDGE_PORT: '0' }, 'EDGE_PORT must be a port number'],
  [{ SERVICE_PORT: 'x' }, 'SERVICE_PORT must be a port number'],
])('a mistake in %o is reported in one sentence', (env, sentence) => {
  expect(() => readStartSettings([], env)).toThrow(sentence);
});
