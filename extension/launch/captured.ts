import * as z from 'zod/mini';
import type { InstantMs } from '../../shared/durations.ts';
import { instantMs } from '../../shared/time.ts';
import { type AskedTab, askedTab } from '../capture/asked-tab.ts';

/** Text that the browser itself told of a selection, for pages where we can't read it ourselves (frames, its PDF viewer). */
export const toldSelection = z.object({ text: z.string(), url: z.string() });
export type ToldSelection = z.infer<typeof toldSelection>;

/** A tab that was asked for a draft, with everything that was told of it. */
export const captured = z.object({ asked: askedTab, told: z.nullable(toldSelection), at: instantMs });
export type Captured = { asked: AskedTab; told: ToldSelection | null; at: InstantMs };
