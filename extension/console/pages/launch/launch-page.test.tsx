// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/preact';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { paintFrom } from '../../../fixtures/paint-from.ts';
import { popupStates } from '../../../fixtures/popup-states.ts';
import { entryFixture, recordFixture } from '../../../launch/entry-fixture.ts';
import { runnerStore } from '../../../storage/launches.ts';
import { readPromptDraft } from '../../../storage/prompt-drafts.ts';
import { followAddress, wide } from '../../parts/navigation.ts';
import { LaunchPage } from './launch-page.tsx';

const NOW = Date.UTC(2026, 10, 21, 15, 13);

beforeEach(async () => {
  fakeBrowser.reset();
  location.hash = '#/launch';
  await followAddress();
  wide.value = true;
  paintFrom(popupStates(NOW).busy, NOW);
});
afterEach(cleanup);

it('gives the drafts an address, which the link of the rail leads out of', async () => {
  render(<LaunchPage />);
  fireEvent.click(await screen.findByRole('button', { name: 'Drafts' }));
  await screen.findByRole('tablist');
  expect(location.hash).toBe('#/launch/drafts');
  location.hash = '#/launch';
  await screen.findByLabelText('What should it do?');
});

it('goes back, after Escape at its question, to where the project was chosen', async () => {
  render(<LaunchPage />);
  const target = await screen.findByLabelText<HTMLSelectElement>('For');
  target.focus();
  fireEvent.change(target, {
    target: { value: within(target).getAllByRole('option')[1]?.getAttribute('value') },
  });
  const question = await screen.findByRole('group', { name: /become the prompt of/ });
  expect(screen.queryByRole('button', { name: /^Launch/ }), 'it is not for a new project').toBeNull();
  expect(screen.queryByLabelText('Name'), 'nor asked for what only that has').toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Add' }));
  screen.getByRole('button', { name: '+ file' });
  expect(screen.queryByRole('button', { name: '+ secret' })).toBeNull();
  fireEvent.keyDown(question, { key: 'Escape' });
  await waitFor(() => expect(document.activeElement).toBe(target));
});

it('says that the name is lost once one was typed, and not before', async () => {
  render(<LaunchPage />);
  const choose = async (at: number) => {
    const target = await screen.findByLabelText<HTMLSelectElement>('For');
    fireEvent.change(target, {
      target: { value: within(target).getAllByRole('option')[at]?.getAttribute('value') ?? '' },
    });
  };
  await choose(1);
  const question = await screen.findByRole('group', { name: /become the prompt of/ });
  expect(question.textContent).not.toMatch(/lost/);
  await choose(0);
  fireEvent.input(await screen.findByLabelText('Name'), { target: { value: 'my-shop' } });
  await choose(1);
  await screen.findByRole('group', { name: /are lost/ });
});

it('leads to Talk by the launch key too, with model and effort', async () => {
  render(<LaunchPage />);
  fireEvent.input(await screen.findByLabelText('What should it do?'), { target: { value: 'Add a page' } });
  const target = await screen.findByLabelText<HTMLSelectElement>('For');
  const projectId = within(target).getAllByRole('option')[1]?.getAttribute('value') ?? '';
  fireEvent.change(target, { target: { value: projectId } });
  await waitFor(() =>
    expect(screen.getByRole('button', { name: 'Go on in Talk' }).getAttribute('aria-disabled')).toBe('false'),
  );
  fireEvent.keyDown(screen.getByLabelText('What should it do?'), { key: 'Enter', ctrlKey: true });
  await waitFor(() => expect(location.hash).toContain('/talk'));
  expect(await readPromptDraft(projectId)).toMatchObject({
    text: 'Add a page',
    model: 'opus',
    effort: 'high',
  });
});

it('leads back to a launch whose first run is going on', async () => {
  await runnerStore.write([entryFixture({ confirmedAt: Date.now(), record: recordFixture() })]);
  render(<LaunchPage />);
  await screen.findByText(/^You launched studio-nord-classes .+; its first run is in progress\.$/);
  fireEvent.click(screen.getByRole('button', { name: 'Open' }));
  await screen.findByRole('heading', { name: 'studio-nord-classes is launched' });
});
