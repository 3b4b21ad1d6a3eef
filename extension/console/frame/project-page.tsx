import '../pages/projects/projects.css';
import { t } from '../../i18n/t.ts';
import type { ResourceState } from '../../reads/resource.ts';
import { useProject, useProjectName } from '../../reads/use-project.ts';
import { Glyph } from '../../ui/icons.tsx';
import { isGridTab, type ProjectTab, viewAddress } from '../parts/routes.ts';
import { ProjectHead } from './project-head.tsx';
import { TAB } from './views.ts';

/** One project: its head, and what its open tab shows. */
export function ProjectPage({
  projectId,
  tab,
  rest,
}: {
  projectId: string;
  tab: ProjectTab;
  rest: readonly string[];
}) {
  const project = useProject(projectId);
  const record = project.state.value.kind === 'shown' ? project.state.value.value : null;
  const name = useProjectName(projectId);
  const Shown = TAB[tab];
  if (isGone(project.state.value)) return <Gone name={name} />;
  return (
    <article class={isGridTab(tab) ? 'detail folded' : 'detail'}>
      <ProjectHead {...{ projectId, tab, name, record }} />
      <Shown key={tab} projectId={projectId} rest={rest} />
    </article>
  );
}

/** Deleted elsewhere, or not a project of this account. */
const isGone = (state: ResourceState<unknown>): boolean =>
  state.kind !== 'loading' && state.error?.code === 'PROJECT_NOT_FOUND';

function Gone({ name }: { name: string }) {
  return (
    <article class="detail">
      <header>
        <h1 class="clip" dir="auto">
          {name}
        </h1>
      </header>
      <p class="notice" role="status">
        <Glyph name="stopped" />
        <span>{t('console.projectGone')}</span>
        <a class="button" href={viewAddress('projects')}>
          {t('view.projects')}
        </a>
      </p>
    </article>
  );
}
