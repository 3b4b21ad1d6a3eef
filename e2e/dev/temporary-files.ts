import { accessSync, constants, statfsSync } from 'node:fs';

const MEMORY = '/dev/shm';
const ENOUGH_BYTES = 2 * 2 ** 30;

/**
 * Keeps this process's temporary files in memory, and those of the processes that it starts, where Linux offers
 * enough of it. workerd and browsers wait until each write is on the disk: that took more than half of a test's time.
 * A folder that `TMPDIR` names is used instead. Call it before anything looks for the temporary folder.
 */
export function keepTemporaryFilesInMemory(): void {
  if (process.env.TMPDIR !== undefined) return;
  try {
    accessSync(MEMORY, constants.W_OK);
    const { bavail, bsize } = statfsSync(MEMORY);
    if (bavail * bsize >= ENOUGH_BYTES) process.env.TMPDIR = MEMORY;
  } catch {
    // No such folder, or it may not be written: the usual one is used.
  }
}
