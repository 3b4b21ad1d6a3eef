import type { Snapshot } from '../../shared/snapshot/snapshot.ts';

/** Where a project can be seen. What it is published under counts only while it is live: else an older one answers there. */
export function placesOf(
  snapshot: Snapshot | null,
  projectId: string | null,
): { preview: string | null; published: string | null } {
  const project = snapshot?.sections.projects.data?.items.find((item) => item.projectId === projectId);
  const { deploy, previewUrl = null, productionUrl = null } = project ?? {};
  return {
    preview: previewUrl,
    published: deploy?.phase === 'live' ? (deploy.liveUrl ?? productionUrl) : null,
  };
}
