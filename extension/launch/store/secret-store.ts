import * as z from 'zod/mini';
import { sessionItem } from '../../storage/stored-item.ts';
import type { SecretValues } from '../runner/runner-deps.ts';

const values = z.record(z.string(), z.string());
const itemOf = (owner: string) => sessionItem<unknown>(`secret-values:${owner}`, null);

/**
 * Values of secrets, in the browser's memory only: `storage.session` is never written to disk, is closed to content
 * scripts, and ends with the browser. Owned by a draft, or by a launch that is under way.
 */
export const secretStore = {
  async read(owner: string): Promise<SecretValues> {
    const read = values.safeParse(await itemOf(owner).getValue());
    return read.success ? read.data : {};
  },
  write(owner: string, value: SecretValues): Promise<void> {
    return itemOf(owner).setValue(value);
  },
  remove(owner: string): Promise<void> {
    return itemOf(owner).removeValue();
  },
};
