// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/preact';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import type { ProjectRecord } from '../../../../shared/builder-api/projects.ts';
import { paintFrom } from '../../../fixtures/paint-from.ts';
import { popupStates } from '../../../fixtures/popup-states.ts';
import { Domain } from './domain.tsx';

const NOW = Date.UTC(2026, 10, 22, 9);

beforeEach(() => {
  fakeBrowser.reset();
  paintFrom(popupStates(NOW).calm, NOW);
});
afterEach(cleanup);

it.each([
  ['www', null],
  ['example.org', null],
  ['www.example.org', 'www.example.org'],
  [' https://App.Example.org/start ', 'app.example.org'],
  ['www.münchen.example', 'www.xn--mnchen-3ya.example'],
  ['www.example.укр', 'www.example.xn--j1amh'],
])('of "%s" the domain %s is connected, as DNS has it', async (typed, hostname) => {
  render(<Domain project={{ projectId: 'shop', customDomain: null } as ProjectRecord} />);
  fireEvent.input(await screen.findByLabelText('Whole name of the subdomain'), { target: { value: typed } });
  const connect = await screen.findByRole<HTMLButtonElement>('button', { name: /^Connect/ });
  if (hostname === null) {
    expect(connect.disabled).toBe(true);
    return;
  }
  fireEvent.click(connect);
  await screen.findByText(`This connects ${hostname} to what is published.`, { exact: false });
});
