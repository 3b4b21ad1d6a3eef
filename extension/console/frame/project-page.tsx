import '../projects/projects.css';
import { useSignal } from '@preact/signals';
import type { ProjectRecord } from '../../../shared/builder-api/projects.ts';
import { mayActAs } from '../../../shared/edge-api/role.ts';
import { engineOf } from '../../../shared/spending/price.ts';
import { t } from '../../i18n/t.ts';
import { ProjectLinks } from '../../now/rows.tsx';
import type { ResourceState } from '../../reads/resource.ts';
import { useProject, useProjectName } from '../../reads/use-project.ts';
import { verbOf } from '../../ui/confirm.tsx';
import { Glyph } from '../../ui/icons.tsx';
import { lazily } from '../../ui/lazily.tsx';
import { naming } from '../../ui/page-state.ts';
import { pinnedWords } from '../../ui/pinned-counts.ts';
import { useRoving } from '../../ui/roving.ts';
import { stored } from '../../ui/stored-state.ts';
import { useTitle } from '../parts/arrival.ts';
import { DeployButton } from '../parts/deploy-button.tsx';
import { wide } from '../parts/navigation.ts';
import { ProjectVerdict } from '../parts/project-verdict.tsx';
import { isGridTab, PROJECT_TABS, type ProjectTab, projectAddress, viewAddress } from '../parts/routes.ts';
import { groupName, useGroups } from '../projects/use-groups.ts';
import { FoldedHead } from './folded-head.tsx';
import { ProjectNeeds } from './project-needs.tsx';
import { TAB } from './views.ts';

const EditProject = lazily(async () => (await import('../projects/edit-project.tsx')).EditProject);

/** One project: name, verdict, and its tabs. */
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
  const groups = useGroups().state.value;
  const isEditing = useSignal(false);
  const tabStops = useRoving('a');
  const title = useTitle('project');
  const pinned = pinnedWords(projectId);
  const Shown = TAB[tab];
  const group =
    record?.groupId && groups.kind === 'shown'
      ? groups.value.find(({ groupId }) => groupId === record.groupId)
      : undefined;
  const isBuilder = mayActAs(stored.value?.connection?.role ?? 'viewer', 'builder');
  if (isGone(project.state.value)) return <Gone name={name} />;
  const about = !naming.value.screened && (
    <p class="meta fact">
      {[
        projectId,
        record && (engineOf(record) === 'v2' ? t('console.engineCurrent') : t('console.engineLegacy')),
        group && t('console.projects.inGroup', { name: groupName(group) }),
      ]
        .filter(Boolean)
        .join(' · ')}
      {record && isBuilder && (
        <button
          type="button"
          class="link"
          aria-label={verbOf(t('console.projects.edit'), t('console.projects.about'))}
          aria-expanded={isEditing.value}
          onClick={() => (isEditing.value = !isEditing.value)}
        >
          {t('console.projects.edit')}
        </button>
      )}
    </p>
  );
  const counts = pinned !== '' && (
    <a
      class="meta clip pinned-counts"
      href={projectAddress(projectId, 'data', 'watches')}
      title={t('console.pinnedCounts')}
    >
      {pinned}
    </a>
  );
  const verbs = tab !== 'ship' && <ProjectVerbs projectId={projectId} record={record} />;
  const form = isEditing.value && record && (
    <EditProject project={record} onClose={() => (isEditing.value = false)} />
  );
  const tabs = (
    <nav class="tabs" aria-label={t('console.tabs')} ref={tabStops}>
      {/* Behind one door: the database is beside the data, once one of them is open. */}
      {PROJECT_TABS.filter((name) => name !== 'database' || isGridTab(tab)).map((name) => (
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
  );
  if (isGridTab(tab))
    return (
      <article class="detail folded">
        <FoldedHead {...{ projectId, tab, name, title, about, counts, verbs, form, tabs }} />
        <Shown key={tab} projectId={projectId} rest={rest} />
      </article>
    );
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
            <h1 class="clip" dir="auto" ref={title}>
              {name}
            </h1>
            {about}
            {counts}
          </div>
          {verbs}
        </div>
        {form}
        <ProjectVerdict projectId={projectId} tab={tab} />
        <ProjectNeeds projectId={projectId} tab={tab} />
        {tabs}
      </header>
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
          {t('console.view.projects')}
        </a>
      </p>
    </article>
  );
}

/** A project's links, and its next deployment with its price. */
function ProjectVerbs({ projectId, record }: { projectId: string; record: ProjectRecord | null }) {
  return (
    <div class="verbs project-verbs">
      <ProjectLinks projectId={projectId} />
      {mayActAs(stored.value?.connection?.role ?? 'viewer', 'builder') && (
        <DeployButton projectId={projectId} record={record} />
      )}
    </div>
  );
}
