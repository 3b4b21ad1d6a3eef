import { CREDIT_COSTS, LEGACY_CREDIT_COSTS } from '../account/credit-costs.ts';
import { requireCredits } from '../account/no-credits.ts';
import { requireAllowed } from '../agent/exclusions.ts';
import { iso } from '../clock/calendar.ts';
import { publishedDeployment } from '../deployments/deployment.ts';
import type { Answer, Call, Operation } from '../http/operation.ts';
import { refuse } from '../http/refusal.ts';
import { isRecord, isText } from '../http/values.ts';
import { charge } from '../limits/charge.ts';
import type { CustomDomain, Deployment, Project } from '../world/project.ts';
import { requireProject } from '../world/require-project.ts';
import type { World } from '../world/world.ts';

const DOMAIN = '/projects/:projectId/domain';
/** A subdomain: at least three labels. */
const HOSTNAME = /^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.){2,}[a-z]{2,}$/i;

/** What a domain goes through, one step after the other; its certificate goes its own way beside it. */
const STEPS: readonly Pick<CustomDomain, 'status' | 'sslStatus'>[] = [
  { status: 'pending_validation', sslStatus: 'authorizing' },
  { status: 'pending_deployment', sslStatus: 'issuing' },
  { status: 'active', sslStatus: 'issuing' },
  { status: 'active', sslStatus: 'active' },
];

/** Gaps page, Domain. */
export const DOMAIN_OPERATIONS: Operation[] = [
  { name: 'setDomain', method: 'PUT', path: DOMAIN, cost: 'credits', handle: setDomain },
  { name: 'deleteDomain', method: 'DELETE', path: DOMAIN, cost: 'free', handle: deleteDomain },
];

function setDomain(call: Call): Answer {
  const { world } = call;
  const project = requireProject(call);
  requireAllowed(call, project);
  const hostname = isRecord(call.body) ? call.body.hostname : undefined;
  if (!isText(hostname)) refuse(400, 'MISSING_HOSTNAME', 'hostname is required');
  if (!HOSTNAME.test(hostname)) refuse(400, 'INVALID_HOSTNAME', 'hostname must be a subdomain');
  const deployment = requireDeployment(project);
  if (!world.account.plan.paid) refuse(403, 'PAID_PLAN_REQUIRED', 'A domain of your own needs a paid plan');
  const cost = (project.engine === 'legacy' ? LEGACY_CREDIT_COSTS : CREDIT_COSTS).ADD_CUSTOM_DOMAIN;
  requireCredits(world, cost, 'a domain', project);
  charge(world, project, 'development', 'add_custom_domain', cost);
  const domain = connectDomain(world, project, deployment, hostname);
  const { status, dnsRecordsToAdd } = domain;
  return { data: { success: true, hostname, status, dnsRecordsToAdd } };
}

/** Begins to connect a domain; its records are found, and it becomes active, with time. */
export function connectDomain(
  world: World,
  project: Project,
  deployment: Deployment,
  hostname: string,
): CustomDomain {
  const now = world.clock.now();
  const label = hostname.split('.').slice(0, -2).join('.');
  const target = `${project.projectId}.${world.productionDomain}`;
  const domain: CustomDomain = {
    _id: world.random.hex(24),
    hostname,
    deploymentId: deployment.id,
    status: 'pending_validation',
    sslStatus: 'initializing',
    dnsRecordsToAdd: [
      { type: 'CNAME', name: label, value: target },
      { type: 'TXT', name: `_verify.${label}`, value: world.random.hex(32) },
    ],
    createdAt: now,
    updatedAt: now,
  };
  project.customDomain = domain;
  world.projectCache.delete(project.projectId);
  advance(world, project, domain, 0);
  return domain;
}

function advance(world: World, project: Project, domain: CustomDomain, step: number): void {
  const next = STEPS[step];
  if (next === undefined) return;
  world.clock.after(world.random.between(...world.durations.domainStepMs), () => {
    if (project.customDomain !== domain) return;
    Object.assign(domain, next, { updatedAt: world.clock.now() });
    if (next.status !== 'pending_validation') delete domain.dnsRecordsToAdd;
    advance(world, project, domain, step + 1);
  });
}

function deleteDomain(call: Call): Answer {
  const project = requireProject(call);
  requireAllowed(call, project);
  requireDeployment(project);
  if (project.customDomain === null) refuse(404, 'DOMAIN_NOT_FOUND', 'The project has no domain of its own');
  project.customDomain = null;
  call.world.projectCache.delete(project.projectId);
  return { data: { message: 'The domain was removed' } };
}

function requireDeployment(project: Project): Deployment {
  const deployment = publishedDeployment(project);
  return deployment ?? refuse(404, 'NO_DEPLOYMENT', 'The project is not published');
}

/** `customDomain` of Get Project. */
export function shownDomain({ projectId, customDomain }: Project) {
  if (customDomain === null) return null;
  const { createdAt, updatedAt, ...rest } = customDomain;
  return { ...rest, projectId, createdAt: iso(createdAt), updatedAt: iso(updatedAt) };
}
