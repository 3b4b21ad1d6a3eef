/**
 * One table of an IndexedDB database, for data too large for extension storage. Each operation has its own
 * transaction.
 */
export const indexedTable =
  (name: string, table: string) =>
  async <T>(mode: IDBTransactionMode, work: (stored: IDBObjectStore) => Promise<T>): Promise<T> => {
    const opening = indexedDB.open(name, 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore(table);
    const database = await done(opening);
    try {
      return await work(database.transaction(table, mode).objectStore(table));
    } finally {
      database.close();
    }
  };

/** Promise of an IndexedDB request. */
export function done<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}
