import * as z from 'zod/mini';
import type { FailureKind } from '../service-failures.ts';
import type { InstantMs } from '../time.ts';
import { instantMs } from '../time-schema.ts';

/** Why a section's last read failed. Closed: every view has words for each. */
export const SECTION_ERROR_CODES = [
  'key-rejected',
  /** The edge has another key and does not know yet whose account it opens: it reads nothing. */
  'account-unconfirmed',
  'no-credits',
  'forbidden',
  'not-available',
  'rate-limited',
  'timeout',
  'unreachable',
  'service-failing',
  'unexpected-answer',
  /** Sent by the edge in a form that this extension does not know; the edge itself never reports it. */
  'unreadable',
] as const;
export const sectionErrorCode = z.enum(SECTION_ERROR_CODES);
export type SectionErrorCode = z.infer<typeof sectionErrorCode>;

/** Maps a failed read to the error of its section. */
export const SECTION_ERROR_OF: Record<FailureKind, SectionErrorCode> = {
  'key-rejected': 'key-rejected',
  'account-unconfirmed': 'account-unconfirmed',
  'no-credits': 'no-credits',
  forbidden: 'forbidden',
  'not-found': 'not-available',
  'not-available': 'not-available',
  'rate-limited': 'rate-limited',
  'too-large': 'unexpected-answer',
  refused: 'unexpected-answer',
  timeout: 'timeout',
  unreachable: 'unreachable',
  'service-failing': 'service-failing',
  'answer-too-large': 'unexpected-answer',
  'unexpected-answer': 'unexpected-answer',
  'not-configured': 'unreachable',
};

export const sectionError = z.object({
  code: sectionErrorCode,
  /** When the section started to fail; kept across repeated failures. */
  since: instantMs,
});
export type SectionError = z.infer<typeof sectionError>;

/**
 * One part of the snapshot with its own age and error, so that a failing part never empties the others.
 * `data`: the last successful read, which stays while later ones fail; null before the first. `isOverdue`:
 * due by the edge's own pace and not read; absent = it is as new as it is meant to be, however old.
 */
export const section = <T extends z.ZodMiniType>(data: T) =>
  z.object({
    data: z.nullable(data),
    readAt: z.nullable(instantMs),
    error: z.nullable(sectionError),
    isOverdue: z.optional(z.boolean()),
  });

export type Section<T> = {
  data: T | null;
  readAt: InstantMs | null;
  error: SectionError | null;
  isOverdue?: boolean | undefined;
};

/** A section that has not been read yet. */
export const unreadSection: Section<never> = { data: null, readAt: null, error: null };
