// @vitest-environment happy-dom
import { signal } from '@preact/signals';
import { cleanup, render, screen } from '@testing-library/preact';
import { afterEach, expect, test } from 'vitest';
import { isOff } from '../../../fixtures/is-off.ts';
import { paintFrom } from '../../../fixtures/paint-from.ts';
import { popupStates } from '../../../fixtures/popup-states.ts';
import type { Converted } from '../../../import/convert.ts';
import { newImportDraft } from '../../../storage/import-drafts.ts';
import type { ImportModel } from './import-model.ts';
import { SaveBar } from './save-bar.tsx';

const NOW = Date.UTC(2026, 10, 22, 9);
afterEach(cleanup);

test.each<[Converted, RegExp]>([
  [
    { kind: 'ambiguous', choices: ['2026-03-04', '2026-04-03'] },
    /^Day can be read in several ways: .* under “Numbers/,
  ],
  [{ kind: 'problem', problem: { kind: 'not-a-date' } }, /^The row needs a look first\./],
])('why no row can be saved is said first, of a cell that is %j', (cell, words) => {
  paintFrom(popupStates(NOW).busy, NOW);
  const data = { title: '', url: 'https://a.example', language: null, readAt: 1, sources: [] };
  const rows = [{ index: 0, cells: { day: cell }, state: { kind: 'problem', count: 1 } }];
  const model = {
    draft: signal({ ...newImportDraft('d1', data), projectId: 'shop', table: 'visit' }),
    ...{ tables: signal([]), table: signal(null), source: signal(null) },
    properties: signal([{ name: 'day', label: 'Day', propertyType: 'date' }]),
    preview: {
      ...{ rows: signal(rows), needLook: signal(rows), chosen: signal([]) },
      ...{ missing: signal([]), hasLookUpFailed: signal(false) },
    },
    sending: { uploading: signal(null) },
    lookUps: { lookUp: signal({ kind: 'none', isLookingUp: false, left: 0, progress: null }) },
  } as unknown as ImportModel;
  render(<SaveBar model={model} />);
  const said = screen.getByRole('status').textContent;
  expect(said).toMatch(words);
  expect(said).not.toContain('has a value to compare');
  expect(isOff(screen.getByRole('button', { name: 'Save records' }))).toBe(true);
});
