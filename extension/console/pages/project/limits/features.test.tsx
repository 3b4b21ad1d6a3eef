// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/preact';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { success } from '../../../../edge-client/api-error.ts';
import { apiErrorOf } from '../../../../edge-client/edge-client.ts';
import { paintFrom } from '../../../../fixtures/paint-from.ts';
import { popupStates } from '../../../../fixtures/popup-states.ts';
import { respondHere } from '../../../../messaging/client.ts';
import { Features } from './features.tsx';

const NOW = Date.UTC(2026, 10, 22, 9);

/** What the service has; a change is made in it. */
let features: Record<
  string,
  {
    enabled: boolean;
    parent?: string;
    monthlyCreditCap?: number;
    monthlyUnitCap?: number;
    unit?: string;
    consumed?: { credits: number; units: number };
  }
>;
let sent: unknown[];

beforeEach(() => {
  fakeBrowser.reset();
  features = {
    ai: { enabled: true },
    ai_text: { enabled: true, parent: 'ai' },
    email: { enabled: true },
    all: { enabled: true },
  };
  sent = [];
  respondHere((name, request) => {
    if (name === 'readEdge')
      return Promise.resolve(
        success({ value: { plan: 'x', features: structuredClone(features) }, readAt: 0 }),
      );
    if (name !== 'changeEdge') return null;
    const { path, body } = request as { path: string; body: { features: typeof features } };
    sent.push(body);
    if (path === '/caps/shop') return Promise.resolve(budgetSet(body as never));
    for (const [feature, change] of Object.entries(body.features))
      Object.assign(features[feature] ?? {}, change);
    return Promise.resolve(success({ value: null }));
  });
});
afterEach(cleanup);

/** As the edge does: compared, then set. */
function budgetSet({ feature, expected, to }: { feature: string; expected: number | null; to: number }) {
  const found = features[feature]?.monthlyCreditCap ?? null;
  if (found !== expected)
    return apiErrorOf(409, {
      ...{ errorCode: 'EDGE_CAP_CHANGED', errorMessage: '', errorDetails: { found } },
    });
  Object.assign(features[feature] ?? {}, { monthlyCreditCap: to });
  return success({ value: null });
}

async function shown(role: 'owner' | 'viewer'): Promise<void> {
  const { busy } = popupStates(NOW);
  if (!busy.connection) throw new Error('The state of this test has no connection.');
  paintFrom({ ...busy, connection: { ...busy.connection, role } }, NOW);
  render(<Features projectId="shop" />);
  await unfold();
}

/** Opens the part, whose line stands first. */
const unfold = async () => fireEvent.click(await screen.findByRole('button', { name: 'Features' }));
const switches = () => screen.findAllByRole('switch') as Promise<HTMLInputElement[]>;

it('the switch of all features comes first, and an owner turns it (Feature limit entry, `all`)', async () => {
  await shown('owner');
  const [first] = await switches();
  expect(first?.getAttribute('aria-label')).toBe('Switch all features on or off');
  fireEvent.click(first as HTMLInputElement);
  const question = await screen.findByRole('group', { name: 'Switch all features off' });
  expect(question.textContent).toContain('Every call of the app is refused');
  expect(sent, 'a live app is not switched off by one press').toEqual([]);
  const sure = question.querySelector('button');
  await waitFor(() => expect(sure?.getAttribute('aria-disabled')).toBe('false'));
  fireEvent.click(sure as Element);
  await waitFor(() => expect(sent).toEqual([{ features: { all: { enabled: false } } }]));
  await screen.findByText('Off: every call of the app is refused.');
  expect(screen.getAllByText(/^Off with .*all features.*: its calls are refused\.$/)).toHaveLength(3);
});

it('a feature that was switched off can be switched back, with the focus on its switch', async () => {
  await shown('owner');
  const email = await screen.findByRole('switch', { name: /^Switch e.mail on/ });
  fireEvent.click(email);
  fireEvent.click(await screen.findByRole('button', { name: /^Undo: e.mail$/ }));
  await screen.findByText('Set back.');
  expect(document.activeElement).toBe(email);
  expect(screen.queryByRole('button', { name: /^Undo/ })).toBeNull();
  expect(sent).toEqual([
    { features: { email: { enabled: false } } },
    { features: { email: { enabled: true } } },
  ]);
});

it('a budget that somebody else has set meanwhile is not replaced', async () => {
  features.email = { enabled: true, monthlyCreditCap: 5 };
  await shown('owner');
  fireEvent.click(await screen.findByRole('button', { name: /^.?e.mail/ }));
  fireEvent.click(await screen.findByRole('button', { name: /^Change: / }));
  features.email.monthlyCreditCap = 9;
  fireEvent.input(screen.getByRole('spinbutton'), { target: { value: '7' } });
  fireEvent.click(screen.getByRole('button', { name: /^Set to 7/ }));
  await screen.findByText(/Somebody has set it to 9 meanwhile/);
  const asked = { category: 'feature', feature: 'email', field: 'monthlyCreditCap' };
  expect(sent).toEqual([{ ...asked, expected: 5, to: 7 }]);
  expect(features.email.monthlyCreditCap).toBe(9);
  fireEvent.click(screen.getByRole('button', { name: /^Set to 7/ }));
  await waitFor(() => expect(sent[1]).toEqual({ ...asked, expected: 9, to: 7 }));
});

it('a feature whose parent is off says so, and only an owner switches', async () => {
  features.ai = { enabled: false };
  await shown('viewer');
  expect((await switches()).every(({ disabled }) => disabled)).toBe(true);
  expect(screen.getAllByText(/^Off with .*AI.*: its calls are refused\.$/)).toHaveLength(1);
});

it('a feature without a budget says what it used, and nothing of it where the service does not', async () => {
  features.ai = { enabled: true, unit: 'calls', consumed: { credits: 1.5, units: 12 } };
  features.email = { enabled: true, unit: 'recipients', consumed: { credits: 0, units: 0 } };
  features.all = { enabled: true, consumed: { credits: 3.4, units: 0 } };
  await shown('owner');
  await screen.findByText('12 calls');
  expect(screen.queryByText(/3\.4|recipients/)).toBeNull();
});

it('a feature with a budget in credits and one in units shows both, since each stops it', async () => {
  const consumed = { credits: 45, units: 10 };
  Object.assign(features.email ?? {}, {
    monthlyCreditCap: 50,
    monthlyUnitCap: 1_000,
    unit: 'recipients',
    consumed,
  });
  await shown('viewer');
  const row = (await screen.findAllByRole('listitem')).find((one) => /1,000/.test(one.textContent ?? ''));
  expect(row?.textContent).toMatch(/10.*1,000.*45.*50/s);
  expect(row?.querySelectorAll('.used-bar')).toHaveLength(2);
});
