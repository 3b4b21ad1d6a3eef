import type { Operation } from '../http/operation.ts';
import { launchProject } from './launch-project.ts';

/** Service reference, Launch Project. */
export const LAUNCH_OPERATIONS: Operation[] = [
  { name: 'launchProject', method: 'POST', path: '/projects/launch', cost: 'credits', handle: launchProject },
];
