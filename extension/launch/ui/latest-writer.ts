/**
 * Writes values one after the other; of those that come while one is being written, only the newest.
 * @param onSettled told whether everything is written
 */
export function latestWriter<T>(write: (value: T) => Promise<void>, onSettled: (settled: boolean) => void) {
  let next: { value: T } | null = null;
  let writing: Promise<void> | null = null;

  async function run(): Promise<void> {
    try {
      while (next) {
        const { value } = next;
        next = null;
        await write(value);
      }
      onSettled(true);
    } finally {
      writing = null;
    }
  }

  return {
    /** Resolves when this value, or a newer one, is written. */
    write(value: T): Promise<void> {
      next = { value };
      onSettled(false);
      writing ??= run();
      return writing;
    },
  };
}
