import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A fault planted in the local service: one text of one of its files replaced by another. */
export interface Mutation {
  /** What the service then does wrong. */
  readonly what: string;
  /** Relative to `e2e/mock-service`. */
  readonly file: string;
  /** Stands exactly once in the file. */
  readonly find: string;
  readonly replace: string;
}

export const SERVICE_ROOT = join(import.meta.dirname, '..');

/** The source with the fault in it. @throws Error when the text to replace is not there exactly once */
export function mutated({ file, find, replace }: Mutation, source: string): string {
  const parts = source.split(find);
  if (parts.length !== 2) {
    throw new Error(`${file} has ${parts.length - 1} times, not once: ${find}`);
  }
  return parts.join(replace);
}

export function sourceOf({ file }: Mutation): string {
  return readFileSync(join(SERVICE_ROOT, file), 'utf8');
}
