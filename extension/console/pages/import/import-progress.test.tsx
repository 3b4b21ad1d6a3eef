// @vitest-environment happy-dom
import { signal } from '@preact/signals';
import { fireEvent, render, screen } from '@testing-library/preact';
import { expect, test, vi } from 'vitest';
import type { ImportDraft } from '../../../storage/import-draft-schema.ts';
import { newImportDraft } from '../../../storage/import-drafts.ts';
import type { ImportModel } from './import-model.ts';
import { endedMessage, ImportProgress } from './import-progress.tsx';

const { added } = vi.hoisted(() => ({ added: [] as ImportDraft[] }));
vi.mock('../../../storage/import-drafts.ts', async (original) => ({
  ...(await original<object>()),
  addImportDraft: async (draft: ImportDraft) => void added.push(draft),
}));

test.each([
  [{ created: 1, refused: 2 }, 'ended'],
  [{ changed: 1, unknown: 1 }, 'ended'],
  // Somebody changed them since: an undo leaves them.
  [{ undone: 2, kept: 1 }, 'ended'],
  [{ refused: 1 }, 'endedWithout'],
  [{ duplicate: 3 }, 'endedWithout'],
  [{ refused: 1, unknown: 1 }, 'endedUnknown'],
  [{ undone: 3, refused: 1 }, 'endedWithout'],
])('an import of which %j is over says %s, and “saved” only where something was', (counts, message) => {
  expect(endedMessage((state) => (counts as Record<string, number>)[state] ?? 0)).toBe(
    `console.import.${message}`,
  );
});

test('rows that were left out are counted at the end, and lead to the same rows as another draft', async () => {
  const source = {
    ...{ kind: 'table' as const, title: '', columns: ['name'], total: 3, hidden: 0, path: null },
    rows: ['Cut', 'Dye', 'Shave'].map((text) => [{ text }]),
  };
  const draft: ImportDraft = {
    ...newImportDraft('d1', {
      title: '',
      url: 'https://a.example',
      language: null,
      readAt: 1,
      sources: [source],
    }),
    ...{ projectId: 'shop', table: 'service', tableLabel: 'Services', mapping: ['name'] },
    edits: { 1: { name: { kind: 'skip' } } },
    parts: [
      {
        ...{ key: 'k', isSent: true, confirmedFor: null },
        body: {
          ...{ projectId: 'shop', table: 'service', duplicates: { by: null }, source: {} },
          rows: [{ values: { name: 'Cut' } }],
        },
      },
    ],
  } as unknown as ImportDraft;
  const record = {
    key: 'k',
    state: 'done',
    counts: { created: 1 },
    rows: [],
    problem: null,
    fileRemoval: null,
  };
  const model = {
    ...{ draft: signal(draft), table: signal(null) },
    sending: { progress: signal([record]) },
  } as unknown as ImportModel;
  render(<ImportProgress model={model} />);
  screen.getByText(/^Saved to Services of/);
  fireEvent.click(screen.getByRole('button', { name: 'Look at what was left out' }));
  await vi.waitFor(() => expect(added).toHaveLength(1));
  const { data, mapping, table, edits } = draft;
  expect(added[0]).toMatchObject({ data, mapping, table, edits, parts: null, included: {} });
});
