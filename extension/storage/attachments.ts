import { StorageFull } from './bounds.ts';
import { done, indexedTable } from './stored-item.ts';

const DATABASE = 'launch-attachments';
const within = indexedTable(DATABASE, 'contents');
/** Files of at most 8 MiB, 11 MiB as base64: below 440 MiB of a disk, well within browsers' quotas. */
const FILES_MAX = 40;

/** Contents of attached files as base64, by attachment id. In IndexedDB, because extension storage is too small for files. */
export const attachmentStore = {
  async read(ids: string[]): Promise<Record<string, string>> {
    if (ids.length === 0) return {};
    return within('readonly', async (table) => {
      const found: Record<string, string> = {};
      for (const id of ids) {
        const content: unknown = await done(table.get(id));
        if (typeof content === 'string') found[id] = content;
      }
      return found;
    });
  },
  /** @throws StorageFull */
  async write(id: string, base64: string): Promise<void> {
    await within('readwrite', async (table) => {
      if ((await done(table.count())) >= FILES_MAX) throw new StorageFull(DATABASE);
      await done(table.put(base64, id));
    });
  },
  async remove(ids: string[]): Promise<void> {
    if (ids.length === 0) return;
    await within('readwrite', async (table) => {
      for (const id of ids) await done(table.delete(id));
    });
  },
  async clear(): Promise<void> {
    await within('readwrite', (table) => done(table.clear()));
  },
};
