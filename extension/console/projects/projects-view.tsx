import { useSignal } from '@preact/signals';
import { projectList } from '../../../shared/builder-api/projects.ts';
import { formatNumber } from '../../i18n/format.ts';
import { isolated } from '../../i18n/naming.ts';
import { t } from '../../i18n/t.ts';
import { naming } from '../../ui/page-state.ts';
import { stored } from '../../ui/stored-state.ts';
import { Answered } from '../answer-status.tsx';
import { moveThrough } from '../keys.ts';
import { useResource } from '../resource.ts';
import { projectAddress } from '../routes.ts';
import { ViewHeader } from '../view-header.tsx';
import type { ViewProps } from '../view-props.ts';
import { LongList } from '../virtual-list.tsx';
import { ProjectState } from './project-state.tsx';

const ROW_HEIGHT_PX = 56;
const PAGE_ROWS = 100;

/** All projects, the last changed first; `rest` names the one that is shown beside. */
export function ProjectsView({ rest: [shown] }: ViewProps) {
  const search = useSignal('');
  const words = search.value.trim();
  const query = new URLSearchParams({ limit: String(PAGE_ROWS), sortField: 'lastModified' });
  if (words !== '') query.set('search', words);
  const projects = useResource({
    path: `/service/projects?${query}`,
    schema: projectList,
    keep: words === '',
  });
  const total = stored.value?.snapshot?.snapshot.sections.projects.data?.total ?? 0;
  return (
    <section class="list" aria-label={t('console.view.projects')}>
      <header>
        <ViewHeader title={t('console.view.projects')} />
        <input
          type="search"
          class="input"
          aria-label={t('console.searchProjects', total, { count: formatNumber(total) })}
          placeholder={t('console.searchProjects', total, { count: formatNumber(total) })}
          value={search.value}
          onInput={({ currentTarget }) => {
            search.value = currentTarget.value;
          }}
        />
      </header>
      <Answered of={projects}>
        {(rows) =>
          rows.length === 0 ? (
            <p class="notice meta">{words === '' ? t('popup.noProjectsFacts') : t('console.nothingFound')}</p>
          ) : (
            <LongList
              label={t('console.view.projects')}
              rows={rows}
              keyOf={({ projectId }) => projectId}
              rowHeightPx={ROW_HEIGHT_PX}
              onKeyDown={moveThrough('.list-row')}
              render={({ projectId, label }) => (
                <div class="list-line">
                  <a
                    class="list-row"
                    href={projectAddress(projectId)}
                    aria-current={projectId === shown ? 'true' : undefined}
                  >
                    <ProjectState
                      projectId={projectId}
                      name={
                        naming.value.screened ? naming.value.project(projectId) : isolated(label || projectId)
                      }
                    />
                  </a>
                  <a
                    class="button quiet"
                    href={projectAddress(projectId, 'limits')}
                    aria-label={t('console.projects.limitsOf', {
                      name: naming.value.screened
                        ? naming.value.project(projectId)
                        : isolated(label || projectId),
                    })}
                  >
                    {t('console.tab.limits')}
                  </a>
                </div>
              )}
            />
          )
        }
      </Answered>
    </section>
  );
}
