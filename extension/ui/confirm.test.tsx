// @vitest-environment happy-dom
import { useSignal } from '@preact/signals';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/preact';
import { render as renderInto } from 'preact';
import { afterEach, expect, it, vi } from 'vitest';
import { ConfirmButton, Question } from './confirm.tsx';

afterEach(cleanup);

const question = () => screen.getByRole('group');
const verb = () => screen.getByRole('button', { name: 'Delete' });
const isArmed = () => waitFor(() => expect(verb().getAttribute('aria-disabled')).toBe('false'));

/** A question below the button that opened it, with a field. */
function Below({ onSure, canBe = true }: { onSure: () => void; canBe?: boolean }) {
  const isOpen = useSignal(false);
  return (
    <>
      <button type="button" onClick={() => (isOpen.value = true)}>
        Ask
      </button>
      {isOpen.value && (
        <Question
          label="Delete it?"
          verb={canBe ? 'Delete' : null}
          onSure={onSure}
          onBack={() => (isOpen.value = false)}
        >
          <input aria-label="why" />
          <input type="checkbox" aria-label="all" />
        </Question>
      )}
    </>
  );
}

function ask(onSure = vi.fn(), canBe = true) {
  render(<Below onSure={onSure} canBe={canBe} />);
  const opener = screen.getByRole('button', { name: 'Ask' });
  opener.focus();
  fireEvent.click(opener);
  return { onSure, opener };
}

it('Enter does the verb, on the question and in its field; not while it is held since the button was pressed', async () => {
  const { onSure } = ask();
  expect(document.activeElement).toBe(question());
  await isArmed();
  fireEvent.keyDown(question(), { key: 'Enter', repeat: true });
  expect(onSure).not.toHaveBeenCalled();
  fireEvent.keyDown(question(), { key: 'Enter' });
  expect(onSure).toHaveBeenCalledOnce();
  fireEvent.keyDown(screen.getByLabelText('why'), { key: 'Enter' });
  expect(onSure).toHaveBeenCalledTimes(2);
  fireEvent.keyDown(screen.getByLabelText('all'), { key: 'Enter' });
  expect(onSure).toHaveBeenCalledTimes(2);
});

it('has the focus as soon as it is there: a key that is typed at once is its', () => {
  const place = document.body.appendChild(document.createElement('div'));
  // Without what a test usually waits for after it has rendered.
  renderInto(<Question label="Delete it?" verb="Delete" onSure={vi.fn()} onBack={vi.fn()} />, place);
  expect(document.activeElement).toBe(question());
  renderInto(null, place);
  place.remove();
});

it('Enter does nothing before the question can have been read, and on Cancel only what Cancel does', async () => {
  const { onSure } = ask();
  fireEvent.keyDown(question(), { key: 'Enter' });
  await isArmed();
  fireEvent.keyDown(screen.getByRole('button', { name: 'Cancel' }), { key: 'Enter' });
  expect(onSure).not.toHaveBeenCalled();
});

it('Escape in the field takes the question back, and the focus is where it came from', async () => {
  const { opener } = ask();
  screen.getByLabelText('why').focus();
  fireEvent.keyDown(screen.getByLabelText('why'), { key: 'Escape' });
  await waitFor(() => expect(screen.queryByRole('group')).toBeNull());
  expect(document.activeElement).toBe(opener);
});

it('a question that can’t be answered yet has no verb', () => {
  const { onSure } = ask(vi.fn(), false);
  expect(screen.queryByRole('button', { name: 'Delete' })).toBeNull();
  fireEvent.keyDown(question(), { key: 'Enter' });
  expect(onSure).not.toHaveBeenCalled();
});

it('a button whose place its question takes has the focus again after Escape', async () => {
  render(<ConfirmButton label="Remove" sure="Delete" onSure={() => {}} />);
  fireEvent.click(screen.getByRole('button', { name: 'Remove' }));
  await waitFor(() => expect(document.activeElement).toBe(question()));
  fireEvent.keyDown(question(), { key: 'Escape' });
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Remove' })));
});

it('what opened it is told that it was canceled, and not that it was done', async () => {
  const [onBack, onSure] = [vi.fn(), vi.fn()];
  render(
    <ConfirmButton label="Delete" question="Delete it?" sure="Delete" startsOpen {...{ onBack, onSure }} />,
  );
  await isArmed();
  fireEvent.keyDown(question(), { key: 'Escape' });
  expect([onBack.mock.calls.length, onSure.mock.calls.length]).toEqual([1, 0]);
  fireEvent.click(screen.getByRole('button', { name: 'Delete' }));
  await isArmed();
  fireEvent.click(verb());
  expect([onBack.mock.calls.length, onSure.mock.calls.length]).toEqual([1, 1]);
});

it('a question that takes away is withdrawn once another is asked, which has the focus', async () => {
  const onSure = vi.fn();
  render(
    <>
      <ConfirmButton label="Unpublish" sure="Take it down" onSure={onSure} />
      <ConfirmButton label="Deploy" sure="Publish it" look="primary" onSure={onSure} />
    </>,
  );
  const press = (name: string) => {
    const button = screen.getByRole('button', { name });
    button.focus();
    fireEvent.click(button);
  };
  press('Unpublish');
  await screen.findByRole('group', { name: 'Unpublish' });
  press('Deploy');
  await waitFor(() => expect(screen.queryByRole('group', { name: 'Unpublish' })).toBeNull());
  expect(document.activeElement).toBe(screen.getByRole('group', { name: 'Deploy' }));
  press('Unpublish');
  await waitFor(() => expect(screen.getAllByRole('group')).toHaveLength(2));
  fireEvent.keyDown(screen.getByRole('group', { name: 'Unpublish' }), { key: 'Escape' });
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Unpublish'));
});
