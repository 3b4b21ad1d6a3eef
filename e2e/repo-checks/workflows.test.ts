import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT, textOf } from './own-files.ts';

const WORKFLOWS = readdirSync(join(ROOT, '.github/workflows')).map((name) => `.github/workflows/${name}`);

test('there are workflows to check', () => expect(WORKFLOWS.length).toBeGreaterThan(0));

test.each(WORKFLOWS)(
  'every action of %s is pinned by its hash: a tag can be moved to other code',
  (workflow) => {
    const uses = [...textOf(workflow).matchAll(/uses:\s*(\S+)/g)].map(([, action = '']) => action);
    expect(uses.filter((action) => !action.startsWith('./') && !/@[0-9a-f]{40}$/.test(action))).toEqual([]);
  },
);

test.each(WORKFLOWS)('no checkout of %s leaves its credentials to what runs after it', (workflow) => {
  const checkouts = textOf(workflow)
    .split(/uses:\s*actions\/checkout@/)
    .slice(1);
  expect(
    checkouts.filter((after) => !after.split(/\n\s*- /)[0]?.includes('persist-credentials: false')),
  ).toEqual([]);
});

test('nothing but the job that publishes a release may write to the repository', () => {
  const writing = WORKFLOWS.flatMap((workflow) =>
    [...textOf(workflow).matchAll(/contents: write/g)].map(() => workflow),
  );
  expect(writing).toEqual(['.github/workflows/release.yml']);
});
