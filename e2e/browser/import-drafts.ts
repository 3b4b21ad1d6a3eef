/** The stored draft of an import. Both functions run in a page of the extension, so they use nothing from outside. */

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
      const asked = opening.result.transaction('drafts').objectStore('drafts').get('current');
      asked.onsuccess = () => {
        opening.result.close();
        resolve(Object.keys(asked.result?.edits ?? {}).length);
      };
    };
  });
}
