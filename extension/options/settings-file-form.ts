import * as z from 'zod/mini';
import { DEFAULT_WAYS, type LaunchWays } from '../launch/launch-ways.ts';
import { settingsInFile } from '../storage/settings-form.ts';

const ways: z.ZodMiniType<LaunchWays> = z.object({
  popup: z.boolean(),
  menu: z.boolean(),
  shortcut: z.boolean(),
  place: z.enum(['popup', 'panel']),
});

/** A file of settings; what it leaves out is as it was at first. */
export const settingsFile = z.object({
  kind: z.literal('pilot-light-settings'),
  settings: settingsInFile,
  ways: z._default(ways, DEFAULT_WAYS),
});
