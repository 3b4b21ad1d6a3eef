// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/preact';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { SERVICE_EVENTS } from '../../../../../shared/builder-api/webhooks.ts';
import { apiError, success } from '../../../../edge-client/api-error.ts';
import { isOff } from '../../../../fixtures/is-off.ts';
import { paintFrom } from '../../../../fixtures/paint-from.ts';
import { popupStates } from '../../../../fixtures/popup-states.ts';
import { respondHere } from '../../../../messaging/client.ts';
import { NewReceiver } from './new-receiver.tsx';

const NOW = Date.UTC(2026, 10, 22, 9);
const EVENT = 'deployment.finished';

beforeEach(() => {
  fakeBrowser.reset();
  paintFrom(popupStates(NOW).busy, NOW);
  respondHere(() => Promise.resolve(apiError('edge-failing')));
});
afterEach(cleanup);

const times = { createdAt: null, updatedAt: null };
const url = (host: string) => `https://${host}.example/hook`;
const choose = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
const box = (name: RegExp) => screen.getByRole<HTMLInputElement>('checkbox', { name });
const add = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });
const typeAddress = async () =>
  fireEvent.input(await screen.findByLabelText('Its address'), { target: { value: url('mine') } });

it('an event that goes elsewhere for the same projects can’t be chosen, and it says to whom it goes', async () => {
  render(
    <NewReceiver
      registered={[
        { id: 'w1', url: url('edge'), event: EVENT, ...times },
        { id: 'w2', url: url('other'), event: EVENT, projectIds: ['recipe-box'], ...times },
      ]}
      origin={null}
      onAdded={() => undefined}
      onClose={() => undefined}
    />,
  );
  await typeAddress();
  expect(box(/Deployment finished.*goes to edge\.example already/).disabled).toBe(true);
  choose('About which projects', 'recipe-box');
  await waitFor(() => expect(box(/Deployment finished.*goes to other\.example already/).disabled).toBe(true));
  expect(isOff(add('Add it'))).toBe(true);
  const [, other] = screen.getByLabelText<HTMLSelectElement>('About which projects').options;
  choose('About which projects', other?.value ?? '');
  await waitFor(() => expect(box(/Deployment finished/).disabled).toBe(false));
});

it('what keeps it from being added is said beside the button, until nothing is missing', async () => {
  const none = () => undefined;
  render(<NewReceiver registered={[]} origin={null} onAdded={none} onClose={none} />);
  await screen.findByText('Still missing – Its address · Events');
  await typeAddress();
  await screen.findByText('Still missing – Events');
  fireEvent.click(box(/Deployment finished/));
  await waitFor(() => expect(screen.queryByText(/^Still missing/)).toBeNull());
});

it('several events are sent one after another; what the service refuses stays chosen and says why', async () => {
  const sent: string[] = [];
  let isRefusing = true;
  respondHere((name, request) => {
    if (name !== 'changeEdge') return null;
    const { event } = (request as { body: { event: string } }).body;
    sent.push(event);
    return Promise.resolve(
      isRefusing && event === 'project.paused' ? apiError('edge-failing') : success({ value: null }),
    );
  });
  const onAdded = vi.fn();
  render(<NewReceiver registered={[]} origin={null} onAdded={onAdded} onClose={() => undefined} />);
  await typeAddress();
  for (const name of [/Deployment finished/, /Project paused/]) fireEvent.click(box(name));
  fireEvent.click(add('Add it for 2 events'));
  await screen.findByText('Saved.');
  await waitFor(() => expect(isOff(add('Add it for 1 event'))).toBe(false));
  expect(sent).toEqual(['deployment.finished', 'project.paused']);
  expect([box(/Deployment finished/).checked, box(/Project paused/).checked]).toEqual([false, true]);
  expect(onAdded).not.toHaveBeenCalled();
  isRefusing = false;
  fireEvent.click(add('Add it for 1 event'));
  await waitFor(() => expect(onAdded).toHaveBeenCalledOnce());
  expect(sent).toEqual(['deployment.finished', 'project.paused', 'project.paused']);
});

it('where all events are taken it says by whom, and offers projects, not all of them; once one is chosen they can be', async () => {
  render(
    <NewReceiver
      registered={SERVICE_EVENTS.map((event) => ({ id: event, url: url('edge'), event, ...times }))}
      origin={new URL(url('edge')).origin}
      onAdded={() => undefined}
      onClose={() => undefined}
    />,
  );
  screen.getByText(/^All \d+ events go to your edge/);
  expect(screen.queryByRole('checkbox')).toBeNull();
  expect(screen.queryByLabelText('For which features')).toBeNull();
  const [none] = screen.getByLabelText<HTMLSelectElement>('About which projects').options;
  expect(none?.textContent).toBe('choose projects…');
  choose('About which projects', 'recipe-box');
  await waitFor(() => expect(box(/Deployment finished/).disabled).toBe(false));
});
