import { expect, test } from 'vitest';
import { keptEventWith } from '../../../../shared/attention/fixtures.ts';
import { namingOf } from '../../../i18n/naming.ts';
import { eventFacts } from './event-facts.ts';
import { eventFactWords, eventPlace, eventWords } from './event-words.ts';

const NOW = Date.UTC(2026, 10, 21, 12);
const plain = (words: string) =>
  words
    .replace(/[\u2068\u2069]/g, '')
    .replaceAll('\u00a0', ' ')
    .replaceAll('\u202f', ' ');
const changed = (
  facts: Record<string, string | number | boolean | null>,
  projectId: string | null = null,
) => ({
  ...keptEventWith({ seq: 1, at: NOW, event: 'edge.change', projectId, facts: { by: 'Office', ...facts } }),
  source: 'edge' as const,
});
const said = (...of: Parameters<typeof changed>) =>
  [eventWords, eventFactWords].map((words) =>
    plain(words(changed(...of), namingOf({ names: {} }, false), NOW)),
  );
const rows = (...of: Parameters<typeof changed>) => eventFacts(changed(...of)).map((row) => row.map(plain));

test('a changed guard says whose it is, what it is, what it was and who changed it', () => {
  const guard = { setting: 'guard', did: 'changed', guard: 'run-time', from: 30, to: 45 };
  expect(said(guard, 'shop')).toEqual([
    'shop: guard “Time limit of a run” changed',
    'A run is stopped after 45 min · before: A run is stopped after 30 min · by Office',
  ]);
  expect(rows({ ...guard, did: 'removed', to: null }, 'shop')).toEqual([
    ['Before', 'A run is stopped after 30 min'],
    ['Changed to', 'none'],
    ['From browser', 'Office'],
  ]);
  expect(eventPlace(changed(guard, 'shop'))?.address).toMatch(/shop\/limits$/);
});

test('a changed channel says which of its parts changed, and what it sends now', () => {
  const channel = { setting: 'channel', did: 'changed', kind: 'slack', name: '#apps', parts: 'tells hours' };
  const change = { ...channel, from: 'everything', to: 'limits money' };
  expect(said(change)).toEqual([
    '#apps: alert channel changed',
    'what it sends and its hours · Limits and Money · before: Everything · by Office',
  ]);
});

test('a receiver is named by its host, a project’s own webhook by its project, and an unknown one not at all', () => {
  const receiver = { setting: 'receiver', did: 'removed', host: 'shop.example', event: 'project.paused' };
  expect(said(receiver)[0]).toBe('shop.example: webhook removed');
  const added = { ...receiver, did: 'added' };
  expect(said(added, 'shop')[1]).toMatch(/^shop · /);
  expect(eventPlace(changed(added, 'shop'))?.address).toMatch(/#\/settings\/webhooks$/);
  expect(said({ ...receiver, host: null, event: null })[0]).toBe('webhook removed');
  const own = { ...receiver, did: 'changed', event: null };
  expect(said(own, 'shop')).toEqual(['shop: webhook changed', 'shop.example · by Office']);
  expect(eventPlace(changed(own, 'shop'))?.address).toMatch(/shop\/ship$/);
});

test('the switch says which engine new projects get', () => {
  const engine = { setting: 'engine', did: 'changed', from: 'v2', to: 'legacy' };
  expect(said(engine)[0]).toBe('New projects: older engine');
});

test('a changed limit says which it is, what it is and what it was, or that this was not read', () => {
  const budget = { setting: 'limit', did: 'changed', feature: 'email', part: 'monthlyCreditCap', to: 40 };
  expect(said({ ...budget, from: null }, 'shop')).toEqual([
    'shop: budget of e‑mail set to 40 credits',
    'before: none · by Office',
  ]);
  expect(said(budget, 'shop')[1]).toBe('by Office');
  const units = { ...budget, part: 'monthlyUnitCap' };
  expect(said({ ...units, unit: 'recipients', from: 30 }, 'shop')).toEqual([
    'shop: budget of e‑mail set to 40 recipients',
    'before: 30 recipients · by Office',
  ]);
  expect(said({ ...units, to: null, from: 30 }, 'shop')[0]).toBe('shop: budget of e‑mail removed');
  const off = { ...budget, part: 'enabled', from: true, to: false };
  expect(said(off, 'shop')[0]).toBe('shop: e‑mail switched off');
  expect(said({ ...off, feature: 'all', to: true }, 'shop')[0]).toBe('shop: all features switched on');
  expect(
    said({ ...budget, feature: null, part: 'allowlistCidrs', from: '10.0.0.0/8', to: '' }, 'shop'),
  ).toEqual(['shop: unlimited address ranges changed', 'none · before: 10.0.0.0/8 · by Office']);
});

test('an environment variable says its name, for what it is set and by whom; an unknown one, that there was one', () => {
  const secret = { setting: 'secret', did: 'changed', name: 'STRIPE_KEY', environment: 'production' };
  expect(said(secret, 'shop')).toEqual([
    'shop: environment variable STRIPE_KEY changed',
    'production · by Office',
  ]);
  expect(said({ ...secret, environment: 'staging' }, 'shop')[1]).toBe('staging · by Office');
  expect(said({ ...secret, did: 'removed', name: null, environment: null }, 'shop')).toEqual([
    'shop: environment variable removed',
    'by Office',
  ]);
  expect(eventPlace(changed(secret, 'shop'))?.address).toMatch(/shop\/ship$/);
});

test('what was taken down says what, and by whom; a deleted project is called as it was, and is nowhere', () => {
  expect(said({ setting: 'site' }, 'shop')).toEqual(['shop: taken down', 'by Office']);
  expect(said({ setting: 'run' }, 'shop')[0]).toBe('shop: stop accepted');
  const domain = { setting: 'domain', host: 'app.shop.example' };
  expect(said(domain, 'shop')[0]).toBe('shop: Domain app.shop.example removed');
  expect(said({ ...domain, host: null }, 'shop')[0]).toBe('shop: Domain removed');
  const project = { setting: 'project', name: 'Corner shop' };
  expect(said(project, 'shop')[0]).toBe('Corner shop: deleted');
  expect(said({ ...project, name: null }, 'shop')[0]).toBe('shop: deleted');
  expect(eventPlace(changed(project, 'shop'))).toBeNull();
});

test('what this version does not know of is said by the event’s name alone', () => {
  expect(said({ setting: 'weather', did: 'changed' })[0]).toBe('A browser changed something');
});
