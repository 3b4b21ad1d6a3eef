// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/preact';
import { afterEach, expect, it } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { webhookList } from '../../../../../shared/builder-api/webhooks.ts';
import { success } from '../../../../edge-client/api-error.ts';
import { paintFrom } from '../../../../fixtures/paint-from.ts';
import { popupStates } from '../../../../fixtures/popup-states.ts';
import { respondHere } from '../../../../messaging/client.ts';
import { useResource } from '../../../../reads/resource.ts';
import { Glyph, type GlyphName } from '../../../../ui/icons.tsx';
import { OtherReceivers } from './other-receivers.tsx';

const NOW = Date.UTC(2026, 10, 22, 9);
const EVENTS = ['deployment.finished', 'project.paused', 'project.resumed'];
const WEBHOOKS = [
  ...EVENTS.map((event) => ({ id: `id-${event}`, url: 'https://a.example/hook', event })),
  { id: 'b', url: 'https://b.example/hook', event: 'project.paused', projectIds: ['shop'] },
  { id: 'own', url: 'https://edge.example/hooks/project.paused', event: 'project.paused' },
];

afterEach(cleanup);

async function rows(failing: ReadonlySet<string> | null): Promise<HTMLElement[]> {
  fakeBrowser.reset();
  paintFrom(popupStates(NOW).busy, NOW);
  respondHere(() => Promise.resolve(success({ value: { webhooks: WEBHOOKS }, readAt: NOW })));
  const View = () => (
    <OtherReceivers
      webhooks={useResource({ path: '/service/webhooks', schema: webhookList })}
      origin="https://edge.example"
      failing={failing}
    />
  );
  render(<View />);
  return screen.findAllByRole('listitem');
}

const signs = (of: readonly HTMLElement[]) => of.map((row) => row.querySelector('svg')?.innerHTML);
const sign = (name: GlyphName) => render(<Glyph name={name} />).container.querySelector('svg')?.innerHTML;

it('each address that is not the edge’s is one row with what it gets, and nothing to press', async () => {
  const listed = await rows(new Set());
  expect(listed.map(({ textContent }) => textContent)).toEqual([
    'a.example /hookDeployment finished, Project paused, Project resumed',
    'b.example /hookProject paused',
  ]);
  expect(signs(listed)).toEqual(Array(2).fill(sign('done')));
  expect(screen.queryByRole('button')).toBeNull();
});

it('one that fails is not listed a second time', async () => {
  const listed = await rows(new Set([`id-${EVENTS[1]}`]));
  expect(listed.map(({ textContent }) => textContent)).toEqual(['b.example /hookProject paused']);
});

it('while it is not read whether deliveries arrive, none is called well', async () => {
  const listed = await rows(null);
  expect(signs(listed)).toEqual(Array(2).fill(sign('unknown')));
});
