import { expect, test } from 'vitest';
import { readEdgeAloneSettings } from './edge-alone-settings.ts';

test('with nothing set the edge is made for the local service', () => {
  expect(readEdgeAloneSettings({})).toEqual({
    edgePort: 8787,
    serviceUrl: 'http://127.0.0.1:4010',
    apiKey: 'local-key',
    dataApiUrl: 'http://127.0.0.1:4010/data',
    publicUrl: 'https://pilot-light.test',
    pairingCode: 'local-code',
  });
});

test('each variable changes its own part', () => {
  const env = { SERVICE_PORT: '5000', SERVICE_API_KEY: 'k', EDGE_PORT: '5001', PAIRING_CODE: 'c' };
  expect(readEdgeAloneSettings(env)).toMatchObject({
    edgePort: 5001,
    serviceUrl: 'http://127.0.0.1:5000',
    apiKey: 'k',
    pairingCode: 'c',
  });
});

test('for a service elsewhere no address is assumed and the code is a random one', () => {
  const env = { SERVICE_URL: 'https://builder.example', SERVICE_API_KEY: 'k' };
  const first = readEdgeAloneSettings(env);
  expect(first.publicUrl).toBeNull();
  expect(first.pairingCode).not.toBe(readEdgeAloneSettings(env).pairingCode);
});

test('a service elsewhere needs its key', () => {
  expect(() => readEdgeAloneSettings({ SERVICE_URL: 'https://builder.example' })).toThrow(
    'SERVICE_API_KEY is not',
  );
});
