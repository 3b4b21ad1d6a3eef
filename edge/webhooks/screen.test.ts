import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { SECOND_MS } from '../../shared/time.ts';
import { HookScreen, type HookSecrets } from './screen.ts';

const NOW = Date.UTC(2026, 10, 21, 9);
const call = {
  ...{ address: { kind: 'project' as const, projectId: 'shop' }, signature: null, eventId: null },
  body: new ArrayBuffer(0),
};

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

test('a delivery whose request is broken off holds up none that comes after it (service reference, Webhooks)', async () => {
  const screen = new HookScreen();
  void screen.signerOf(call, () => new Promise<HookSecrets>(() => undefined), NOW);
  let asked = 0;
  const next = screen.signerOf(
    call,
    async () => {
      asked += 1;
      return new Map();
    },
    NOW + SECOND_MS,
  );
  await vi.advanceTimersByTimeAsync(5 * SECOND_MS);
  expect(await next).toBeNull();
  expect(asked, 'the secrets are asked for anew').toBe(1);

  void screen.unsigned('192.0.2.1', NOW, () => new Promise<boolean>(() => undefined));
  const beside = screen.unsigned('192.0.2.1', NOW, async () => true);
  await vi.advanceTimersByTimeAsync(5 * SECOND_MS);
  expect(await beside).toBe('refused');
});
