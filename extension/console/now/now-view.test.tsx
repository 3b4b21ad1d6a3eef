// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/preact';
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
