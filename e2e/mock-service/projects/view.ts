import { multiPromptOf } from '../agent/batch.ts';
import { currentRun } from '../agent/run.ts';
import { agentStatus } from '../agent/status.ts';
import { iso } from '../clock/calendar.ts';
import { shownDomain } from '../domain/operations.ts';
import { echoedSecret } from '../secrets/secret.ts';
import { importOf, versionRecoveryOf } from '../versions/recovery.ts';
import type { Project } from '../world/project.ts';
import type { World } from '../world/world.ts';

export function listedProject(world: World, project: Project) {
  const { projectId, description, label, groupId, previewImageUrl, createdAt, lastModifiedAt } = project;
  return {
    projectId,
    description,
    plan: project.plan,
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
  const previewUrl = `https://${project.projectId}.preview.example`;
  const cachedDevelopmentUrl = `https://${project.projectId}.snapshot.example`;
  const asleep = project.serverStatus === 'Archived';
  const common = {
    ...listedProject(world, project),
    ...(project.customDomain?.status === 'active' && { productionProjectUrl: project.customDomain.hostname }),
    agentProcessStatus: agentStatus(world, project),
    ...(!(asleep && world.assumptions.sleepHidesServerStatus) && { agentServerStatus: project.serverStatus }),
    deployment: deployment
      ? { status: deployment.status, createdAt: iso(deployment.createdAt), versionId: deployment.versionId }
      : null,
    totalCreditsSpent: project.totalCreditsSpent,
    creditLimits: project.creditLimits,
    customDomain: shownDomain(project),
    temporalDevelopmentProjectUrl: previewUrl,
    secrets: project.secrets.map(echoedSecret),
    multiPrompt: multiPromptOf(world, project),
    versionRecovery: versionRecoveryOf(world, project),
    importInProgress: importOf(world, project),
  };
  if (project.engine === 'legacy') {
    return { ...common, developmentUrlFieldToUse: 'cachedDevelopmentUrl', cachedDevelopmentUrl };
  }
  const run = currentRun(project);
  return {
    ...common,
    ...(asleep
      ? { developmentUrlFieldToUse: 'cachedDevelopmentUrl', cachedDevelopmentUrl }
      : { developmentUrlFieldToUse: null }),
    engineVersion: 'v2',
    preview: { url: previewUrl },
    sandbox: null,
    lifecycle: { state: project.pausedAt === null ? 'active' : 'paused' },
    currentRun: run ? { status: 'init', startedAt: iso(run.startedAt) } : null,
    dataResidency: 'eu',
    operations: [],
  };
}
