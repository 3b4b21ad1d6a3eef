import { t } from '../../i18n/t.ts';
import { naming } from '../../ui/page-state.ts';
import { moveThrough } from '../keys.ts';
import { wide } from '../navigation.ts';
import { PROJECT_TABS, type ProjectTab, projectAddress, viewAddress } from '../routes.ts';
import { useProject, useProjectName } from '../use-project.ts';
import { TAB } from '../views.ts';
import { ProjectVerbs } from './project-verbs.tsx';
import { VerdictLine } from './verdict-line.tsx';

/** One project: what it is, whether it can build, and its tabs. */
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
  const record = project.answer.value.kind === 'shown' ? project.answer.value.value : null;
  const name = useProjectName(projectId);
  const Shown = TAB[tab];
  return (
    <article class="detail">
      <header>
        {!wide.value && (
          <a class="back meta" href={viewAddress('projects')}>
            {t('console.view.projects')} ›
          </a>
        )}
        <div class="project-head">
          <div class="project-title">
            <h1 class="clip">{name}</h1>
            {!naming.value.screened && (
              <p class="meta clip">
                {[
                  projectId,
                  record &&
                    (record.engineVersion === 'v2' ? t('console.engineCurrent') : t('console.engineLegacy')),
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </p>
            )}
          </div>
          {tab !== 'ship' && <ProjectVerbs projectId={projectId} />}
        </div>
        <VerdictLine projectId={projectId} tab={tab} />
        <nav class="tabs" aria-label={t('console.tabs')} onKeyDown={moveThrough('a')}>
          {PROJECT_TABS.map((name) => (
            <a
              key={name}
              class="tab"
              href={projectAddress(projectId, name)}
              aria-current={name === tab ? 'page' : undefined}
            >
              {t(`console.tab.${name}`)}
            </a>
          ))}
        </nav>
      </header>
      <Shown key={tab} projectId={projectId} rest={rest} />
    </article>
  );
}
