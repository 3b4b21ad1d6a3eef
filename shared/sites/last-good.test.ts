import { expect, test } from 'vitest';
import { lastGoodOf } from './last-good.ts';
import type { ProjectSite } from './site.ts';

const at = (minute: number) => Date.UTC(2026, 10, 22, 9, minute);
const versions = [1, 2, 3, 4].map((one) => ({
  _id: `v${one}`,
  createdAt: new Date(at(one * 10)).toISOString(),
}));
const look = (what: 'answers' | 'status') => ({ at: at(0), what, detail: null, host: 'h', tookMs: null });
type Deployment = ProjectSite['deployments'][number];
const deployed = (minute: number, more: Partial<Deployment> = {}): Deployment => ({
  at: at(minute),
  versionId: null,
  isUnsure: false,
  look: null,
  ...more,
});
const good = (deployments: Deployment[], marks: ProjectSite['marks'] = []) =>
  lastGoodOf(versions, { deployments, marks })?.versionId ?? null;

test('is what the last deployment published that nothing speaks against', () => {
  expect(good([])).toBeNull();
  expect(good([deployed(25)]), 'the newest that was there').toBe('v2');
  expect(good([deployed(35, { look: look('status') }), deployed(25, { look: look('answers') })])).toBe('v2');
  expect(good([deployed(25, { versionId: 'v1' })]), 'as the service names it').toBe('v1');
  expect(good([deployed(35, { isUnsure: true }), deployed(15)]), 'while one was restored').toBe('v1');
  expect(good([deployed(25, { versionId: 'gone' })])).toBeNull();
});

test('is what somebody marked, where that is newer', () => {
  const mark = (one: number) => ({ versionId: `v${one}`, madeAt: at(one * 10) });
  expect(good([deployed(15)], [mark(3)])).toBe('v3');
  expect(good([deployed(35)], [mark(1)])).toBe('v3');
  expect(good([deployed(15)], [mark(4)]), 'nothing to go back to').toBeNull();
  expect(good([deployed(15)], [mark(0)]), 'none that is not listed').toBe('v1');
});
