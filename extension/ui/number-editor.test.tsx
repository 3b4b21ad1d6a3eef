// @vitest-environment happy-dom
import { useSignal } from '@preact/signals';
import { cleanup, fireEvent, render, screen } from '@testing-library/preact';
import { afterEach, expect, test, vi } from 'vitest';
import { isOff } from '../fixtures/is-off.ts';
import { CAP_RANGE } from './limit-input.tsx';
import { NumberEditor, type NumberOutcome, setToWords, useSettingNumber } from './number-editor.tsx';

afterEach(cleanup);

const set = vi.fn<(expected: number | null, to: number | null) => Promise<NumberOutcome>>();
const onCancel = vi.fn();

function Shown() {
  const typed = useSignal('60');
  const expected = useSignal<number | null>(50);
  const setting = useSettingNumber(set);
  return (
    <NumberEditor
      label="Cap"
      text={typed.value}
      expected={expected.value}
      range={CAP_RANGE}
      verb={setToWords}
      takesFocus
      of={setting}
      onText={(text) => (typed.value = text)}
      onSet={async (to) => {
        const outcome = await setting.send(expected.value, to);
        if (outcome?.kind === 'changed') expected.value = outcome.found;
      }}
      onCancel={onCancel}
    />
  );
}

const field = () => screen.getByLabelText('Cap') as HTMLInputElement;
const submit = () => fireEvent.submit(field().closest('form') as HTMLFormElement);

test('Enter sets it once, however often it is pressed while that goes on; what failed is said', async () => {
  const answer = Promise.withResolvers<NumberOutcome>();
  set.mockReset().mockReturnValue(answer.promise);
  render(<Shown />);
  expect(document.activeElement).toBe(field());
  submit();
  const button = screen.getByRole('button', { name: 'Set to 60' });
  await vi.waitFor(() => expect(button.getAttribute('aria-busy')).toBe('true'));
  submit();
  fireEvent.click(button);
  expect([set.mock.calls, isOff(button)]).toEqual([[[50, 60]], true]);
  answer.resolve({ kind: 'failed', words: 'Your edge can’t be reached.' });
  await screen.findByText('Your edge can’t be reached.');
  expect(isOff(button)).toBe(false);
});

test('what somebody else has set is said, and replaced when it is set again', async () => {
  set
    .mockReset()
    .mockResolvedValueOnce({ kind: 'changed', found: 55 })
    .mockResolvedValueOnce({ kind: 'set' });
  render(<Shown />);
  submit();
  await screen.findByText(/Somebody has set it to 55 meanwhile/);
  expect(field().value).toBe('60');
  submit();
  await vi.waitFor(() => expect(set.mock.calls.at(-1)).toEqual([55, 60]));
});

test('Escape cancels, and what is no such number can’t be set', async () => {
  set.mockReset();
  render(<Shown />);
  fireEvent.input(field(), { target: { value: '0' } });
  await screen.findByText('Enter a number above 0.');
  submit();
  expect(set).not.toHaveBeenCalled();
  fireEvent.keyDown(field(), { key: 'Escape' });
  expect(onCancel).toHaveBeenCalledOnce();
});
