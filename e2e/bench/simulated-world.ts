/** Loads the simulator. Imported late: its hooks must be there before the modules under test are resolved. */
export async function simulator() {
  await import('../simulator/platform/module-hooks.ts');
  await import('../simulator/platform/chrome-setup.ts');
  const { createWorld } = await import('../simulator/world.ts');
  const { twoBrowsers } = await import('../simulator/scenarios/people.ts');
  const { PAIRING_CODE } = await import('../simulator/actors/edge-actor.ts');
  return { createWorld, twoBrowsers, PAIRING_CODE };
}
