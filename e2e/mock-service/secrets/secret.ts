import type { StoredSecret } from '../world/project.ts';

export const ENVIRONMENTS = ['development', 'production', 'both'] as const;
export const MOST_SECRETS = 50;

type Environment = (typeof ENVIRONMENTS)[number];

export function isEnvironment(value: unknown): value is Environment {
  return ENVIRONMENTS.some((known) => known === value);
}

/** A secret as every response echoes it: without its value. */
export function echoedSecret({ _id, secretName, environment }: StoredSecret) {
  return { _id, secretName, environment };
}
