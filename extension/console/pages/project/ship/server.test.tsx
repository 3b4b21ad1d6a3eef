// @vitest-environment happy-dom
import { cleanup, fireEvent, screen } from '@testing-library/preact';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { runFixture } from '../../../../../shared/snapshot/project-fixture.ts';
import { followOnly } from '../../../../fixtures/follow-only.ts';
import { isOff } from '../../../../fixtures/is-off.ts';
import { renderOpen } from '../../../../fixtures/render-open.ts';
import { respondHere } from '../../../../messaging/client.ts';
import { Server } from './server.tsx';

const NOW = Date.UTC(2026, 10, 22, 9);

beforeEach(() => {
  fakeBrowser.reset();
  respondHere(() => null);
});
afterEach(cleanup);

it.each(['Starting', 'Creating', 'Unarchiving'])(
  'of a server that is %s it says so on its button',
  (server) => {
    followOnly({ server }, NOW, NOW);
    renderOpen(<Server project={{ projectId: 'shop' }} />);
    expect(isOff(screen.getByRole('button', { name: 'Starting' }))).toBe(true);
    expect(screen.queryByRole('button', { name: /^Start ·/ })).toBeNull();
  },
);

it('while a version is restored, the head says why a restart is off, and the question of a rebuild that it may be', () => {
  const run = runFixture({ phase: 'finished', status: 'done', ending: 'succeeded' });
  followOnly({ run, server: 'Active', recovery: { startedAt: NOW } }, NOW, NOW);
  renderOpen(<Server project={{ projectId: 'shop' }} />);
  screen.getByText('Not now: A version is being restored.');
  fireEvent.click(screen.getByRole('button', { name: /^Rebuild/ }));
  screen.getByRole('group', { name: /being restored\. Whether it works then is not known/ });
});
