import { MINUTE_MS, SECOND_MS } from '../../clock/calendar.ts';
import type { World } from '../../world/world.ts';
import { backendOf } from '../backend/data-state.ts';
import { makeBackup } from '../backups/make-backup.ts';
import { addBooking, addCustomer, fillBarberShop, quarterHour } from './barber-shop.ts';
import { addOrder, fillStorefront } from './storefront.ts';

const BARBER_SHOP = 'barber-bookings';
const STOREFRONT = 'acme-storefront';
const SOMETHING_NEW_MS = 30 * SECOND_MS;

/** What the demo account's apps hold; the other projects' data backends are empty. */
export function fillDataBackends(world: World): void {
  fillBarberShop(world, backendOf(world, BARBER_SHOP));
  fillStorefront(world, backendOf(world, STOREFRONT));
  for (const projectId of [BARBER_SHOP, STOREFRONT]) makeBackup(world, backendOf(world, projectId));
}

/** Every half minute there is a booking or an order; now and then from a new customer. */
export function liveInDataBackends(world: World, turn = 0): void {
  world.clock.after(SOMETHING_NEW_MS, () => {
    const now = world.clock.now();
    if (turn % 2 === 0) {
      const backend = backendOf(world, BARBER_SHOP);
      if (world.random.next() < 0.3) addCustomer(world, backend, now);
      addBooking(world, backend, quarterHour(now + world.random.between(1, 14) * 24 * 60 * MINUTE_MS), now);
    } else addOrder(world, backendOf(world, STOREFRONT), now);
    liveInDataBackends(world, turn + 1);
  });
}
