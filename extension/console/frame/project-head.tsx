import { Button } from '../../ui/button.tsx';
import '../grid/grid.css';
import { useSignal } from '@preact/signals';
import type { ProjectRecord } from '../../../shared/builder-api/projects.ts';
import { engineOf } from '../../../shared/spending/price.ts';
import { formatFacts } from '../../i18n/format.ts';
import { t } from '../../i18n/t.ts';
import { ProjectLinks } from '../../now/row-detail.tsx';
import { verbOf } from '../../ui/confirm.tsx';
import { Icon } from '../../ui/icons.tsx';
import { lazily } from '../../ui/lazily.tsx';
import { naming } from '../../ui/page-state.ts';
import { useRoving } from '../../ui/roving.ts';
import { mayAct } from '../../ui/stored-state.ts';
import { groupName, useGroups } from '../kit/use-groups.ts';
import { ProjectsView } from '../pages/projects/projects-view.tsx';
import { useTitle } from '../parts/arrival.ts';
import { DeployButton } from '../parts/deploy-button.tsx';
import { DropDown } from '../parts/drop-down.tsx';
import { roomy, wide } from '../parts/navigation.ts';
import { stateIn } from '../parts/obstacle.ts';
import { ProjectSign, ProjectVerdict } from '../parts/project-verdict.tsx';
import { isGridTab, PROJECT_TABS, type ProjectTab, projectAddress, viewAddress } from '../parts/routes.ts';
import { ProjectNeedSign } from './project-needs.tsx';

const ClearContext = lazily(
  async () => (await import('../pages/project/talk/clear-context.tsx')).ClearContext,
);
const EditProject = lazily(async () => (await import('../pages/projects/edit-project.tsx')).EditProject);

/**
 * Head of a project, in one line where there is room: name, a sign of what needs the user, tabs, verbs; below
 * it what blocks building. Above rows of data that is a sign too, and the name opens the list of projects.
 */
export function ProjectHead({
  projectId,
  tab,
  name,
  record,
}: {
  projectId: string;
  tab: ProjectTab;
  name: string;
  record: ProjectRecord | null;
}) {
  const isEditing = useSignal(false);
  const isSwitching = useSignal(false);
  const isAlone = isGridTab(tab);
  const title = useTitle('project');
  return (
    <header>
      <div class="head-line">
        <div class="project-title">
          {(isAlone || !wide.value) && (
            <a class="back" href={viewAddress('projects')} aria-label={t('view.projects')}>
              ‹
            </a>
          )}
          <h1 class="clip" dir="auto" title={name} ref={title}>
            {name}
          </h1>
          {isAlone && (
            <DropDown
              open={isSwitching}
              face="▾"
              label={t('console.switchProject')}
              title={t('console.switchProject')}
            >
              <ProjectsView rest={[projectId]} tab={tab} />
            </DropDown>
          )}
          {isAlone && <ProjectSign projectId={projectId} tab={tab} />}
          <ProjectNeedSign projectId={projectId} tab={tab} />
        </div>
        <Tabs projectId={projectId} tab={tab} />
        <div class="verbs head-verbs">
          {roomy.value && <ProjectVerbs {...{ projectId, tab, record }} />}
          <More {...{ projectId, tab, record, isEditing }} />
        </div>
      </div>
      {!isAlone && <ProjectVerdict projectId={projectId} tab={tab} />}
      {isEditing.value && record && (
        <EditProject project={record} onClose={() => (isEditing.value = false)} />
      )}
    </header>
  );
}

function Tabs({ projectId, tab }: { projectId: string; tab: ProjectTab }) {
  const stops = useRoving('a');
  return (
    <nav class="tabs" aria-label={t('console.tabs')} ref={stops}>
      {/* Behind one door: the database is beside the data, once one of them is open. */}
      {PROJECT_TABS.filter((name) => name !== 'database' || isGridTab(tab)).map((name) => (
        <a
          key={name}
          class="tab"
          href={projectAddress(projectId, name)}
          aria-current={name === tab ? 'page' : undefined}
        >
          {t(`tab.${name}`)}
        </a>
      ))}
    </nav>
  );
}

type Verbs = { projectId: string; tab: ProjectTab; record: ProjectRecord | null };

/** A project's links, and its next deployment with its price, which Ship has beside what is deployed. */
function ProjectVerbs({ projectId, tab, record }: Verbs) {
  return (
    <>
      <ProjectLinks projectId={projectId} isBrief />
      {tab !== 'ship' && mayAct('builder') && <DeployButton projectId={projectId} state={stateIn(record)} />}
    </>
  );
}

/** What is rarely asked of a project: its ID, engine and group; and what has no room in the line. */
function More({ projectId, tab, record, isEditing }: Verbs & { isEditing: { value: boolean } }) {
  const open = useSignal(false);
  const groups = useGroups().state.value;
  const group =
    record?.groupId && groups.kind === 'shown'
      ? groups.value.find(({ groupId }) => groupId === record.groupId)
      : undefined;
  const about = [
    projectId,
    record && (engineOf(record) === 'v2' ? t('console.engineCurrent') : t('console.engineLegacy')),
    group && t('console.inGroup', { name: groupName(group) }),
  ];
  return (
    <DropDown open={open} face={<Icon name="dots" />} label={t('chip.advanced')} title={t('chip.advanced')}>
      <div class="dropped-about">
        {!naming.value.screened && <p class="meta fact">{formatFacts(...about)}</p>}
        {isGridTab(tab) && <ProjectVerdict projectId={projectId} tab={tab} />}
        {!roomy.value && (
          <div class="verbs">
            <ProjectVerbs {...{ projectId, tab, record }} />
          </div>
        )}
        {!naming.value.screened && mayAct('builder') && tab === 'talk' && (
          <ClearContext projectId={projectId} />
        )}
        {!naming.value.screened && record && mayAct('builder') && (
          <Button
            quiet
            aria-label={verbOf(t('verb.edit'), t('fact.aboutProject'))}
            aria-expanded={isEditing.value}
            onClick={() => {
              isEditing.value = !isEditing.value;
              open.value = false;
            }}
          >
            {t('verb.edit')}
          </Button>
        )}
      </div>
    </DropDown>
  );
}
