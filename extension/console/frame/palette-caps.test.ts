// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest';
import { paintFrom } from '../../fixtures/paint-from.ts';
import { popupStates } from '../../fixtures/popup-states.ts';
import { stored } from '../../ui/stored-state.ts';
import { followAddress } from '../parts/navigation.ts';
import { matching } from './fuzzy.ts';
import { capFindings } from './palette.tsx';
import { findings } from './palette-findings.ts';

const NOW = Date.UTC(2026, 10, 23, 9);
beforeEach(() => paintFrom(popupStates(NOW).busy, NOW));

test.each(['raise cap barber 300', 'barber cap 300', '300 barber cap', 'set cap of barber to 300'])(
  '%s leads to the form of that cap with the number',
  (typed) => {
    const [first] = matching(typed, [...findings([]), ...capFindings(typed, [])]);
    expect(first).toMatchObject({
      title: 'Set the cap of Barber bookings to 300',
      address: '#/projects/barber-bookings/limits/cap/300',
      part: 'Building',
    });
  },
);

test.each(['barber 300', 'raise cap barber', 'raise cap barber 0', 'add 300 rows'])(
  '%s names no cap with a number',
  (typed) => expect(capFindings(typed, [])).toEqual([]),
);

test('without a name the cap of the project whose page is shown comes first', async () => {
  location.hash = '#/projects/recipe-box/ship';
  await followAddress();
  const [first] = matching('cap 300', capFindings('cap 300', []));
  expect(first).toMatchObject({ address: '#/projects/recipe-box/limits/cap/300' });
});

test('nobody but an owner sets caps', () => {
  const { value } = stored;
  if (value?.connection) stored.value = { ...value, connection: { ...value.connection, role: 'builder' } };
  expect(capFindings('raise cap barber 300', [])).toEqual([]);
});
