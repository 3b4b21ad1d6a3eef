// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/preact';
import { afterEach, expect, it } from 'vitest';
import { apiError, type Result, success } from '../../edge-client/api-error.ts';
import { FileField } from './file-field.tsx';

afterEach(cleanup);

/** A field that shows `value`, and what it was changed to. */
function shown(value: unknown, isMultiple: boolean, result: Result<string>) {
  const changes: unknown[] = [];
  const upload = async () => result;
  render(
    <FileField
      id="bill"
      value={value}
      column={{ isMultiple, upload }}
      onChange={(changed) => changes.push(changed)}
    />,
  );
  const input = document.querySelector<HTMLInputElement>('#bill');
  if (!input) throw new Error('The field has no input for a file.');
  const choose = () =>
    fireEvent.change(input, {
      target: { files: [new File(['%PDF-'], 'bill.pdf', { type: 'application/pdf' })] },
    });
  return { changes, choose };
}

it('a file is uploaded, and the record’s value becomes its name; among several it is added', async () => {
  const one = shown({ name: 'old.pdf' }, false, success('new.pdf'));
  one.choose();
  await waitFor(() => expect(one.changes).toEqual([{ name: 'new.pdf' }]));
  cleanup();
  const many = shown([{ name: 'old.pdf' }], true, success('new.pdf'));
  many.choose();
  await waitFor(() => expect(many.changes).toEqual([[{ name: 'old.pdf' }, { name: 'new.pdf' }]]));
});

it('one that is refused changes nothing and says why; one that is there can be taken away', async () => {
  const { changes, choose } = shown({ name: 'old.pdf' }, false, apiError('offline'));
  choose();
  await waitFor(() => expect(document.querySelector('.failure')).not.toBeNull());
  expect(changes).toEqual([]);
  fireEvent.click(screen.getByRole('button', { name: 'Remove' }));
  expect(changes).toEqual([null]);
});
