import { t } from '../words/t.ts';
import { stored } from './stored-model.ts';

/** Where a project can be seen: its preview and its published site. */
export function ProjectLinks({ projectId }: { projectId: string | null }) {
  const project = stored.value?.snapshot?.snapshot.sections.projects.data?.items.find(
    (item) => item.projectId === projectId,
  );
  if (!project) return null;
  const published =
    project.deploy?.phase === 'live' ? (project.deploy.liveUrl ?? project.productionUrl) : null;
  return (
    <>
      {project.previewUrl && (
        <a class="button" href={project.previewUrl} target="_blank" rel="noreferrer">
          {t('verb.openPreview')}
        </a>
      )}
      {published && (
        <a class="button" href={published} target="_blank" rel="noreferrer">
          {t('verb.openLive')}
        </a>
      )}
    </>
  );
}
