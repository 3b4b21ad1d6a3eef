// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { paintFrom } from '../../fixtures/paint-from.ts';
import { popupStates } from '../../fixtures/popup-states.ts';
import { attentionNow } from '../../ui/stored-state.ts';
import { matching } from './fuzzy.ts';
import { type Finding, findings, knownProjects, noteUse } from './palette-findings.ts';

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

test('what has a typed word as a word of its own comes before what has it within one, or only among other words', () => {
  const all = [
    { ...finding('Edge'), also: 'key address' },
    finding('Yoga · Monkeys'),
    finding('Yoga · Database'),
    finding('Yoga · Data'),
    finding('Yoga · Data key'),
  ];
  expect(matching('key', all).map(({ title }) => title)).toEqual([
    'Yoga · Data key',
    'Yoga · Monkeys',
    'Edge',
  ]);
  expect(matching('yoga data', all)[0]?.title).toBe('Yoga · Data');
});

test('a part is found by the other words that people look for it by', () => {
  const all = [{ ...finding('Shop · Guards'), also: 'budget stop spike' }, finding('Shop · Talk')];
  expect(matching('shop budget', all)).toEqual([all[0]]);
});

test.each([
  ['guards', 'Guards'],
  ['key', 'Data key of this project'],
  ['log', 'Logs'],
  ['stop', 'Guards'],
  ['pair', 'Browsers'],
  ['mute', 'Mute for an hour'],
  ['sql', 'SQL'],
  ['new project', 'Launch'],
  ['csv', 'Save to a table'],
  ['add channel', 'Add an alert channel'],
  ['send test', 'Send a test alert'],
  ['went wrong', 'what went wrong'],
  ['failed', 'what went wrong'],
  ['undo', 'Activity'],
  ['quiet', 'Quiet hours'],
])('the word %s finds its section or its command by name', (word, name) => {
  const now = Date.UTC(2026, 10, 23, 9);
  paintFrom(popupStates(now).busy, now);
  const found = matching(word, findings([])).map(({ title }) => title.split(' · ').at(-1));
  expect(found).toContain(name);
});

test('what can be done to a project that is typed stands before the parts of its page', () => {
  const now = Date.UTC(2026, 10, 23, 9);
  paintFrom(popupStates(now).busy, now);
  const titles = matching('recipe', findings([])).map(({ title }) => title);
  const verbs = titles.findIndex((title) => title.startsWith('Raise the cap of '));
  expect(verbs).toBeGreaterThan(0);
  expect(titles[0]).toContain('· Talk');
  expect(titles.findIndex((title) => title.endsWith('· Ship'))).toBeGreaterThan(verbs);
});

test('projects that need the user stand first, as they do in Now', () => {
  const now = Date.UTC(2026, 10, 23, 9);
  paintFrom(popupStates(now).busy, now);
  const known = knownProjects([]).map(({ projectId }) => projectId);
  const needing = attentionNow.value.items.flatMap(({ projectId }) => projectId ?? []);
  const first = [...new Set(needing)].filter((projectId) => known.includes(projectId));
  expect(first).not.toEqual([]);
  expect(known.slice(0, first.length)).toEqual(first);
});

test('what was chosen comes before what was not; a project that needs the user stays before one that was chosen', () => {
  const now = Date.UTC(2026, 10, 23, 9);
  paintFrom(popupStates(now).busy, now);
  const titled = (title: string) => findings([]).find((one) => one.title === title) as Finding;
  const order = () => findings([]).map(({ title }) => title);
  noteUse(titled('Quiet hours'));
  noteUse(titled('Money'));
  expect(order().slice(0, 2)).toEqual(['Money', 'Quiet hours']);
  const [needing, ...others] = knownProjects([]);
  const last = others.at(-1);
  noteUse(titled(`${last?.name} · Ship`));
  expect(knownProjects([])[0]).toEqual(needing);
  const needs = attentionNow.value.items.flatMap(({ projectId }) => projectId ?? []);
  expect(knownProjects([]).find(({ projectId }) => !needs.includes(projectId))).toEqual(last);
});

test('stop leads to the button that stops what runs, of which one is pressed on arrival', () => {
  const now = Date.UTC(2026, 10, 23, 9);
  paintFrom(popupStates(now).busy, now);
  expect(matching('stop', findings([]))[0]).toMatchObject({
    title: 'Stop the run on Recipe box',
    part: 'stop',
  });
});

test.each(['webhoks', 'wbhooks', 'wbhks'])('%s has the letters of Webhooks in order', (typed) => {
  const all = [{ ...finding('Alerts'), also: 'webhooks' }, finding('Webhooks'), finding('Money')];
  expect(matching(typed, all).map(({ title }) => title)).toEqual(['Webhooks', 'Alerts']);
});

test('what has a word is found alone, without what has only its letters; two letters are too few for those', () => {
  const all = [finding('Logs'), finding('Launching')];
  expect(matching('log', all)).toEqual([all[0]]);
  expect(matching('lg', all)).toEqual([]);
});
