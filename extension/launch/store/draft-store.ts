import { storage } from '@wxt-dev/storage';
import { browser } from 'wxt/browser';
import { type Draft, draft } from '../draft/draft.ts';

const PREFIX = 'draft:';

/** Drafts in local storage, each under a key of its own, so that two windows never write over each other's. */
export const draftStore = {
  /** null when there is none, or none that this version can read. */
  async read(id: string): Promise<Draft | null> {
    return parsed(await storage.getItem(`local:${PREFIX}${id}`));
  },
  write(value: Draft): Promise<void> {
    return storage.setItem(`local:${PREFIX}${value.id}`, value);
  },
  remove(id: string): Promise<void> {
    return storage.removeItem(`local:${PREFIX}${id}`);
  },
  /** All drafts, the newest change first. */
  async list(): Promise<Draft[]> {
    const everything = await browser.storage.local.get(null);
    return Object.entries(everything)
      .filter(([key]) => key.startsWith(PREFIX))
      .flatMap(([, value]) => parsed(value) ?? [])
      .sort((a, b) => b.updatedAt - a.updatedAt);
  },
  /** Follows one draft; null when it is gone. */
  watch(id: string, onChange: (value: Draft | null) => void): () => void {
    return storage.watch<unknown>(`local:${PREFIX}${id}`, (value) => onChange(parsed(value)));
  },
};

function parsed(value: unknown): Draft | null {
  const read = draft.safeParse(value);
  return read.success ? read.data : null;
}
