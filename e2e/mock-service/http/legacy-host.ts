import type { World } from '../world/world.ts';

/** The older host serves the same routes: reached as `legacy.localhost`, or when the world says so. */
export function isLegacyHost(request: Request, world: World): boolean {
  return world.legacyHost || (request.headers.get('host') ?? '').startsWith('legacy.');
}
