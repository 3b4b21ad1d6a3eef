// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/preact';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { apiError } from '../../edge-client/api-error.ts';
import { paintFrom } from '../../fixtures/paint-from.ts';
import { popupStates } from '../../fixtures/popup-states.ts';
import { respondHere } from '../../messaging/client.ts';
import { NewReceiver } from './new-receiver.tsx';

const NOW = Date.UTC(2026, 10, 22, 9);
const EVENT = 'deployment.finished';

beforeEach(() => {
  fakeBrowser.reset();
  paintFrom(popupStates(NOW).busy, NOW);
  respondHere(() => Promise.resolve(apiError('edge-failing')));
});
afterEach(cleanup);

const choose = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
const add = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Add it' });

it('an event that goes elsewhere for the same projects is not sent, and it says to whom it goes', async () => {
  const times = { createdAt: null, updatedAt: null };
  const url = (host: string) => `https://${host}.example/hook`;
  render(
    <NewReceiver
      registered={[
        { id: 'w1', url: url('edge'), event: EVENT, ...times },
        { id: 'w2', url: url('other'), event: EVENT, projectIds: ['recipe-box'], ...times },
      ]}
      onClose={() => undefined}
    />,
  );
  fireEvent.input(await screen.findByLabelText('Its address'), { target: { value: url('mine') } });
  choose('Event', EVENT);
  await screen.findByText(/goes to edge\.example for all projects already.*Choose projects\./);
  expect(add().disabled).toBe(true);
  choose('For which projects', 'recipe-box');
  await screen.findByText(/goes to other\.example for exactly this choice already/);
  expect(add().disabled).toBe(true);
  const [, other] = screen.getByLabelText<HTMLSelectElement>('For which projects').options;
  choose('For which projects', other?.value ?? '');
  await waitFor(() => expect(add().disabled).toBe(false));
});
