/** Drafts of imports in storage. The functions run in an extension's page and use nothing from outside. */

/** Stores a draft under the id `test` of what was read of a page, like the background does. */
export async function storeDraft({
  data,
  language,
}: {
  data: unknown;
  language: 'de' | 'en';
}): Promise<void> {
  const database = await new Promise<IDBDatabase>((resolve, reject) => {
    const opening = indexedDB.open('imports');
    opening.onupgradeneeded = () => opening.result.createObjectStore('drafts');
    opening.onerror = () => reject(opening.error);
    opening.onsuccess = () => resolve(opening.result);
  });
  const { title, url, readAt } = data as { title: string; url: string; readAt: number };
  const draft = {
    ...{ id: 'test', chosen: 0, language, projectId: null, table: null, mapping: null, sending: null },
    ...{ edits: {}, included: {}, at: readAt, about: { title, url, readAt, rows: 1 } },
  };
  await new Promise<void>((resolve, reject) => {
    const transaction = database.transaction('drafts', 'readwrite');
    const table = transaction.objectStore('drafts');
    table.put(draft, 'draft:test');
    table.put(data, 'data:test');
    table.put(null, 'parts:test');
    transaction.oncomplete = () => resolve();
    transaction.onerror = () => reject(transaction.error);
  });
  database.close();
}

/** The keys and values of everything that is stored, files as their size in bytes. */
export async function storedDrafts(): Promise<Record<string, unknown>> {
  const database = await new Promise<IDBDatabase>((resolve, reject) => {
    const opening = indexedDB.open('imports');
    opening.onerror = () => reject(opening.error);
    opening.onsuccess = () => resolve(opening.result);
  });
  const table = database.transaction('drafts').objectStore('drafts');
  const read = <T>(request: IDBRequest<T>) =>
    new Promise<T>((resolve, reject) => {
      request.onerror = () => reject(request.error);
      request.onsuccess = () => resolve(request.result);
    });
  const [keys, values] = await Promise.all([
    read(table.getAllKeys()),
    read(table.getAll()) as Promise<unknown[]>,
  ]);
  database.close();
  return Object.fromEntries(
    keys.map((key, index) => {
      const value = values[index];
      return [String(key), value instanceof Blob ? value.size : value];
    }),
  );
}

/** What the draft has to scan that its page's address names, with the size of the picture in pixels. */
export async function storedScan(): Promise<{
  isPhotograph: boolean;
  name: string;
  size: { width: number; height: number };
}> {
  const database = await new Promise<IDBDatabase>((resolve, reject) => {
    const opening = indexedDB.open('imports');
    opening.onerror = () => reject(opening.error);
    opening.onsuccess = () => resolve(opening.result);
  });
  const read = <T>(key: string) =>
    new Promise<T>((resolve, reject) => {
      const request = database.transaction('drafts').objectStore('drafts').get(key);
      request.onerror = () => reject(request.error);
      request.onsuccess = () => resolve(request.result);
    });
  const id = location.hash.split('/').at(-1);
  const { scan } = await read<{ scan: { fileId: string; isPhotograph: boolean; name: string } }>(
    `draft:${id}`,
  );
  const picture = await createImageBitmap(await read<Blob>(`file:${scan.fileId}`));
  database.close();
  return {
    isPhotograph: scan.isPhotograph,
    name: scan.name,
    size: { width: picture.width, height: picture.height },
  };
}
