import * as z from 'zod/mini';
import { instantMs } from '../../shared/time-schema.ts';
import { askedTab } from '../capture/read-tab.ts';
import { localCollection } from './stored-item.ts';

/** Selected text provided by the browser itself, for pages that can't be read (frames, the PDF viewer). */
export const reportedSelection = z.object({ text: z.string(), url: z.string() });
export type ReportedSelection = z.infer<typeof reportedSelection>;

/** A captured tab with everything known about it. */
export const captured = z.object({ asked: askedTab, told: z.nullable(reportedSelection), at: instantMs });
export type Captured = z.infer<typeof captured>;

/**
 * Captures not yet turned into a draft, by the future draft's id. Each has its own key, so that a capture and
 * a page that takes earlier ones never overwrite each other. The oldest are evicted: pages can be read again.
 */
export const captures = localCollection('captured:', captured, (others) =>
  others.toSorted(([, one], [, other]) => (one?.at ?? 0) - (other?.at ?? 0)).map(([draftId]) => draftId),
);
