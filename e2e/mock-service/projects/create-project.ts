import { CREDIT_COSTS, LEGACY_CREDIT_COSTS } from '../account/credit-costs.ts';
import { requireCredits } from '../account/no-credits.ts';
import { HOUR_MS, iso, MINUTE_MS } from '../clock/calendar.ts';
import { requireRoomIn } from '../groups/group.ts';
import type { Answer, Call } from '../http/operation.ts';
import { refuse } from '../http/refusal.ts';
import { isRecord } from '../http/values.ts';
import { charge } from '../limits/charge.ts';
import { count } from '../world/counters.ts';
import { addProject } from '../world/new-project.ts';
import type { CreditLimits, Engine, Project } from '../world/project.ts';
import { storedText } from '../world/stored-text.ts';
import type { World } from '../world/world.ts';
import { freeProjectId, readProjectId } from './project-id.ts';

const LONGEST_DESCRIPTION = 500;
const LONGEST_LABEL = 80;

export interface ProjectFields {
  requestedProjectId: string;
  description: string;
  label?: string;
  groupId?: string;
  engine: Engine;
}

/** Reads what Launch and Create share; `errorCode` is the operation's own for what has no code. */
export function readProjectFields(
  world: World,
  body: Record<string, unknown>,
  errorCode: string,
): ProjectFields {
  const requestedProjectId = readProjectId(body.projectId);
  const groupId =
    body.groupId === undefined || body.groupId === null ? undefined : requireRoomIn(world, body.groupId);
  const description = optionalText(body, 'description', LONGEST_DESCRIPTION, errorCode);
  const label = optionalText(body, 'label', LONGEST_LABEL, errorCode);
  return {
    requestedProjectId,
    description: storedText(world, description ?? ''),
    ...(label !== undefined && { label: storedText(world, label) }),
    ...(groupId !== undefined && { groupId }),
    engine: readEngine(world, body.engineVersion, errorCode),
  };
}

function optionalText(
  body: Record<string, unknown>,
  name: string,
  longest: number,
  errorCode: string,
): string | undefined {
  const value = body[name];
  if (value === undefined || value === null) return undefined;
  if (typeof value !== 'string') refuse(400, errorCode, `${name} must be text`);
  if (value.length > longest) refuse(400, errorCode, `${name} may have at most ${longest} characters`);
  return value;
}

/** The account's switch decides only while the current engine is an opt-in (Versioning). */
export function usualEngine(world: World): Engine {
  const { v2OptIn, v2OptInAvailable } = world.account;
  return v2OptInAvailable && !v2OptIn ? 'legacy' : 'v2';
}

function readEngine(world: World, wanted: unknown, errorCode: string): Engine {
  const usual = usualEngine(world);
  if (wanted === undefined || wanted === null) return usual;
  if (wanted === 'legacy') return 'legacy';
  if (wanted !== 'v2') refuse(400, errorCode, 'engineVersion must be v2 or legacy');
  if (usual !== 'v2') refuse(400, errorCode, 'The current engine is not switched on for this account');
  return 'v2';
}

/** Refuses at the plan's number and rate of projects, then takes the first free name. */
export function claimProjectId(world: World, wanted: string): string {
  const { plan } = world.account;
  const { maxProjects } = plan;
  if (maxProjects !== 'unlimited' && world.projects.size >= maxProjects) {
    refuse(403, 'MAX_PROJECTS_REACHED', `The ${plan.name} plan allows ${maxProjects} projects`, {
      maxProjects,
      projectsUsed: world.projects.size,
      plan: plan.name,
      upgradePlan: plan.upgradePlan,
    });
  }
  const free = freeProjectId(world, wanted);
  if (free === undefined) refuse(409, 'PROJECT_ALREADY_EXISTS', `${wanted} and six names like it are taken`);
  const now = world.clock.now();
  world.recentCreations = world.recentCreations.filter((at) => at > now - HOUR_MS);
  for (const { count: most, withinMs } of plan.creationRates) {
    if (world.recentCreations.filter((at) => at > now - withinMs).length < most) continue;
    const minutes = withinMs / MINUTE_MS;
    refuse(429, 'RATE_LIMIT_EXCEEDED', `The plan allows ${most} new projects in ${minutes} minutes`);
  }
  return free;
}

export function creationCost(engine: Engine): number {
  return (engine === 'legacy' ? LEGACY_CREDIT_COSTS : CREDIT_COSTS).CREATE_PROJECT;
}

/** Creates, charges and counts; everything that can be refused has been by now. */
export function createPaidProject(
  world: World,
  fields: ProjectFields,
  projectId: string,
  creditLimits?: CreditLimits,
): Project {
  world.recentCreations.push(world.clock.now());
  const project = addProject(world, { ...fields, projectId, ...(creditLimits && { creditLimits }) });
  count(world.counters.effects.projectsByRequestedId, fields.requestedProjectId);
  world.counters.effects.projects += 1;
  charge(world, project, 'development', 'create_project', creationCost(fields.engine));
  return project;
}

/** POST `/projects`: an empty project, nothing running. Only a launch takes another name for a taken one. */
export function createProject({ world, body }: Call): Answer {
  const fields = readProjectFields(world, isRecord(body) ? body : {}, 'CREATE_PROJECT_ERROR');
  requireCredits(world, creationCost(fields.engine), 'a project');
  const projectId = fields.requestedProjectId;
  if (claimProjectId(world, projectId) !== projectId) {
    refuse(409, 'PROJECT_ALREADY_EXISTS', `${projectId} is taken`);
  }
  const project = createPaidProject(world, fields, projectId);
  return {
    data: {
      projectId,
      description: project.description,
      plan: 'api',
      createdAt: iso(project.createdAt),
      ...(project.label !== undefined && { label: project.label }),
      ...(project.groupId !== undefined && { groupId: project.groupId }),
      creditLimits: project.creditLimits,
    },
  };
}
