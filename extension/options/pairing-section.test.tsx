// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/preact';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { API_VERSION } from '../../shared/edge-api/health.ts';
import { apiError, type Result, success } from '../edge-client/api-error.ts';
import { paintFrom } from '../fixtures/paint-from.ts';
import { popupStates } from '../fixtures/popup-states.ts';
import { PairingSection } from './pairing-section.tsx';

const NOW = Date.UTC(2026, 10, 21, 12);
const WHERE_NEXT = /^The puzzle piece in the toolbar/;

/** Pairs as a person does, with this response of the background. */
function pairWith(outcome: Result<null>): void {
  Object.assign(fakeBrowser.runtime, {
    sendMessage: async () => {
      if (outcome.ok) paintFrom(popupStates(NOW).busy, NOW);
      return { result: outcome };
    },
  });
  paintFrom({}, NOW);
  render(<PairingSection />);
  fireEvent.input(screen.getByLabelText('Line to paste'), { target: { value: 'edge.example' } });
  fireEvent.input(screen.getByLabelText('Pairing code'), { target: { value: 'a-code' } });
  fireEvent.click(screen.getByRole('button', { name: 'Agree and pair' }));
}

beforeEach(() => fakeBrowser.reset());
afterEach(cleanup);

test('anyone who has just paired reads where to go on, and keeps the place in the page', async () => {
  pairWith(success(null));
  await screen.findByText(WHERE_NEXT);
  expect(document.activeElement?.textContent).toBe('Pairing');
});

test('a code that does not fit is reported, and nothing says that it is paired', async () => {
  pairWith(apiError('code-invalid'));
  await screen.findByText(/^This code is wrong, or too old\./);
  expect(screen.queryByText(WHERE_NEXT)).toBeNull();
});

test.each(['https://builder.example/api/v1', 'builder.example/api/v1/vcaas/'])(
  "the service's own address %s is reported as such, and gets no code",
  async (address) => {
    const sent: unknown[] = [];
    Object.assign(fakeBrowser.runtime, { sendMessage: async (message: unknown) => void sent.push(message) });
    paintFrom({}, NOW);
    render(<PairingSection />);
    fireEvent.input(screen.getByLabelText('Line to paste'), { target: { value: address } });
    fireEvent.input(screen.getByLabelText('Pairing code'), { target: { value: 'a-code' } });
    fireEvent.click(screen.getByRole('button', { name: 'Agree and pair' }));
    await screen.findByText(/^That is the builder service\./);
    expect(sent).toEqual([]);
  },
);

test('a name that the edge would not take is reported before anything is sent', async () => {
  const sent: unknown[] = [];
  Object.assign(fakeBrowser.runtime, { sendMessage: async (message: unknown) => void sent.push(message) });
  paintFrom({}, NOW);
  render(<PairingSection />);
  fireEvent.input(screen.getByLabelText('Line to paste'), { target: { value: 'edge.example' } });
  fireEvent.input(screen.getByLabelText('Pairing code'), { target: { value: 'a-code' } });
  const name = screen.getByLabelText('Name of this browser');
  for (const typed of ['🪔'.repeat(81), '\u200b']) {
    fireEvent.input(name, { target: { value: typed } });
    await screen.findByText('At least one letter, at most 80 characters.');
    expect(name.getAttribute('aria-invalid')).toBe('true');
    fireEvent.click(screen.getByRole('button', { name: 'Agree and pair' }));
    expect(sent).toEqual([]);
  }
  fireEvent.input(name, { target: { value: '🪔'.repeat(80) } });
  await waitFor(() => expect(name.getAttribute('aria-invalid')).toBe('false'));
});

test('a browser that was paired before shows nothing new', () => {
  paintFrom(popupStates(NOW).busy, NOW);
  render(<PairingSection />);
  expect(screen.getByText('Paired')).toBeTruthy();
  expect(screen.queryByText(WHERE_NEXT)).toBeNull();
});

const PENDING = {
  edge: 'https://edge.example',
  deviceId: 'd1',
  token: 't',
  name: 'Chrome on Linux',
  since: NOW,
  tries: 1,
  nextAt: NOW + 60_000,
  refused: false,
};

test('a token that is still valid, because the edge could not be reached, is shown with what can be done', () => {
  paintFrom({ revocations: [PENDING] }, NOW);
  render(<PairingSection />);
  expect(screen.getByText('Unpaired, but its token is still valid at edge.example')).toBeTruthy();
  expect(screen.getByText(/tries again .*owner can also remove “Chrome on Linux”/)).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Try now' })).toBeTruthy();
  expect(screen.getByLabelText('Line to paste'), 'and it can be paired meanwhile').toBeTruthy();
});

test('an edge of another version is said with which of the two to update', () => {
  const { busy } = popupStates(NOW);
  const health = { lastOkAt: NOW, failure: null, live: true, edgeApi: API_VERSION + 1 };
  paintFrom({ ...busy, health }, NOW);
  render(<PairingSection />);
  expect(screen.getByText('This extension is older than your edge')).toBeTruthy();
  expect(screen.getByText(/Its store updates it\.$/)).toBeTruthy();
});
