import { parseSnapshot, type Snapshot } from '../../shared/snapshot/snapshot.ts';
import type { InstantMs } from '../../shared/time.ts';
import type { ApiError } from '../edge-client/api-error.ts';

/** An account as read at one moment: `public/demo.json`, which `e2e/browser/record-demo.ts` writes. */
export type Recording = {
  recordedAt: InstantMs;
  snapshot: Snapshot;
  /** By `answerKey`. A refusal is an answer too. */
  answers: Readonly<Record<string, RecordedAnswer>>;
};

export type RecordedAnswer = { value: unknown; total?: number } | { error: ApiError };

/** What identifies a read. */
export const answerKey = ({ path, body }: { path: string; body?: unknown }): string =>
  body === undefined ? path : `${path} ${JSON.stringify(body)}`;

/** @throws on a recording that this version can't read; a test reads it */
export function parseRecording(read: Recording): Recording {
  const snapshot = parseSnapshot(read.snapshot);
  if (snapshot === null) throw new Error('The recorded snapshot is none');
  return { ...read, snapshot };
}
