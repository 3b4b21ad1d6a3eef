import { currentRun, lastRun } from '../agent/run.ts';
import { iso } from '../clock/calendar.ts';
import type { Project } from '../world/project.ts';
import type { World } from '../world/world.ts';

export function listedProject(world: World, project: Project) {
  const { projectId, description, label, groupId, previewImageUrl, createdAt, lastModifiedAt } = project;
  return {
    projectId,
    description,
    plan: 'api',
    createdAt: iso(createdAt),
    ...(label !== undefined && { label }),
    ...(groupId !== undefined && { groupId }),
    ...(previewImageUrl !== undefined && { previewImageUrl }),
    lastModifiedAt: iso(lastModifiedAt),
    productionProjectUrl: `${projectId}.${world.productionDomain}`,
  };
}

/** Get Project: the list item and what else is known of the record; a legacy one has no `engineVersion`. */
export function fullProject(world: World, project: Project) {
  const deployment = project.deployments.at(-1);
  const agentProcessStatus = currentRun(project) ? 'init' : lastRun(project) ? 'done' : 'idle';
  const previewUrl = `https://${project.projectId}.preview.example`;
  const common = {
    ...listedProject(world, project),
    ...(project.customDomain && { productionProjectUrl: project.customDomain.hostname }),
    agentProcessStatus,
    agentServerStatus: project.serverStatus,
    deployment: deployment
      ? { status: deployment.status, createdAt: iso(deployment.createdAt), versionId: deployment.versionId }
      : null,
    totalCreditsSpent: project.totalCreditsSpent,
    creditLimits: project.creditLimits,
    customDomain: project.customDomain,
    temporalDevelopmentProjectUrl: previewUrl,
    secrets: project.secrets,
    multiPrompt: null,
  };
  if (project.engine === 'legacy') {
    const cachedDevelopmentUrl = `https://${project.projectId}.snapshot.example`;
    return { ...common, developmentUrlFieldToUse: 'cachedDevelopmentUrl', cachedDevelopmentUrl };
  }
  const run = currentRun(project);
  return {
    ...common,
    developmentUrlFieldToUse: null,
    engineVersion: 'v2',
    preview: { url: previewUrl },
    sandbox: null,
    lifecycle: { state: project.pausedAt === null ? 'active' : 'paused' },
    currentRun: run ? { status: 'init', startedAt: iso(run.startedAt) } : null,
    dataResidency: 'eu',
    operations: [],
  };
}
