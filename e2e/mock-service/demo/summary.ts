import { LOCAL_KEY_PREFIX } from '../data/backend/data-state.ts';
import type { LocalService } from '../service.ts';

/** Where the data backends are, and the key of each project. */
export function dataSummary(service: LocalService): string[] {
  const keys = service.control.projectIds().map((projectId) => `${LOCAL_KEY_PREFIX}${projectId}`);
  return [`${service.dataUrl}/api/v1, with the key of a project in the header api-key:`, ...keys];
}

/** Summary for users who start the service alone, read from the service itself. */
export async function demoSummary(service: LocalService): Promise<string> {
  const P = `${service.url}/api/v1/vcaas`;
  const account = await read<{ credits: number; recurrentCredits: number; oneTimeCredits: number }>(
    '/account',
  );
  const projects = await read<{ projectId: string; label?: string }[]>('/projects');
  const { webhooks } = await read<{ webhooks: { event: string; url: string }[] }>('/webhooks');

  async function read<T>(path: string): Promise<T> {
    const response = await fetch(P + path, { headers: { 'api-key': service.apiKey } });
    return ((await response.json()) as { data: T }).data;
  }

  return [
    `The local service runs at ${service.url} (P = ${P})`,
    `  balance   ${account.credits} credits = ${account.recurrentCredits} monthly + ${account.oneTimeCredits} purchased`,
    `  projects  ${projects.map((project) => project.label ?? project.projectId).join(', ')}`,
    `  webhooks  ${webhooks.map((hook) => `${hook.event} -> ${hook.url}`).join(', ') || 'none'}`,
    `  data      ${dataSummary(service).join('\n            ')}`,
    '  control   POST /__control/<ability>; GET /__control lists them; see e2e/mock-service/README.md',
    '  Stop with Ctrl-C.',
  ].join('\n');
}
