import { expect, test } from 'vitest';
import { apiError, success } from '../../../edge-client/api-error.ts';
import { changeInTurn, type InTurn, stateWords } from './several.tsx';

test('several projects are changed one after the other, and how far it is can be seen', async () => {
  const seen: InTurn[] = [];
  let underWay = 0;
  const change = async () => {
    underWay += 1;
    expect(underWay, 'only one at a time').toBe(1);
    await Promise.resolve();
    underWay -= 1;
    return success(null);
  };
  const end = await changeInTurn(['a', 'b'], change, (state) => seen.push(state));
  expect(end).toEqual({ kind: 'ended', done: ['a', 'b'], refused: null, left: 0 });
  expect(seen.slice(0, 2)).toEqual([
    { kind: 'running', done: 0, count: 2 },
    { kind: 'running', done: 1, count: 2 },
  ]);
});

test('the first refusal ends it: what comes after is not touched', async () => {
  const tried: string[] = [];
  const change = async (id: string) => {
    tried.push(id);
    return id === 'b' ? apiError('refused', 'DEPLOYMENT_RUNNING') : success(null);
  };
  const end = await changeInTurn(['a', 'b', 'c', 'd'], change, () => {});
  expect(tried).toEqual(['a', 'b']);
  expect(end).toMatchObject({ done: ['a'], refused: { projectId: 'b' }, left: 2 });
});

test('a project that somebody else has deleted meanwhile counts as deleted', async () => {
  const change = async () => apiError('refused', 'PROJECT_NOT_FOUND');
  const end = await changeInTurn(
    ['a'],
    change,
    () => {},
    ({ code }) => code === 'PROJECT_NOT_FOUND',
  );
  expect(end).toMatchObject({ done: ['a'], refused: null });
});

test('says of how many projects it is done', () => {
  expect(stateWords({ kind: 'ended', done: ['a', 'b'], refused: null, left: 0 }, new Map())).toBe(
    '2 projects done.',
  );
});
