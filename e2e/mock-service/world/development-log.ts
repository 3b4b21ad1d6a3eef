import { iso } from '../clock/calendar.ts';
import type { Project } from './project.ts';
import type { World } from './world.ts';

const LONGEST = 500;

/** Adds a line to the log of the development server; the oldest lines go. */
export function logDevelopment(world: World, project: Project, line: string): void {
  project.developmentLog.push(`${iso(world.clock.now())} ${line}`);
  if (project.developmentLog.length > LONGEST) project.developmentLog.shift();
}
