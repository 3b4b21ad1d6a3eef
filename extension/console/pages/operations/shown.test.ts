import { expect, test } from 'vitest';
import { LISTED } from '../../../../shared/catalogues/listed.ts';
import { byArea, shownOperations } from './shown.ts';

const owner = { role: 'owner', engine: null, hasBackend: true } as const;
const names = (...looking: Parameters<typeof shownOperations>) =>
  shownOperations(...looking).map(({ name }) => name);

test('an owner finds every operation but those that answer a secret', () => {
  const missing = LISTED.map(({ name }) => name).filter((name) => !names(owner).includes(name));
  expect(missing).toEqual(['getWebhookSecret', 'rotateProjectWebhookSecret']);
});

test('a viewer finds what only reads the service, and nothing of an app’s data', () => {
  const shown = shownOperations({ ...owner, role: 'viewer' });
  expect(shown.length).toBeGreaterThan(10);
  for (const { name, operation } of shown) {
    expect(name).not.toMatch(/^data\./);
    expect([name, operation.method]).toEqual([name, 'GET']);
  }
  expect(names({ ...owner, role: 'builder' })).not.toContain('deleteProject');
});

test('what the engine of the project or the edge can never do is absent', () => {
  expect(names({ ...owner, engine: 'legacy' })).not.toContain('runSql');
  expect(names({ ...owner, engine: 'legacy' })).toContain('queryTable');
  expect(names({ ...owner, engine: 'v2' })).not.toContain('queryTable');
  expect(names({ ...owner, hasBackend: false }).filter((name) => name.startsWith('data.'))).toEqual([]);
});

test('one is found by its sentence, its name and its path', () => {
  const found = (search: string) =>
    byArea(shownOperations(owner), search).flatMap(([, listed]) => listed.map(({ name }) => name));
  expect(found('rate limit visitor')).toEqual(['getRateLimit', 'setRateLimit']);
  expect(found('getRateLimit')).toEqual(['getRateLimit']);
  expect(found('custom-mongo')).toEqual(['data.aggregate']);
  expect(found('nothing of the kind')).toEqual([]);
});
