import { admitAppCall, bookAppCall } from '../app-calls/app-call.ts';
import type { Feature } from '../world/features.ts';
import type { DataCall } from './http/operation.ts';
import { notFound } from './http/problem.ts';

/** Credits of what this backend calls for the app; the documents show none of them (README, Choices). */
export const CREDITS = {
  ocrPage: 0.1,
  scanPage: { docscan: 0.5, 'docscan-pro': 1, 'docscan-eye-pro': 2 },
  pdfPage: 0.1,
  chat: 0.2,
  image: 2,
} as const;

/**
 * Runs work that counts as units of a project's feature. Refuses it beforehand when the feature is off or its
 * budget is spent; books it at its end, so that failed work costs nothing.
 */
export async function withFeature<T>(
  call: DataCall,
  feature: Feature,
  creditsPerUnit: number,
  work: () => Promise<{ result: T; units: number }>,
): Promise<T> {
  const { world, backend } = call;
  const project = world.projects.get(backend.projectId) ?? notFound('The project is not there any more.');
  admitAppCall(world, project, { feature, credits: creditsPerUnit });
  const { result, units } = await work();
  bookAppCall(world, project, { feature, credits: creditsPerUnit * units, units });
  return result;
}
