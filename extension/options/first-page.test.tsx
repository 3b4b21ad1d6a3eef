// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/preact';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { apiError, type Result, success } from '../edge-client/api-error.ts';
import { paintFrom } from '../fixtures/paint-from.ts';
import { popupStates } from '../fixtures/popup-states.ts';
import { FirstPage } from './first-page.tsx';

const NOW = Date.UTC(2026, 10, 21, 12);
const NOWHERE = {
  ...{ edgePackage: null, version: '1.2.3', guide: null, source: null },
  ...{ chromeStore: null, firefoxStore: null },
};
const LINE = 'https://edge.example/#pair=7KQF-9M2XTR4B8W';

let sent: { name: string; request: Record<string, unknown> }[];
let outcome: Result<unknown>;

beforeEach(() => {
  fakeBrowser.reset();
  sent = [];
  outcome = success({ role: 'owner' });
  Object.assign(fakeBrowser.runtime, {
    sendMessage: async (message: (typeof sent)[number]) => {
      sent.push(message);
      if (outcome.ok) paintFrom(popupStates(NOW).busy, NOW);
      return { result: outcome };
    },
  });
  paintFrom({}, NOW);
});
afterEach(cleanup);

const paste = (text: string) =>
  fireEvent.input(screen.getByLabelText('Line to paste'), { target: { value: text } });
const pair = () => fireEvent.click(screen.getByRole('button', { name: 'Agree and pair' }));

describe('the first page', () => {
  test('offers the demo first, a field for a line, and a command, each with what it needs', async () => {
    render(<FirstPage published={NOWHERE} />);
    expect(screen.getAllByRole('button').map((one) => one.textContent)).toEqual([
      'Look around',
      'Agree and pair',
      'Copy',
    ]);
    screen.getByText('npm run deploy');
    screen.getByText(/Node, a free Cloudflare account, your builder key, three minutes/);
    expect(screen.queryByRole('link'), 'no address is made up').toBeNull();
    screen.getByText(/^In a copy of the source: ask whoever gave you/);
  });

  test('says what is sent where beside the button that agrees to it', () => {
    render(<FirstPage />);
    const form = screen.getByRole('button', { name: 'Agree and pair' }).closest('form');
    expect(form?.textContent).toMatch(/pages with their addresses, go to your edge, then to your builder/);
  });

  test('leads to what is published, by its own name', () => {
    const guide = 'https://git.example/guide';
    const published = { ...NOWHERE, edgePackage: 'ada-edge', guide, source: 'https://git.example/ada' };
    render(<FirstPage published={published} />);
    screen.getByText('npx ada-edge');
    expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
      published.guide,
      published.source,
    ]);
    expect(screen.queryByText(/copy of the source/)).toBeNull();
  });

  test('has no set-up and no demo any more once it is paired', () => {
    paintFrom(popupStates(NOW).busy, NOW);
    render(<FirstPage />);
    expect(screen.getAllByRole('button').map((one) => one.textContent)).toEqual([
      'Open the console',
      'Send a test notification',
    ]);
  });

  test('asks for the address of a code', async () => {
    render(<FirstPage />);
    paste('7KQF-9M2XTR4B8W');
    screen.getByText(/^The code has no address\./);
    fireEvent.input(screen.getByLabelText('Edge address'), { target: { value: 'edge.example' } });
    pair();
    await waitFor(() =>
      expect(sent[0]?.request).toMatchObject({ address: 'https://edge.example', code: '7KQF-9M2XTR4B8W' }),
    );
  });

  test.each([
    ['https://other.example/#invite=A', /^A line is an address/],
    ['http://edge.example/#pair=A', /^The address must start with https/],
  ])('says why %s can not be used, sends nothing and keeps it', async (text, words) => {
    render(<FirstPage />);
    paste(text);
    pair();
    await screen.findByText(words);
    expect(sent).toEqual([]);
    expect(screen.getByLabelText<HTMLInputElement>('Line to paste').value).toBe(text);
  });

  test('pairs with a pasted line only once its button is pressed, and shows the account', async () => {
    render(<FirstPage />);
    paste(`  ${LINE}\n`);
    expect(sent).toEqual([]);
    pair();
    await screen.findByText(/^412\.5 credits · .* · 2 things need you$/);
    screen.getByRole('button', { name: 'Open the console' });
    expect(sent[0]).toMatchObject({
      name: 'pair',
      request: { address: 'https://edge.example', code: '7KQF-9M2XTR4B8W' },
    });
  });

  test('takes an address without scheme, and asks for the code then', async () => {
    render(<FirstPage />);
    paste('edge.example');
    screen.getByText(/^The line has no code\./);
    fireEvent.input(screen.getByLabelText('Pairing code'), { target: { value: 'a-code' } });
    pair();
    await waitFor(() =>
      expect(sent[0]?.request).toMatchObject({ address: 'https://edge.example', code: 'a-code' }),
    );
  });

  test.each([
    ['', /^A line is an address/],
    ['hello there', /^A line is an address/],
    ['edge.example', /^The line has no code\./],
    ['7KQF-9M2XTR4B8W', /^The code has no address\./],
  ])('of %j it says itself what is missing, without the bubble of the browser', async (text, words) => {
    const { container } = render(<FirstPage />);
    if (text !== '') paste(text);
    expect(container.querySelector('form')?.noValidate).toBe(true);
    pair();
    await waitFor(() => expect(screen.getByRole('alert').textContent).toMatch(words));
    expect(screen.getAllByText(words)).toHaveLength(1);
    expect(sent).toEqual([]);
  });

  test("says when it is the service's own address, and sends it no code", async () => {
    render(<FirstPage />);
    paste('https://builder.example/api/v1/vcaas#pair=A');
    pair();
    await screen.findByText(/^That is the builder service\./);
    expect(sent).toEqual([]);
  });

  test('says what failed, and keeps what was pasted', async () => {
    outcome = apiError('code-invalid');
    render(<FirstPage />);
    paste(LINE);
    pair();
    await screen.findByText(/^This code is wrong, or too old\. .*Invite a browser/);
    expect(screen.getByLabelText<HTMLInputElement>('Line to paste').value).toBe(LINE);
  });

  test('says that nothing needs the user only where all was read', () => {
    paintFrom(popupStates(NOW).calm, NOW);
    render(<FirstPage />);
    screen.getByText(/Nothing needs you$/);
    cleanup();
    paintFrom(popupStates(NOW)['service-failing'], NOW);
    render(<FirstPage />);
    screen.getByText('Paired');
    expect(screen.queryByText(/Nothing needs you/)).toBeNull();
  });

  test('offers a test notification once it is paired', async () => {
    const create = vi.fn(async () => 'id');
    Object.assign(fakeBrowser, { notifications: { create } });
    paintFrom(popupStates(NOW).busy, NOW);
    render(<FirstPage />);
    fireEvent.click(screen.getByRole('button', { name: 'Send a test notification' }));
    await screen.findByText(/^Accepted\./);
    expect(create).toHaveBeenCalledOnce();
  });
});
