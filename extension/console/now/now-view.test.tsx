// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/preact';
import { afterEach, expect, it } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { paintFrom } from '../../fixtures/paint-from.ts';
import { popupStates } from '../../fixtures/popup-states.ts';
import { roomy, wide } from '../parts/navigation.ts';
import { NowView } from './now-view.tsx';

const NOW = Date.UTC(2026, 10, 21, 15, 13);
afterEach(cleanup);

it('once the line is folded that has the chosen row in it, the first other row is shown beside the list', async () => {
  fakeBrowser.reset();
  [roomy.value, wide.value] = [true, true];
  paintFrom(popupStates(NOW)['many-projects'], NOW);
  render(<NowView rest={[]} />);
  const line = screen.getByRole('button', { name: /^50 projects are at their cap/ });
  fireEvent.click(line);
  const inside = await screen.findByRole('button', { name: /^Project number 0 is at its cap/ });
  fireEvent.focus(inside);
  await screen.findByRole('region', { name: 'Project number 0 is at its cap' });
  fireEvent.click(line);
  await waitFor(() => {
    const row = screen.getByRole('button', { name: /^Deliveries to shop.example fail/ });
    expect(row.getAttribute('aria-current'), 'nothing is chosen any more').toBe('true');
  });
  screen.getByRole('region', { name: 'Deliveries to shop.example fail' });
});

it('what repairs the chosen row is the one thing to do beside the list; what is typed in its form stays while others are looked at', async () => {
  fakeBrowser.reset();
  [roomy.value, wide.value] = [true, true];
  paintFrom(popupStates(NOW).busy, NOW);
  render(<NowView rest={[]} />);
  const row = screen.getByRole('button', { name: /^Barber bookings is at its cap/ });
  const detail = await screen.findByRole('region', { name: 'Barber bookings is at its cap' });
  const raise = within(detail).getByRole('button', { name: 'Raise' });
  expect([...document.querySelectorAll('.primary')]).toEqual([raise]);
  fireEvent.click(raise);
  const field = await screen.findByLabelText<HTMLInputElement>(/^New monthly cap/);
  await waitFor(() => expect(document.activeElement).toBe(field));
  fireEvent.input(field, { target: { value: '7777' } });
  fireEvent.focus(screen.getByRole('button', { name: /^Deliveries to shop.example fail/ }));
  await screen.findByRole('region', { name: 'Deliveries to shop.example fail' });
  expect(field.isConnected && field.value).toBe('7777');
  fireEvent.keyDown(field, { key: 'Escape' });
  await waitFor(() => expect(document.activeElement).toBe(row));
});
