import { ACCOUNT } from './account.ts';
import { ENGINES } from './engines.ts';
import { LAUNCH } from './launch.ts';
import { LIMITS_SECTIONS } from './limits.ts';
import { NUMBERS } from './numbers.ts';
import { PROJECTS } from './projects.ts';
import type { Section } from './row.ts';
import { SURFACE } from './surface.ts';
import { WEBHOOKS } from './webhooks.ts';
import { WORK_SECTIONS } from './work.ts';

/** The conformance table: what the service reference and its gaps page document, row by row. */
export const CONFORMANCE: Section[] = [
  ...SURFACE,
  ...ACCOUNT,
  ...PROJECTS,
  ...LAUNCH,
  ...WORK_SECTIONS,
  ...LIMITS_SECTIONS,
  ...WEBHOOKS,
  ...ENGINES,
  ...NUMBERS,
];
