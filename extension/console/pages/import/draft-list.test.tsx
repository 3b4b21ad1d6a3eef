// @vitest-environment happy-dom
import { render, screen, waitFor } from '@testing-library/preact';
import { expect, test, vi } from 'vitest';
import type { ImportEntry } from '../../../storage/import-draft-schema.ts';
import { useImportDrafts } from './draft-list.tsx';

const { reads } = vi.hoisted(() => ({ reads: [] as ((drafts: ImportEntry[]) => void)[] }));
vi.mock('../../../storage/import-drafts.ts', async (original) => ({
  ...(await original<object>()),
  listImportDrafts: () => new Promise<ImportEntry[]>((resolve) => void reads.push(resolve)),
}));

function Ids({ shown }: { shown?: string }) {
  const { drafts } = useImportDrafts(shown);
  return <p>{drafts === null ? 'not read' : `read: ${drafts.map(({ id }) => id).join(' ')}`}</p>;
}

test('a draft that was done with is not taken for one that is there, until the drafts are read anew', async () => {
  const { rerender } = render(<Ids shown="d1" />);
  await waitFor(() => expect(reads).toHaveLength(1));
  reads[0]?.([{ id: 'd1' } as ImportEntry]);
  await screen.findByText('read: d1');
  rerender(<Ids />);
  await screen.findByText('not read');
  await waitFor(() => expect(reads).toHaveLength(2));
  reads[1]?.([]);
  await screen.findByText('read:');
});
