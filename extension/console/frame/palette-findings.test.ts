// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { matching } from './palette-findings.ts';

const finding = (title: string, note = '') => ({ title, note });

test('every typed word must stand in the title or in the note', () => {
  const all = [finding('Yoga timetable · Ship', 'yoga-timetable'), finding('Yoga timetable · Talk')];
  expect(matching('yoga ship', all)).toEqual([all[0]]);
  expect(matching('YOGA-TIME', all)).toEqual([all[0]]);
  expect(matching('yoga barber', all)).toEqual([]);
});

test('what begins with the first word comes first, the rest keeps its order', () => {
  const all = [finding('Redeploy'), finding('Shop · Ship', 'deploy-shop'), finding('Deploy Shop')];
  expect(matching('deploy', all).map(({ title }) => title)).toEqual([
    'Deploy Shop',
    'Redeploy',
    'Shop · Ship',
  ]);
  expect(matching('', all)).toEqual(all);
});

test('a part is found by the other words that people look for it by', () => {
  const all = [{ ...finding('Shop · Guards'), also: 'budget stop spike' }, finding('Shop · Talk')];
  expect(matching('shop budget', all)).toEqual([all[0]]);
});
