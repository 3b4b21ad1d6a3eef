import type { CreditLimits, Engine, Project } from './project.ts';
import type { World } from './world.ts';

export interface NewProject {
  projectId: string;
  description?: string | undefined;
  label?: string | undefined;
  groupId?: string | undefined;
  engine?: Engine;
  createdVia?: Project['createdVia'];
  createdAt?: number;
  plan?: string;
  creditLimits?: CreditLimits;
}

/** Default of a visitor limit that was never set. */
export const VISITOR_LIMIT_DEFAULT = 5_000;

/** Defaults of an API-created project (service reference, Credit limits). */
export const DEFAULT_CREDIT_LIMITS: CreditLimits = {
  maxDevelopmentCreditsPerMonth: 5_000,
  maxInfrastructureCreditsPerMonth: 300,
};

/** Puts an empty project into the account; charges and counts nothing. */
export function addProject(world: World, wanted: NewProject): Project {
  const createdAt = wanted.createdAt ?? world.clock.now();
  const project: Project = {
    projectId: wanted.projectId,
    description: wanted.description ?? '',
    ...(wanted.label !== undefined && { label: wanted.label }),
    ...(wanted.groupId !== undefined && { groupId: wanted.groupId }),
    createdAt,
    lastModifiedAt: createdAt,
    createdVia: wanted.createdVia === undefined ? 'api' : wanted.createdVia,
    plan: wanted.plan ?? 'api',
    engine: wanted.engine ?? 'v2',
    creditLimits: { ...(wanted.creditLimits ?? DEFAULT_CREDIT_LIMITS) },
    usage: new Map(),
    usageReadable: true,
    capsReported: new Set(),
    totalCreditsSpent: 0,
    serverStatus: 'Active',
    appRespondsFrom: 0,
    appBroken: false,
    destroysOnDeploy: [],
    onServerUp: [],
    pausedAt: null,
    runs: [],
    batch: null,
    versions: [],
    recovery: null,
    import: null,
    rebuild: null,
    writesHeldUntil: 0,
    deployments: [],
    features: new Map(),
    featureUse: new Map(),
    appSpentByHour: new Map(),
    mediaReleasedHour: null,
    visitorLimit: {
      perIpPerMinute: VISITOR_LIMIT_DEFAULT,
      allowlistCidrs: [],
      verifiedBotsExempt: true,
      source: 'plan',
    },
    webhook: { url: null, secret: null, previousSecret: null, rotatedAt: null },
    secrets: [],
    customDomain: null,
    github: null,
    designtool: null,
    developmentLog: [],
    productionLog: [],
    database: new Map(),
  };
  world.projects.set(project.projectId, project);
  return project;
}
