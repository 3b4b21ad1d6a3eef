import { expect, test } from 'vitest';
import { resolveProject, type SeenProject } from './find-project.ts';
import { launchRow, SENT } from './launch-row-fixture.ts';

const MINUTE_MS = 60_000;
const seen = (projectId: string, changes: Partial<SeenProject> = {}): SeenProject => ({
  projectId,
  label: null,
  createdAt: SENT + 3000,
  url: null,
  started: true,
  prompts: ['ours'],
  ...changes,
});
const ofAnother = { prompts: ['of somebody else'] };
const lost = launchRow();
const resolve = (projects: SeenProject[], others = [] as ReturnType<typeof launchRow>[], isWhole = true) =>
  resolveProject(lost, projects, isWhole, others);

test('exactly one project that fits is the call’s', () => {
  expect(resolve([seen('shop')])).toMatchObject({ kind: 'found', projectId: 'shop', agentStarted: true });
  expect(resolve([seen('shop-k7q', { prompts: [] })])).toMatchObject({
    kind: 'found',
    projectId: 'shop-k7q',
  });
});

test('no project at all means that there is nothing, as far as the list is whole', () => {
  expect(resolve([]).kind).toBe('none');
  expect(resolve([], [], false)).toEqual({ kind: 'unclear', candidates: [] });
});

test.each([
  ['that shows the prompt of another', [seen('shop', ofAnother)]],
  ['in which no run was ever started', [seen('shop', { prompts: [], started: false })]],
  ['of which nobody knows whether a run was started', [seen('shop', { prompts: [], started: null })]],
  [
    'that was made when no call of ours could make one any more',
    [seen('shop', { prompts: [], createdAt: SENT + 60 * MINUTE_MS })],
  ],
  ['without a time', [seen('shop', { prompts: [], createdAt: null })]],
])('a single project %s is shown as a candidate, and the call is never absent', (_, projects) => {
  expect(resolve(projects)).toEqual({
    kind: 'unclear',
    candidates: [{ projectId: 'shop', label: null, createdAt: projects[0]?.createdAt, url: null }],
  });
});

test('of several projects the only one with our prompt is ours; else all are candidates', () => {
  expect(resolve([seen('shop', ofAnother), seen('shop-2')])).toMatchObject({
    kind: 'found',
    projectId: 'shop-2',
  });
  for (const projects of [
    [seen('shop'), seen('shop-2')],
    [seen('shop', { prompts: [] }), seen('shop-2', { prompts: [] })],
  ])
    expect(resolve(projects)).toMatchObject({
      kind: 'unclear',
      candidates: [{ projectId: 'shop' }, { projectId: 'shop-2' }],
    });
});

test('a list that was cut gives a project only to the prompt that it shows', () => {
  expect(resolve([seen('shop')], [], false).kind).toBe('found');
  expect(resolve([seen('shop', { prompts: [] })], [], false).kind).toBe('unclear');
});

test('while another unsettled call requested that name, nothing is settled, unless its prompt differs', () => {
  for (const state of ['sent', 'unknown'] as const) {
    const equal = launchRow({ key: 'equal', state });
    const other = launchRow({ key: 'other', state, prompt_digest: 'of the other' });
    expect(resolve([seen('shop')], [equal]).kind).toBe('unclear');
    expect(resolve([seen('shop')], [other]).kind).toBe('found');
    expect(resolve([seen('shop', { prompts: [] })], [other]).kind).toBe('unclear');
  }
});

test('a call that was sent after the project was made contests nothing, nor does one of another name', () => {
  const later = launchRow({ key: 'later', created_at: SENT + 5 * MINUTE_MS, sent_at: SENT + 5 * MINUTE_MS });
  const another = launchRow({ key: 'another', requested_project_id: 'blog' });
  expect(resolve([seen('shop')], [later, another]).kind).toBe('found');
});

test('a project that another call is known to have made is none of ours', () => {
  const made = launchRow({ key: 'made', state: 'launched', project_id: 'shop' });
  expect(resolve([seen('shop')], [made]).kind).toBe('none');
});

test('our prompt that a later run of ours gave to a project proves nothing', () => {
  const run = launchRow({ key: 'run', operation: 'startAgent', state: 'launched', project_id: 'shop' });
  expect(resolve([seen('shop')], [run]).kind).toBe('unclear');
});

test('an empty project settles its creation, which has no prompt', () => {
  const row = launchRow({ operation: 'createProject', prompt_digest: null });
  const empty = seen('shop', { prompts: [], started: false });
  expect(resolveProject(row, [empty], true, [])).toMatchObject({ kind: 'found', agentStarted: null });
});
