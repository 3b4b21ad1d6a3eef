import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { SharedFlights } from './shared-flights.ts';

// All who ask are this test itself: nothing waits for another request.
beforeEach(() => void vi.mocked(SharedFlights.prototype.fly).mockRestore());
afterEach(() => vi.useRealTimers());

test('a flight that never lands is replaced by one of those who waited, and by one only', async () => {
  vi.useFakeTimers();
  const flights = new SharedFlights<string>(Date.now);
  void flights.fly('account', () => new Promise<string>(() => undefined));
  let own = 0;
  const ask = () => {
    const answer = `own ${++own}`;
    return new Promise<string>((resolve) => setTimeout(() => resolve(answer), 100));
  };
  const waiting = Promise.all([1, 2, 3].map(() => flights.fly('account', ask)));
  await vi.advanceTimersByTimeAsync(13_000);
  expect(await waiting).toEqual(['own 1', 'own 1', 'own 1']);
});

test('who comes to a flight that is overdue does not wait for it', async () => {
  vi.useFakeTimers();
  const flights = new SharedFlights<string>(Date.now);
  void flights.fly('account', () => new Promise<string>(() => undefined));
  await vi.advanceTimersByTimeAsync(60_000);
  expect(await flights.fly('account', async () => 'own')).toBe('own');
});

test('a failure is told to all, and forgotten', async () => {
  const flights = new SharedFlights<string>(Date.now);
  const broken = () => Promise.reject(new Error('broken'));
  const all = await Promise.allSettled([1, 2].map(() => flights.fly('account', broken)));
  expect(all.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(await flights.fly('account', async () => 'again')).toBe('again');
});
