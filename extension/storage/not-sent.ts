import { isRecord } from '../../shared/parse.ts';
import type { InstantMs } from '../../shared/time.ts';
import { isAbsentOrAlike, isAlike, only } from './outline.ts';
import { keptList } from './stored-item.ts';

/** A confirmed call that uses credits and was never made, or refused, until somebody has seen that. */
export type NotSentCall = {
  key: string;
  /** Name of the operation; `launch` of a launch. */
  operation: string;
  /** The requested one of a launch. */
  projectId: string;
  /** Why, as a code of a refusal. */
  code: string | null;
  /** The kind of failure, and the service's or the edge's message; absent where this browser decided it. */
  kind?: string | undefined;
  message?: string | null | undefined;
  at: InstantMs;
};

const isNotSent = (value: unknown): value is NotSentCall =>
  isAlike(value, { key: '', operation: '', projectId: '', at: 0 }) &&
  isRecord(value) &&
  (value.code === null || isAlike(value.code, '')) &&
  isAbsentOrAlike(value.kind, '') &&
  (value.message === null || isAbsentOrAlike(value.message, ''));

export const notSentItem = keptList('not-sent', only(isNotSent), ({ key }) => key, 20);

/** Whether the service or the edge refused it; otherwise it was never sent. */
export const isRefused = ({ kind, code }: NotSentCall): boolean =>
  kind !== undefined && code !== 'EDGE_ABANDONED';
