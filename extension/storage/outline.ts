import { browser } from 'wxt/browser';
import { isRecord } from '../../shared/parse.ts';
import { LAST_INSTANT_MS } from '../../shared/time.ts';
import { localItem } from './stored-item.ts';

/**
 * Whether a value has the outline of an example: its fields, each of the same kind. There, null stands for
 * anything, a number for what may be an instant. Pages read stored values by it, without a validator.
 */
export function isAlike(value: unknown, example: unknown): boolean {
  if (example === null) return true;
  if (Array.isArray(example)) return Array.isArray(value);
  if (isRecord(example))
    return isRecord(value) && Object.entries(example).every(([name, one]) => isAlike(value[name], one));
  if (typeof example === 'number') return typeof value === 'number' && Math.abs(value) <= LAST_INSTANT_MS;
  return typeof value === typeof example;
}

/** The same of what may be absent. */
export const isAbsentOrAlike = (value: unknown, example: unknown): boolean =>
  value === undefined || isAlike(value, example);

/** Reads what has the outline of an example, as it is stored. */
export const alike =
  <T>(example: T) =>
  (value: unknown): T | null =>
    isAlike(value, example) ? (value as T) : null;

/** Reads what a predicate lets through, as it is stored. */
export const only =
  <T>(isOne: (value: unknown) => value is T) =>
  (value: unknown): T | null =>
    isOne(value) ? value : null;

/** The build that last repaired what pages read by its outline; empty before the background has done so. */
export const formItem = localItem<string>('form', '', alike(''));

/** The name of this build's form. */
export const formHere = (): string => browser.runtime.getManifest().version;
