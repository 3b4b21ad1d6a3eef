/** How it is with what is to be written. */
export type WriterState = 'writing' | 'written' | 'failed';

/**
 * Writes values one after the other; of those that come while one is being written, only the newest.
 * @param onState told how it is after each step
 */
export function latestWriter<T>(write: (value: T) => Promise<void>, onState: (state: WriterState) => void) {
  let next: { value: T } | null = null;
  let writing: Promise<boolean> | null = null;

  async function run(): Promise<boolean> {
    try {
      while (next) {
        const { value } = next;
        next = null;
        await write(value);
      }
      onState('written');
      return true;
    } catch {
      onState('failed');
      return false;
    } finally {
      writing = null;
    }
  }

  return {
    /** Resolves when this value, or a newer one, is written, or cannot be. @returns whether it is */
    write(value: T): Promise<boolean> {
      next = { value };
      onState('writing');
      writing ??= run();
      return writing;
    },
  };
}
