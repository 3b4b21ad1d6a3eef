import { fillDataBackends, liveInDataBackends } from '../data/demo/demo.ts';
import type { World } from '../world/world.ts';
import { fillAccount } from './account.ts';
import { live } from './lively.ts';

/** `lively`: events every few seconds; `calm`: the same account without events; `empty`: no content. */
export type Demo = 'lively' | 'calm' | 'empty';

export function populate(world: World, demo: Demo): void {
  switch (demo) {
    case 'empty':
      return;
    case 'calm':
      fillAccount(world);
      fillDataBackends(world);
      return;
    case 'lively':
      fillAccount(world);
      fillDataBackends(world);
      live(world);
      liveInDataBackends(world);
      return;
  }
}
