export type WriterState = 'writing' | 'written' | 'failed';

/**
 * Writes values one at a time; of those that arrive during a write, only the newest is written.
 * @param onState called after each change of state
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
    /** Resolves when this value, or a newer one, is written or failed. @returns whether it was written */
    write(value: T): Promise<boolean> {
      next = { value };
      onState('writing');
      writing ??= run();
      return writing;
    },
  };
}
