// @vitest-environment happy-dom
import { cleanup, render, screen, waitFor } from '@testing-library/preact';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import type { AttentionItem } from '../../../shared/attention/item.ts';
import { apiError, success } from '../../edge-client/api-error.ts';
import { paintFrom } from '../../fixtures/paint-from.ts';
import { popupStates } from '../../fixtures/popup-states.ts';
import { readRow, sampleFailures } from '../../fixtures/sample-account.ts';
import { respondHere } from '../../messaging/client.ts';
import { noteRows } from '../../reads/project-rows.ts';
import { refreshUnder } from '../../reads/resource.ts';
import { attentionNow } from '../../ui/stored-state.ts';
import { needWords } from '../pages/projects/row-state.ts';
import { ProjectNeedSign } from './project-needs.tsx';

const NOW = Date.UTC(2026, 10, 22, 9);

let paint: (items: readonly AttentionItem[]) => void;
let deployFailed: AttentionItem;
let deliveriesFail: AttentionItem;

beforeEach(() => {
  fakeBrowser.reset();
  const { busy } = popupStates(NOW);
  const { snapshot: kept } = busy;
  if (!kept?.snapshot.attention) throw new Error('The state of this test has no items.');
  const item = (id: string, reason: object): AttentionItem =>
    ({ ...kept.snapshot.attention?.items[0], id, projectId: 'shop', seen: null, reason }) as AttentionItem;
  const day = Date.UTC(2026, 10, 25);
  const items = [
    item('cap-forecast:shop', {
      ...{ kind: 'cap-forecast', category: 'development', cap: 100, used: 90 },
      ...{ at: day, from: day, to: day, resetsAt: Date.UTC(2026, 11, 1) },
    }),
    item('run-failed:shop', { kind: 'run-failed', message: 'It failed' }),
  ];
  deployFailed = item('deploy-failed:shop', { kind: 'deploy-failed', message: 'It broke', refunded: false });
  deliveriesFail = item('delivery-failures:wh-1', { kind: 'delivery-failures', ...sampleFailures(NOW) });
  paint = (shown) => {
    const attention = { ...kept.snapshot.attention, items: shown } as NonNullable<
      typeof kept.snapshot.attention
    >;
    paintFrom({ ...busy, snapshot: { ...kept, snapshot: { ...kept.snapshot, attention } } }, NOW);
  };
  paint(items);
  expect(attentionNow.value.items).toHaveLength(2);
});

afterEach(cleanup);

const FIX = '#/projects/shop/talk/fix-run/It%20failed';

it('a need that is dealt with under Limits leads there, not to Now, and nowhere on that tab itself; a failed run to its repair', () => {
  const links = () => screen.getAllByRole('link').map((link) => link.getAttribute('href'));
  render(<ProjectNeedSign projectId="shop" tab="talk" />);
  expect(links()).toEqual([FIX]);
  screen.getByRole('link', { name: /At this pace/ });
  cleanup();
  render(<ProjectNeedSign projectId="shop" tab="limits" />);
  expect(links()).toEqual([FIX]);
  expect(screen.queryByLabelText(/cap/i), 'the forecast stands at the cap itself').toBeNull();
  cleanup();
  paint(attentionNow.value.items.filter(({ reason }) => reason.kind === 'cap-forecast'));
  render(<ProjectNeedSign projectId="shop" tab="talk" />);
  expect(links()).toEqual(['#/projects/shop/limits']);
});

it('a forecast goes where the cap may stop the run under way, which the verdict says, and its row says so too', async () => {
  const forecast = {
    ...attentionNow.value.items.find(({ reason }) => reason.kind === 'cap-forecast'),
    projectId: 'recipe-box',
  } as AttentionItem;
  let used = 310;
  respondHere(async (name, request) => {
    const { path = '' } = request as { path?: string };
    if (name !== 'readEdge' || !path.endsWith('/credit-limits')) return apiError('refused', 'NOT_FOUND');
    const creditLimits = { maxDevelopmentCreditsPerMonth: 400 };
    return success({
      value: { creditLimits, usedThisMonth: { development: used, infrastructure: 0 } },
      readAt: NOW,
    });
  });
  paint([forecast]);
  render(<ProjectNeedSign projectId="recipe-box" tab="talk" />);
  screen.getByLabelText(/At this pace/);
  used = 399;
  await refreshUnder('/projects/recipe-box');
  await waitFor(() => expect(screen.queryByLabelText(/At this pace/)).toBeNull());
  noteRows([readRow('recipe-box', NOW, { development: 400, used: { development: 399, infrastructure: 0 } })]);
  expect(needWords(forecast, 'recipe-box')).toBe('Its cap may stop the run that is going');
});

it('of a reached cap of running apps it says so, as the bar beside it may be that of building', () => {
  const cap = { category: 'infrastructure', spent: 12, limit: 12, resetsAt: null, canEdit: true };
  const reason = { kind: 'credit-cap', ...cap };
  expect(needWords({ ...deployFailed, reason } as AttentionItem, 'shop')).toMatch(
    /^infrastructure · Paid calls off; until /,
  );
});

it('of a budget it says whose it is', () => {
  const budget = { feature: 'web', used: 14, cap: 15, capKind: 'credits', refusing: false };
  const reason = { kind: 'feature-warning', ...budget, endsAt: Date.UTC(2026, 11, 1) };
  paint([{ ...deployFailed, id: 'feature-warning:shop:web', reason } as AttentionItem]);
  render(<ProjectNeedSign projectId="shop" tab="limits" />);
  screen.getByLabelText(/^web · 14 of 15 credits/i);
});

it('failing deliveries lead to the receiver under Webhooks', () => {
  paint([deliveriesFail]);
  render(<ProjectNeedSign projectId="shop" tab="talk" />);
  expect(screen.getByRole('link').getAttribute('href')).toBe('#/settings/webhooks/wh-1');
});

it('a failed deployment says that it is one, and leads to Ship, where its repair stands, and nowhere on that tab itself', () => {
  paint([deployFailed]);
  render(<ProjectNeedSign projectId="shop" tab="talk" />);
  expect(screen.getByRole('link', { name: /Deployment failed/ }).getAttribute('href')).toBe(
    '#/projects/shop/ship',
  );
  cleanup();
  render(<ProjectNeedSign projectId="shop" tab="ship" />);
  expect(screen.queryByRole('link')).toBeNull();
});
