import { expect, test } from 'vitest';
import { changelogSection } from './changelog.ts';

test('a version is reported by what its commits changed for users, each once', () => {
  const section = changelogSection('0.2.0', '2026-11-22', [
    { subject: 'Show the popup', files: ['extension/popup/app.tsx', 'shared/time.ts'] },
    { subject: 'Answer the root', files: ['edge/routes/health.ts'] },
    { subject: 'Rename in both', files: ['shared/time.ts'] },
    { subject: 'Prove it', files: ['edge/routes/health.test.ts', 'e2e/dev/start.ts'] },
  ]);
  expect(section).toBe(
    '## 0.2.0 (2026-11-22)\n\n### Extension\n\n- Show the popup\n\n### Edge\n\n- Answer the root\n\n### Both\n\n- Rename in both\n',
  );
});
