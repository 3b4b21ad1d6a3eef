import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { changesSinceLastVersion, withVersion } from './changelog.ts';

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
  expect(withVersion('', '0.2.0', '2026-11-22', changes.slice(0, 2))).toBe(
    '# Changes\n\n## 0.2.0 (2026-11-22)\n\n- The popup shows the balance.\n- Alerts reach Slack, and Discord.\n',
  );
  git('tag', 'v0.2.0');
  commit('Fix the badge', 'Changelog: The badge counts once.');
  expect(changesSinceLastVersion(root)).toEqual(['The badge counts once.']);
});

test('what was written by hand for the next version stands instead of the commits’ lines, once', () => {
  const byHand = '# Changes\n\n## Next\n\nThe first version.\n\n- A glance.\n';
  const first = withVersion(byHand, '1.0.0', '2026-11-28', ['A commit’s line.']);
  expect(first).toBe('# Changes\n\n## 1.0.0 (2026-11-28)\n\nThe first version.\n\n- A glance.\n');
  expect(withVersion(first ?? '', '1.0.1', '2026-12-01', ['The badge counts once.'])).toBe(
    `# Changes\n\n## 1.0.1 (2026-12-01)\n\n- The badge counts once.\n\n${(first ?? '').slice('# Changes\n\n'.length)}`,
  );
});

test('nothing is released that nobody says anything about', () =>
  expect(withVersion('# Changes\n', '1.0.1', '2026-12-01', [])).toBeNull());
