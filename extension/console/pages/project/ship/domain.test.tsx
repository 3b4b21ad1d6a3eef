// @vitest-environment happy-dom
import { cleanup, fireEvent, screen } from '@testing-library/preact';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import type { ProjectRecord } from '../../../../../shared/builder-api/projects.ts';
import { success } from '../../../../edge-client/api-error.ts';
import { isOff } from '../../../../fixtures/is-off.ts';
import { paintFrom } from '../../../../fixtures/paint-from.ts';
import { popupStates } from '../../../../fixtures/popup-states.ts';
import { renderOpen } from '../../../../fixtures/render-open.ts';
import { respondHere } from '../../../../messaging/client.ts';
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
  renderOpen(<Domain project={{ projectId: 'shop', customDomain: null } as ProjectRecord} />);
  fireEvent.input(await screen.findByLabelText('Subdomain'), { target: { value: typed } });
  const connect = await screen.findByRole<HTMLButtonElement>('button', { name: /^Connect/ });
  if (hostname === null) {
    expect(isOff(connect)).toBe(true);
    return;
  }
  fireEvent.click(connect);
  await screen.findByText(`Connects ${hostname} to what is published`, { exact: false });
});

it.each([
  ['pending_validation', 'initializing', 'not verified yet · certificate under way', true],
  ['active', 'active', 'connected · certificate valid', false],
  ['active', 'validation_timed_out', 'connected · certificate not issued in time', true],
  ['moved_away', null, '“moved away”', true],
])(
  'a domain that is %s with a certificate that is %s says %s; check again: %s',
  (status, sslStatus, words, isChecked) => {
    const customDomain = { hostname: 'app.example.org', status, sslStatus };
    renderOpen(<Domain project={{ projectId: 'shop', customDomain } as ProjectRecord} />);
    screen.getByText(
      (_, element) =>
        element?.className === 'meta' && element.textContent?.replace(/[\u2066-\u2069]/g, '') === words,
    );
    expect(screen.queryByRole('button', { name: 'Check again' }) !== null).toBe(isChecked);
    expect(screen.queryByRole('link', { name: /app.example.org/ }) !== null).toBe(status === 'active');
  },
);

it('a project that was never deployed is told so instead of being asked for a domain', async () => {
  respondHere((name, request) =>
    name === 'readEdge' && (request as { path: string }).path.endsWith('/deployments/status')
      ? Promise.resolve(success({ value: { status: null, createdAt: null }, readAt: NOW }))
      : null,
  );
  renderOpen(<Domain project={{ projectId: 'shop', customDomain: null } as ProjectRecord} />);
  await screen.findByText(/has to be deployed first/);
  expect(screen.queryByRole('button', { name: /^Connect/ })).toBeNull();
});

it('name and value of a record to add are copied one by one', () => {
  const dnsRecordsToAdd = [{ type: 'TXT', name: '_verify.app', value: '588a2e' }];
  const customDomain = { hostname: 'app.example.org', status: 'pending_validation', dnsRecordsToAdd };
  renderOpen(<Domain project={{ projectId: 'shop', customDomain } as ProjectRecord} />);
  screen.getByRole('button', { name: 'Copy: _verify.app' });
  screen.getByRole('button', { name: 'Copy: 588a2e' });
});
