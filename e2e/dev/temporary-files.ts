import { accessSync, constants, statfsSync } from 'node:fs';

const MEMORY = '/dev/shm';
const ENOUGH_BYTES = 2 * 2 ** 30;

/**
 * Keeps the temporary files of this process, and of those that it starts, in memory where Linux offers
 * enough: waiting for each write to the disk took workerd and browsers more than half of a test's time. A
 * folder in `TMPDIR` is used instead. Call it before anything looks for the temporary folder.
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
