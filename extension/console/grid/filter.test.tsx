// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/preact';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { Filter } from './filter.tsx';
import { OPERATORS, type RowSource } from './row-source.ts';

beforeEach(fakeBrowser.reset);
afterEach(cleanup);

const source = {
  ...{ key: 'filtered', place: 'development', operators: OPERATORS, hasAlternatives: true },
  columns: ['name', 'seats'].map((name) => ({ name, label: name, control: null, type: null })),
} as unknown as RowSource;

it('a press elsewhere folds the filter that is being written; its column brings back what was typed', async () => {
  render(<Filter source={source} names={['name', 'seats']} sample={[]} where={[]} onFilter={() => {}} />);
  const choose = async (column: string) =>
    fireEvent.change(await screen.findByRole('combobox', { name: 'Only where' }), {
      target: { value: column },
    });
  await choose('name');
  fireEvent.input(await screen.findByLabelText('Value'), { target: { value: 'Ada' } });
  fireEvent.pointerDown(document.body);
  await waitFor(() => expect(screen.queryByLabelText('Value')).toBeNull());
  await choose('name');
  expect((await screen.findByLabelText<HTMLInputElement>('Value')).value).toBe('Ada');
});
