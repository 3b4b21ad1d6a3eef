import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { journalPage } from '../../shared/journal/journal.ts';
import { parse } from '../../shared/parse.ts';
import { projectsPage } from '../../shared/snapshot/projects-schema.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../shared/time.ts';
import { demoSnapshot, demoTime, ROUND_MS } from './demo-account.ts';
import { demoResponse } from './demo-response.ts';
import { parseRecording, type Recording } from './recording.ts';

const read = JSON.parse(readFileSync(new URL('../public/demo.json', import.meta.url), 'utf8')) as Recording;
const recording = parseRecording(read);
const { recordedAt, snapshot } = recording;
const ask = (path: string, body?: unknown) =>
  demoResponse('readEdge', { path, keep: true, ...(body !== undefined && { body }) }, recording, recordedAt);
const listed = (path: string) => {
  const result = ask(path);
  return result.ok
    ? (parse(projectsPage, Object(result.value).value)?.rows.map(({ projectId }) => projectId) ?? null)
    : result.error.code;
};
const ALL = '/projects?limit=100&sortField=lastModified';

test('the recording is read whole: every section, and what needs the user', () => {
  expect(snapshot.sections).toEqual(read.snapshot.sections);
  expect(Object.values(snapshot.sections).filter(({ data, error }) => data === null || error)).toEqual([]);
  expect(snapshot.attention).toEqual(read.snapshot.attention);
});

test('projects that need the user, run, or are at a cap are among those that are listed', () => {
  const { attention, sections } = snapshot;
  const projects = listed(ALL);
  expect(projects).toHaveLength(sections.projects.data?.total ?? -1);
  const named = [
    ...(attention?.items ?? []).map(({ projectId }) => projectId),
    ...(sections.projects.data?.items ?? []).map(({ projectId }) => projectId),
    ...(sections.atLimit.data?.projects ?? []).map(({ projectId }) => projectId),
  ];
  expect(attention?.items.length).toBeGreaterThan(1);
  expect(named.filter((id) => id !== null && !projects?.includes(id))).toEqual([]);
});

test('it is of one day by the service’s clock, however long it is shown', () => {
  const day = (at: number) => Math.floor(at / DAY_MS);
  for (const shownFor of [0, MINUTE_MS, 3 * HOUR_MS, 400 * DAY_MS]) {
    const now = demoTime(recordedAt, recordedAt + DAY_MS, recordedAt + DAY_MS + shownFor);
    expect(now - recordedAt).toBeLessThan(ROUND_MS);
    expect(day(now)).toBe(day(recordedAt));
    const { sections } = demoSnapshot(snapshot, now);
    expect(new Set(Object.values(sections).map(({ readAt }) => readAt))).toEqual(new Set([now]));
  }
});

test('projects are found by words and by group, entries by words and kind', () => {
  const all = listed(ALL) ?? [];
  expect(listed(`${ALL}&search=RECIPE`)).toEqual(['recipe-box']);
  expect(listed(`${ALL}&search=no+such+words`)).toEqual([]);
  const grouped = ['clients', 'studio', 'none'].map((group) => listed(`${ALL}&groupId=${group}`) ?? []);
  expect(grouped.map(({ length }) => length).every((count) => count > 0 && count < all.length)).toBe(true);
  expect(grouped.flat().toSorted()).toEqual([...all].toSorted());
  const entries = (query: string) => {
    const result = ask(`/journal?limit=50${query}`);
    return result.ok ? (parse(journalPage, Object(result.value).value)?.entries ?? []) : [];
  };
  const prompted = entries('&q=opening+hours');
  expect(prompted.length).toBeGreaterThan(0);
  expect(prompted.length).toBeLessThan(entries('').length);
  expect(new Set(entries('&kind=edge.change').map(({ kind }) => kind))).toEqual(new Set(['event']));
});

test('what was not recorded is refused in words of its own, and nothing is sent', () => {
  const refused = { ok: false, error: { kind: 'refused', code: 'DEMO_ACCOUNT', message: null } };
  expect(ask('/service/projects/another')).toEqual(refused);
  expect(ask(ALL, { a: 'body' })).toMatchObject({ ok: true });
  for (const name of ['changeEdge', 'startPaidCall', 'acknowledge', 'callPaidData'] as const)
    expect(demoResponse(name, { path: ALL }, recording, recordedAt)).toEqual(refused);
});
