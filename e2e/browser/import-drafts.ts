/** The stored draft of an import. The functions run in a page of the extension, so they use nothing from outside. */

/** Stores a draft of what was read of a page, like the background does. */
export function storeDraft({ data, language }: { data: unknown; language: 'de' | 'en' }): Promise<void> {
  const draft = {
    ...{ id: 'test', data, chosen: 0, language, projectId: null, table: null, mapping: null },
    ...{ edits: {}, included: {}, parts: null },
  };
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open('imports', 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore('drafts');
    opening.onerror = () => reject(opening.error);
    opening.onsuccess = () => {
      const transaction = opening.result.transaction('drafts', 'readwrite');
      transaction.objectStore('drafts').put(draft, 'current');
      transaction.oncomplete = () => {
        opening.result.close();
        resolve();
      };
    };
  });
}

/** How many cells of the stored draft were changed by hand. */
export function storedEdits(): Promise<number> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open('imports', 1);
    opening.onerror = () => reject(opening.error);
    opening.onsuccess = () => {
      const request = opening.result.transaction('drafts').objectStore('drafts').get('current');
      request.onsuccess = () => {
        opening.result.close();
        resolve(Object.keys(request.result?.edits ?? {}).length);
      };
    };
  });
}

/** What the stored draft has to scan, with the size of the picture in pixels. */
export async function storedScan(): Promise<{
  isPhotograph: boolean;
  name: string;
  size: { width: number; height: number };
}> {
  const database = await new Promise<IDBDatabase>((resolve, reject) => {
    const opening = indexedDB.open('imports', 1);
    opening.onerror = () => reject(opening.error);
    opening.onsuccess = () => resolve(opening.result);
  });
  const read = <T>(key: string) =>
    new Promise<T>((resolve, reject) => {
      const request = database.transaction('drafts').objectStore('drafts').get(key);
      request.onerror = () => reject(request.error);
      request.onsuccess = () => resolve(request.result);
    });
  const { scan } = await read<{ scan: { fileId: string; isPhotograph: boolean; name: string } }>('current');
  const picture = await createImageBitmap(await read<Blob>(`file:${scan.fileId}`));
  database.close();
  return {
    isPhotograph: scan.isPhotograph,
    name: scan.name,
    size: { width: picture.width, height: picture.height },
  };
}
