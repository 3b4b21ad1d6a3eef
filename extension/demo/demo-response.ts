import type { ProjectState } from '../../shared/snapshot/project-state.ts';
import type { Snapshot } from '../../shared/snapshot/snapshot.ts';
import { apiError, type Result, success } from '../edge-client/api-error.ts';
import type { MessageName } from '../messaging/contract.ts';

/** Responses of the demo account to the console's reads; everything else is refused. */
export function demoResponse(name: MessageName, request: unknown, snapshot: Snapshot): Result<unknown> {
  if (name !== 'readEdge') return apiError('refused', 'DEMO_ACCOUNT');
  const value = valueAt((request as { path: string }).path, snapshot);
  return value === undefined ? apiError('refused', 'DEMO_ACCOUNT') : success({ value, readAt: Date.now() });
}

function valueAt(path: string, { sections, at }: Snapshot): unknown {
  const { pathname, searchParams } = new URL(path, 'https://demo.invalid');
  const projects = sections.projects.data?.items ?? [];
  if (pathname === '/service/projects') {
    const words = searchParams.get('search')?.toLowerCase() ?? '';
    return projects.filter(({ label }) => label?.toLowerCase().includes(words)).map(listItem);
  }
  if (pathname === '/service/credit-costs') return { creditCosts: sections.prices.data?.v2 ?? {} };
  const [, projectId, part] = /^\/service\/projects\/([^/]+)(?:\/(.+))?$/.exec(pathname) ?? [];
  const project = projects.find((each) => each.projectId === projectId) ?? atLimit(sections, projectId);
  if (!project) return undefined;
  if (part === undefined)
    return { ...listItem(project), agentServerStatus: 'running', engineVersion: 'v2', secrets: [] };
  if (part === 'credit-limits') return limits(sections, project.projectId);
  if (part === 'agent/full-conversation') return { conversation: conversation(project, at) };
  return undefined;
}

type Named = Pick<ProjectState, 'projectId' | 'label' | 'run'>;

const listItem = ({ projectId, label }: Named) => ({ projectId, label });

/** A project at its cap need not be among the recently changed ones. */
function atLimit({ atLimit }: Snapshot['sections'], projectId: string | undefined): Named | undefined {
  const found = atLimit.data?.projects.find((each) => each.projectId === projectId);
  return found && { ...found, run: null };
}

function limits({ atLimit }: Snapshot['sections'], projectId: string) {
  const found = atLimit.data?.projects.find((each) => each.projectId === projectId);
  return {
    creditLimits: {
      maxDevelopmentCreditsPerMonth: found?.caps.development ?? 5_000,
      maxInfrastructureCreditsPerMonth: found?.caps.infrastructure ?? 300,
    },
    usedThisMonth: found?.used ?? { development: 214, infrastructure: 12 },
  };
}

function conversation({ run }: Named, at: number) {
  if (!run?.lastMessage) return [];
  return [
    { author: 'agent', message: run.lastMessage, messageType: 'text', createdAt: new Date(at).toISOString() },
  ];
}
