import type { World } from '../../world/world.ts';
import { backendOf } from '../backend/data-state.ts';
import { fillBarberShop } from './barber-shop.ts';

/** What the demo account's apps hold; the other projects' data backends are empty. */
export function fillDataBackends(world: World): void {
  fillBarberShop(world, backendOf(world, 'barber-bookings'));
}
