// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/preact';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import type { ProjectRecord } from '../../../../../shared/builder-api/projects.ts';
import { runFixture } from '../../../../../shared/snapshot/project-fixture.ts';
import { success } from '../../../../edge-client/api-error.ts';
import { apiErrorOf } from '../../../../edge-client/edge-client.ts';
import { followOnly } from '../../../../fixtures/follow-only.ts';
import { isOff } from '../../../../fixtures/is-off.ts';
import { paintFrom } from '../../../../fixtures/paint-from.ts';
import { popupStates } from '../../../../fixtures/popup-states.ts';
import { renderOpen } from '../../../../fixtures/render-open.ts';
import { respondHere } from '../../../../messaging/client.ts';
import { Secrets } from './secrets.tsx';

const NOW = Date.UTC(2026, 10, 22, 9);
const STRIPE = { _id: 's1', secretName: 'STRIPE_KEY', environment: 'production' };
const project = (secrets: unknown[]) => ({ projectId: 'shop', secrets }) as unknown as ProjectRecord;
const ADDED = { secretName: 'STRIPE_KEY', secretValue: 'new', environment: 'production' };
let changes: { method: string; path: string; body?: unknown }[];
let refusal: ReturnType<typeof apiErrorOf> | null;

beforeEach(() => {
  fakeBrowser.reset();
  paintFrom(popupStates(NOW).calm, NOW);
  changes = [];
  refusal = null;
  respondHere((name, request) => {
    if (name !== 'changeEdge') return null;
    const change = request as (typeof changes)[number];
    changes.push(change);
    return Promise.resolve((change.method === 'POST' && refusal) || success({ value: null }));
  });
});
afterEach(cleanup);

const typeNewValue = () => {
  fireEvent.click(screen.getByRole('button', { name: 'Replace: STRIPE_KEY' }));
  fireEvent.input(screen.getByLabelText('Value'), { target: { value: 'new' } });
};
const replace = () => fireEvent.click(screen.getByRole('button', { name: 'Replace' }));

it('replaces a value in its environment: the old one is deleted, then the new one added', async () => {
  renderOpen(<Secrets project={project([STRIPE])} />);
  typeNewValue();
  expect(screen.getByLabelText<HTMLInputElement>('Name').readOnly).toBe(true);
  replace();
  const done = await screen.findByText(/^.?STRIPE_KEY.? changed/);
  expect(document.activeElement).toBe(done);
  expect(changes.map(({ method }) => method)).toEqual(['DELETE', 'POST']);
  expect(changes[1]?.body).toEqual(ADDED);
  fireEvent.click(screen.getByRole('button', { name: 'Delete: STRIPE_KEY' }));
  const sure = screen.getByRole('button', { name: /^Delete STRIPE_KEY/ });
  await waitFor(() => expect(sure.getAttribute('aria-disabled')).toBe('false'));
  fireEvent.click(sure);
  await waitFor(() => expect(screen.queryByText(/KEY.? changed/)).toBeNull());
});

it('whose new value is refused says that the old one is gone, keeps what was typed, and only adds the next time', async () => {
  refusal = apiErrorOf(400, { errorCode: 'TOO_MANY_SECRETS', errorMessage: 'At most 50' });
  const { rerender } = renderOpen(<Secrets project={project([STRIPE])} />);
  typeNewValue();
  replace();
  await waitFor(() => expect(changes).toHaveLength(2));
  rerender(<Secrets project={project([])} />);
  await screen.findByText(/The old value is deleted/);
  expect(screen.getByLabelText<HTMLInputElement>('Value').value).toBe('new');
  refusal = null;
  replace();
  await screen.findByText(/KEY.? changed/);
  expect(changes.map(({ method }) => method)).toEqual(['DELETE', 'POST', 'POST']);
});

it('says what was done last: of a deleted variable that it is gone, no longer that it was added', async () => {
  const { rerender } = renderOpen(<Secrets project={project([])} />);
  fireEvent.input(screen.getByLabelText('Name'), { target: { value: 'STRIPE_KEY' } });
  fireEvent.input(screen.getByLabelText('Value'), { target: { value: 'x' } });
  fireEvent.click(screen.getByRole('button', { name: 'Add' }));
  await screen.findByText(/KEY.? added/);
  rerender(<Secrets project={project([STRIPE])} />);
  fireEvent.click(screen.getByRole('button', { name: 'Delete: STRIPE_KEY' }));
  const sure = screen.getByRole('button', { name: /^Delete STRIPE_KEY/ });
  await waitFor(() => expect(sure.getAttribute('aria-disabled')).toBe('false'));
  fireEvent.click(sure);
  await screen.findByText(/KEY.? removed/);
  expect(screen.queryByText(/KEY.? added/)).toBeNull();
});

it('of a refused name says what the service wants of it, and offers no Add for one that no variable has', async () => {
  const rule = 'secretName must not begin with SERVICE_';
  refusal = apiErrorOf(400, { errorCode: 'INVALID_SECRET_KEY_NAME', errorMessage: rule });
  renderOpen(<Secrets project={project([])} />);
  const add = screen.getByRole<HTMLButtonElement>('button', { name: 'Add' });
  fireEvent.input(screen.getByLabelText('Name'), { target: { value: 'service key' } });
  fireEvent.input(screen.getByLabelText('Value'), { target: { value: 'x' } });
  await waitFor(() => expect(isOff(add)).toBe(true));
  fireEvent.input(screen.getByLabelText('Name'), { target: { value: 'SERVICE_KEY' } });
  await waitFor(() => expect(isOff(add)).toBe(false));
  fireEvent.click(add);
  await screen.findByText(new RegExp(rule));
});

