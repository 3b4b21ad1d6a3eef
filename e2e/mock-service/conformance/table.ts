import { ACCOUNT } from './account.ts';
import { AGENT_SECTIONS } from './agent.ts';
import { AREAS } from './areas.ts';
import { BATCHES } from './batches.ts';
import { DOUBTS } from './doubts.ts';
import { ENGINES } from './engines.ts';
import { EXCLUSIONS } from './exclusions.ts';
import { GROUP_SECTIONS } from './groups.ts';
import { LAUNCH } from './launch.ts';
import { LIMITS_SECTIONS } from './limits.ts';
import { NUMBERS } from './numbers.ts';
import { PROJECTS } from './projects.ts';
import type { Section } from './row.ts';
import { SURFACE } from './surface.ts';
import { VERSIONS } from './versions.ts';
import { WEBHOOKS } from './webhooks.ts';
import { WORK_SECTIONS } from './work.ts';

/** The conformance table: what the service reference and its gaps page document, row by row. */
export const CONFORMANCE: Section[] = [
  ...SURFACE,
  ...ACCOUNT,
  ...PROJECTS,
  ...LAUNCH,
  ...AGENT_SECTIONS,
  ...BATCHES,
  ...WORK_SECTIONS,
  ...EXCLUSIONS,
  ...VERSIONS,
  ...GROUP_SECTIONS,
  ...AREAS,
  ...LIMITS_SECTIONS,
  ...WEBHOOKS,
  ...ENGINES,
  ...NUMBERS,
  ...DOUBTS,
];
