import { refuse } from '../http/refusal.ts';
import type { Project } from './project.ts';

/** 400 on a legacy project, for what only the current engine has (Engine errors). */
export function requireCurrentEngine(project: Project): Project {
  if (project.engine === 'v2') return project;
  return refuse(400, 'ENGINE_NOT_SUPPORTED', 'Not available on a project of the legacy engine');
}
