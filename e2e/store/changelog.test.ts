import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { changelogSection, changesSinceLastVersion } from './changelog.ts';

test('a version is reported by what its commits say that users see, oldest first, and by nothing else', () => {
  const root = mkdtempSync(join(tmpdir(), 'changelog-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const git = (...words: string[]) =>
    execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@b.test', ...words], { cwd: root });
  const commit = (...message: string[]) =>
    git('commit', '-q', '--allow-empty', ...message.flatMap((part) => ['-m', part]));
  git('init', '-q');
  commit('Add the popup', 'Changelog: The popup shows the balance.');
  commit('Test the popup', 'The word Changelog: in the middle of a body is no trailer,\nas it goes on here.');
  commit(
    'Add alerts',
    'Changelog: Alerts reach Slack,\n  and Discord.\nChangelog: Quiet hours hold for alerts.',
  );
  const changes = [
    'The popup shows the balance.',
    'Alerts reach Slack, and Discord.',
    'Quiet hours hold for alerts.',
  ];
  expect(changesSinceLastVersion(root)).toEqual(changes);
  expect(changelogSection('0.2.0', '2026-11-22', changes.slice(0, 2))).toBe(
    '## 0.2.0 (2026-11-22)\n\n- The popup shows the balance.\n- Alerts reach Slack, and Discord.\n',
  );
  git('tag', 'v0.2.0');
  commit('Fix the badge', 'Changelog: The badge counts once.');
  expect(changesSinceLastVersion(root)).toEqual(['The badge counts once.']);
});
