import { parse } from '../../shared/parse.ts';
import { localItem, setTogether } from '../storage/stored-item.ts';
import { launchEntriesItem } from './entries-item.ts';
import type { RunnerEntry } from './launch-entry.ts';
import { type SealedRequest, sealedRequest } from './sealed-request.ts';

const itemOf = (key: string) => localItem<unknown>(`launch-request:${key}`, null);

/** What is to be sent for a confirmed launch, by its key; gone once the launch is settled. */
export const requestStore = {
  async read(key: string): Promise<SealedRequest | null> {
    return parse(sealedRequest, await itemOf(key).getValue());
  },
  remove(key: string): Promise<void> {
    return itemOf(key).removeValue();
  },
};

/** Writes the launches and what is to be sent for one of them: both or neither. */
export function reserveLaunch(entries: RunnerEntry[], key: string, request: SealedRequest): Promise<void> {
  return setTogether([launchEntriesItem.as(entries), itemOf(key).as(request)]);
}
