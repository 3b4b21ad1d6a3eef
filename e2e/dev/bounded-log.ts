import { appendFile, closeSync, fstatSync, openSync, renameSync } from 'node:fs';
import { Writable } from 'node:stream';

/**
 * A log file that never exceeds `maxBytes`: a full one becomes `<file>.1`, which replaces the one before, and
 * a new one begins. Both together hold at most twice as much.
 */
export function openBoundedLog(file: string, maxBytes: number): Writable {
  let descriptor = openSync(file, 'a');
  let bytes = fstatSync(descriptor).size;
  return new Writable({
    write(chunk: Buffer, _encoding, done) {
      const kept = chunk.subarray(-maxBytes);
      if (bytes > 0 && bytes + kept.length > maxBytes) {
        closeSync(descriptor);
        renameSync(file, `${file}.1`);
        descriptor = openSync(file, 'w');
        bytes = 0;
      }
      bytes += kept.length;
      appendFile(descriptor, kept, done);
    },
    final(done) {
      closeSync(descriptor);
      done();
    },
  });
}
