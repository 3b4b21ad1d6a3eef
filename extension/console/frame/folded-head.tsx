import '../grid/grid.css';
import { useSignal } from '@preact/signals';
import type { ComponentChildren, RefObject } from 'preact';
import { t } from '../../i18n/t.ts';
import { ProjectLinks } from '../../now/rows.tsx';
import { DropDown } from '../parts/drop-down.tsx';
import { roomy } from '../parts/navigation.ts';
import { ProjectSign, ProjectVerdict } from '../parts/project-verdict.tsx';
import { type ProjectTab, viewAddress } from '../parts/routes.ts';
import { ProjectsView } from '../projects/projects-view.tsx';
import { ProjectNeedSign } from './project-needs.tsx';

/**
 * A project's head above rows, one line where there is room: name with the list of projects behind it, readiness as a sign,
 * tabs, verbs. What has no room stands behind the name.
 */
export function FoldedHead({
  projectId,
  tab,
  name,
  title,
  about,
  counts,
  verbs,
  form,
  tabs,
}: {
  projectId: string;
  tab: ProjectTab;
  name: string;
  title: RefObject<HTMLHeadingElement | null>;
  about: ComponentChildren;
  counts: ComponentChildren;
  verbs: ComponentChildren;
  form: ComponentChildren;
  tabs: ComponentChildren;
}) {
  const open = useSignal(false);
  return (
    <header>
      <div class="folded-line">
        <div class="project-title">
          <a class="back" href={viewAddress('projects')} aria-label={t('console.view.projects')}>
            ‹
          </a>
          <h1 class="clip" dir="auto" title={name} ref={title}>
            {name}
          </h1>
          <DropDown
            open={open}
            face="▾"
            label={t('console.projects.switch')}
            title={t('console.projects.switch')}
          >
            <div class="dropped-about">
              {about}
              {!roomy.value && counts}
              <ProjectVerdict projectId={projectId} tab={tab} />
              {roomy.value ? (
                <span class="verbs folded-links">
                  <ProjectLinks projectId={projectId} />
                </span>
              ) : (
                verbs
              )}
            </div>
            <ProjectsView rest={[projectId]} tab={tab} />
          </DropDown>
          <ProjectSign projectId={projectId} tab={tab} />
          <ProjectNeedSign projectId={projectId} tab={tab} />
          {roomy.value && counts}
        </div>
        {tabs}
        {roomy.value && verbs}
      </div>
      {form}
    </header>
  );
}
