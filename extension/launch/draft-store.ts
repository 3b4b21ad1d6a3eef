import { parse } from '../../shared/parse.ts';
import { localEntries } from '../storage/stored-item.ts';
import { type Draft, draft } from './draft.ts';
import { DRAFT_PREFIX, draftItem } from './draft-item.ts';

/** Drafts in local storage, as pages read and write them. */
export const draftStore = {
  /** null when there is none, or none that this version can read. */
  async read(id: string): Promise<Draft | null> {
    return parse(draft, await draftItem(id).getValue());
  },
  write(value: Draft): Promise<void> {
    return draftItem(value.id).setValue(value);
  },
  remove(id: string): Promise<void> {
    return draftItem(id).removeValue();
  },
  /** All drafts, the newest change first. */
  async list(): Promise<Draft[]> {
    return (await localEntries(DRAFT_PREFIX))
      .flatMap(([, value]) => parse(draft, value) ?? [])
      .sort((a, b) => b.updatedAt - a.updatedAt);
  },
  /** Follows one draft; null when it is gone. */
  watch(id: string, onChange: (value: Draft | null) => void): () => void {
    return draftItem(id).watch((value) => onChange(parse(draft, value)));
  },
};
