import { expect, test } from 'vitest';
import { utcDayStart } from '../../shared/time.ts';
import { fixedPrice, guardSpending } from './paid-call.ts';

const v2 = { CREATE_PROJECT: 10, UPLOAD_FILE: 0.5, CREATE_DEPLOYMENT: 4 };
const prices = { v2, legacy: { ...v2, CREATE_PROJECT: 20, CREATE_DEPLOYMENT: 6 }, optIn: null };
const same = (credits: number) => ({ least: credits, most: credits });

test('fixed prices: a project with its uploads, a deployment, and none for a run', () => {
  const call = { uploads: 0, engine: null };
  expect(fixedPrice({ operation: 'launchProject', uploads: 3, engine: 'v2' }, null, prices)).toEqual(
    same(11.5),
  );
  expect(fixedPrice({ ...call, operation: 'deploy' }, 'v2', prices)).toEqual(same(4));
  expect(fixedPrice({ ...call, operation: 'startAgent' }, null, null)).toEqual(same(0));
  expect(fixedPrice({ ...call, operation: 'startServer' }, 'v2', prices)).toBeNull();
});

test('a new project is priced by the account’s switch, not by another project of its name', () => {
  const call = { operation: 'createProject', uploads: 0, engine: null } as const;
  const switched = (v2OptIn: boolean) => ({ ...prices, optIn: { v2OptIn, available: true } });
  expect(fixedPrice(call, 'v2', switched(false))).toEqual(same(20));
  expect(fixedPrice(call, 'legacy', switched(true))).toEqual(same(10));
  expect(fixedPrice(call, 'v2', prices)).toEqual({ least: 10, most: 20 });
});

test('the guard lets through up to the limit and no further', () => {
  expect(guardSpending(20, 10, 10).ok).toBe(true);
  expect(guardSpending(20, 10.5, 10).ok).toBe(false);
  expect(guardSpending(null, 999, null).ok).toBe(true);
});

test('a run, which has no fixed price, is refused once the limit is reached', () => {
  expect(guardSpending(20, 19.5, 0).ok).toBe(true);
  expect(guardSpending(20, 20, 0)).toMatchObject({ ok: false, error: { code: 'EDGE_SPEND_GUARD' } });
  expect(guardSpending(0, 0, 0)).toMatchObject({ ok: false, error: { code: 'EDGE_SPEND_GUARD' } });
});

test('with a limit, a price that is not known is too much', () => {
  expect(guardSpending(20, 0, null)).toMatchObject({ ok: false, error: { code: 'EDGE_SPEND_GUARD' } });
});

test('a day is a UTC day', () => {
  expect(utcDayStart(Date.UTC(2026, 10, 21, 23, 59, 59, 999))).toBe(Date.UTC(2026, 10, 21));
});
