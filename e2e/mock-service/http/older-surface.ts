import type { World } from '../world/world.ts';
import { isLegacyHost } from './legacy-host.ts';
import type { Refusal } from './refusal.ts';

const PROJECT = /^\/api\/v1\/vcaas\/projects\/([^/]+)/;

/**
 * Whether a request is served by the older surface: by its host, or because it is about a legacy project.
 * Request-level refusals are in the envelope on the current engine only (service reference, Engine errors).
 */
export function isOlderSurface(request: Request, path: string, world: World): boolean {
  if (isLegacyHost(request, world)) return true;
  const projectId = PROJECT.exec(path)?.[1];
  return projectId !== undefined && world.projects.get(projectId)?.engine === 'legacy';
}

/** A request-level refusal as the older surface reports it: a page, without a code. */
export function olderPage(refusal: Refusal): Response {
  const text = refusal.message.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  const page = `<!doctype html><title>Error</title><pre>${text}</pre>`;
  return new Response(page, {
    status: refusal.status,
    headers: { 'content-type': 'text/html; charset=utf-8' },
  });
}
