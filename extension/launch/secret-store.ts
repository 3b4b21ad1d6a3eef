import { parse } from '../../shared/parse.ts';
import { sessionItem } from '../storage/stored-item.ts';
import { type SecretValues, secretValues } from './secret-values.ts';

const itemOf = (owner: string) => sessionItem<unknown>(`secret-values:${owner}`, null);

/**
 * Values of secrets, in the browser's memory only: `storage.session` is never written to disk, is closed to content
 * scripts, and ends with the browser. Owned by a draft, or by a launch that is under way.
 */
export const secretStore = {
  async read(owner: string): Promise<SecretValues> {
    return parse(secretValues, await itemOf(owner).getValue()) ?? {};
  },
  write(owner: string, value: SecretValues): Promise<void> {
    return itemOf(owner).setValue(value);
  },
  remove(owner: string): Promise<void> {
    return itemOf(owner).removeValue();
  },
};
