import { storage } from '@wxt-dev/storage';
import * as z from 'zod/mini';
import type { SecretValues } from '../runner/runner-deps.ts';

const values = z.record(z.string(), z.string());
const keyOf = (owner: string) => `session:secret-values:${owner}` as const;

/**
 * Values of secrets, in the browser's memory only: `storage.session` is never written to disk, is closed to content
 * scripts, and ends with the browser. Owned by a draft, or by a launch that is under way.
 */
export const secretStore = {
  async read(owner: string): Promise<SecretValues> {
    const read = values.safeParse(await storage.getItem(keyOf(owner)));
    return read.success ? read.data : {};
  },
  write(owner: string, value: SecretValues): Promise<void> {
    return storage.setItem(keyOf(owner), value);
  },
  remove(owner: string): Promise<void> {
    return storage.removeItem(keyOf(owner));
  },
};
