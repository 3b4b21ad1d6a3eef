// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/preact';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { followOnly } from '../../../fixtures/follow-only.ts';
import { respondHere } from '../../../messaging/client.ts';
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
    render(<Server project={{ projectId: 'shop' }} />);
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Starting' }).disabled).toBe(true);
    expect(screen.queryByRole('button', { name: /^Start ·/ })).toBeNull();
  },
);
