import type { LocalService } from '../mock-service/service.ts';

const CAPS = { maxDevelopmentCreditsPerMonth: 5_000, maxInfrastructureCreditsPerMonth: 300 };

/** Sets up the main browser tests: one project with caps, one with a running agent, 412.5 credits. */
export function setUpMainJobAccount({ control }: LocalService): void {
  control.addProject({ projectId: 'barber-bookings', label: 'Barber bookings' });
  control.addProject({ projectId: 'recipe-box', label: 'Recipe box' });
  control.setProject('barber-bookings', { creditLimits: { ...CAPS } });
  control.startRun('recipe-box', 'Build the shopping list page');
  control.setAccount({ recurrentCredits: 100, oneTimeCredits: 312.5 });
}
