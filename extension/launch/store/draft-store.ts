import { draftForm } from '../../forms/forms.ts';
import { localEntries, localItem } from '../../storage/stored-item.ts';
import type { Draft } from '../draft/draft.ts';

const PREFIX = 'draft:';
const itemOf = (id: string) => localItem<unknown>(`${PREFIX}${id}`, null);

/** Drafts in local storage, each under a key of its own, so that two windows never write over each other's. */
export const draftStore = {
  /** null when there is none, or none that this version can read. */
  async read(id: string): Promise<Draft | null> {
    return draftForm(await itemOf(id).getValue());
  },
  write(value: Draft): Promise<void> {
    return itemOf(value.id).setValue(value);
  },
  remove(id: string): Promise<void> {
    return itemOf(id).removeValue();
  },
  /** All drafts, the newest change first. */
  async list(): Promise<Draft[]> {
    return (await localEntries(PREFIX))
      .flatMap(([, value]) => draftForm(value) ?? [])
      .sort((a, b) => b.updatedAt - a.updatedAt);
  },
  /** Follows one draft; null when it is gone. */
  watch(id: string, onChange: (value: Draft | null) => void): () => void {
    return itemOf(id).watch((value) => onChange(draftForm(value)));
  },
};