it('says of a name while it is typed that no variable has such a one, with its usual form, or that it is there', async () => {
  renderOpen(<Secrets project={project([STRIPE])} />);
  const name = screen.getByLabelText<HTMLInputElement>('Name');
  fireEvent.input(name, { target: { value: '2 stripe-key ' } });
  await screen.findByText(/Letters, digits and _ only/);
  fireEvent.click(screen.getByRole('button', { name: 'Use STRIPE_KEY' }));
  await waitFor(() => expect(name.value).toBe('STRIPE_KEY'));
  expect(document.activeElement).toBe(screen.getByLabelText('Value'));
  await screen.findByText(/has .?STRIPE_KEY.? already/);
  fireEvent.input(name, { target: { value: 'MAIL_KEY' } });
  expect(screen.getByPlaceholderText('STRIPE_KEY')).toBeTruthy();
});

it('discards the secret with its name and the refusal, and forgets the refusal once another name is typed', async () => {
  refusal = apiErrorOf(400, { errorCode: 'X', errorMessage: 'no such names' });
  renderOpen(<Secrets project={project([])} />);
  const name = screen.getByLabelText<HTMLInputElement>('Name');
  const value = screen.getByLabelText<HTMLInputElement>('Value');
  const refuse = async () => {
    fireEvent.input(name, { target: { value: 'STRIPE_KEY' } });
    fireEvent.input(value, { target: { value: 'sk_live' } });
    fireEvent.click(screen.getByRole('button', { name: 'Add' }));
    await screen.findByText(/no such names/);
  };
  await refuse();
  fireEvent.input(name, { target: { value: 'STRIPE_KEY2' } });
  await waitFor(() => expect(screen.queryByText(/no such names/)).toBeNull());
  await refuse();
  fireEvent.click(screen.getByRole('button', { name: 'Discard' }));
  await waitFor(() => expect([name.value, value.value]).toEqual(['', '']));
  expect(screen.queryByText(/no such names/)).toBeNull();
  fireEvent.input(value, { target: { value: 'only a secret' } });
  fireEvent.click(await screen.findByRole('button', { name: 'Discard' }));
  await waitFor(() => expect(value.value).toBe(''));
});

it('replaces a variable whose name is typed again, and says beforehand that the old one goes', async () => {
  const { rerender } = renderOpen(<Secrets project={project([STRIPE])} />);
  fireEvent.input(screen.getByLabelText('Name'), { target: { value: 'STRIPE_KEY' } });
  fireEvent.input(screen.getByLabelText('Value'), { target: { value: 'new' } });
  await screen.findByText(/already \(production\)\. .*The old value is deleted/);
  expect(screen.queryByRole('button', { name: 'Add' })).toBeNull();
  refusal = apiErrorOf(400, { errorCode: 'TOO_MANY_SECRETS', errorMessage: 'At most 50' });
  replace();
  await waitFor(() => expect(changes.map(({ method }) => method)).toEqual(['DELETE', 'POST']));
  rerender(<Secrets project={project([])} />);
  await screen.findByText(/The old value is deleted, the new one not stored/);
  refusal = null;
  replace();
  await screen.findByText(/KEY.? changed/);
  expect(changes.map(({ method }) => method)).toEqual(['DELETE', 'POST', 'POST']);
});

it('offers the build that sees a change beside it, unless it is for production alone', async () => {
  renderOpen(<Secrets project={project([])} />);
  const add = (environment: string) => {
    fireEvent.input(screen.getByLabelText('Name'), { target: { value: 'MAIL_KEY' } });
    fireEvent.input(screen.getByLabelText('Value'), { target: { value: 'x' } });
    fireEvent.change(screen.getByLabelText('Environment'), { target: { value: environment } });
    fireEvent.click(screen.getByRole('button', { name: 'Add' }));
  };
  add('development');
  await screen.findByText(/MAIL_KEY.? added/);
  screen.getByRole('button', { name: /^Rebuild/ });
  await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe(''));
  add('production');
  await waitFor(() => expect(screen.queryByRole('button', { name: /^Rebuild/ })).toBeNull());
});

it('shows what the agent asks for as missing, with the form of it, and leads on once the project has it', async () => {
  const keysNeeded = [{ name: 'SMS_KEY', description: 'Of the sender', isGiven: false }];
  followOnly({ run: runFixture({ phase: 'finished', ending: 'succeeded', keysNeeded }) }, NOW, NOW);
  const { rerender } = renderOpen(<Secrets project={project([STRIPE])} />);
  screen.getByText(/SMS_KEY.? is missing: the agent asks for it/);
  const form = within(screen.getByRole('form', { name: /^Add: .?SMS_KEY/ }));
  expect(form.getByLabelText<HTMLInputElement>('Name').value).toBe('SMS_KEY');
  fireEvent.input(form.getByLabelText('Value'), { target: { value: 'x' } });
  fireEvent.click(form.getByRole('button', { name: 'Add' }));
  await screen.findByText(/SMS_KEY.? added/);
  rerender(
    <Secrets project={project([STRIPE, { _id: 's2', secretName: 'SMS_KEY', environment: 'both' }])} />,
  );
  await screen.findByRole('link', { name: 'Continue' });
  expect(screen.queryByText(/is missing/)).toBeNull();
});
