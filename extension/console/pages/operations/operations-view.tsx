import './operations.css';
import { signal } from '@preact/signals';
import { useId, useRef } from 'preact/hooks';
import { edgePathOf, parametersIn } from '../../../../shared/catalogues/address.ts';
import type { ListedOperation } from '../../../../shared/catalogues/listed.ts';
import { health } from '../../../../shared/edge-api/health.ts';
import { t } from '../../../i18n/t.ts';
import { useResource } from '../../../reads/resource.ts';
import { naming } from '../../../ui/page-state.ts';
import { followedProject, stored } from '../../../ui/stored-state.ts';
import { useKnownProjects } from '../../kit/use-known-projects.ts';
import { goToPart, useArrival } from '../../parts/arrival.ts';
import { goTo, wide } from '../../parts/navigation.ts';
import type { ViewProps } from '../../parts/routes.ts';
import { projectAddress, viewAddress } from '../../parts/routes.ts';
import { type Led, ledOf } from './led.ts';
import { costWords, OperationList } from './operation-list.tsx';
import { RunForm } from './run-form.tsx';
import { FORM, operationAddress, shownOperations } from './shown.ts';

/** The project that was chosen last, until this page is closed: the next operation begins with it. */
const chosenLast = signal('');

/** Operations of both services, drawn from their rows. `rest`: an operation's name, and its project. */
export function OperationsView({ rest: [name, named] }: ViewProps) {
  const projectId = named ?? chosenLast.value;
  const edge = useResource({ path: '/health', schema: health }).state.value;
  if (naming.value.screened) return <p class="notice meta">{t('console.hidden')}</p>;
  const operations = shownOperations({
    role: stored.value?.connection?.role ?? 'viewer',
    engine: followedProject(projectId)?.engine ?? null,
    hasBackend: edge.kind === 'shown' && edge.value.configured.dataApiUrl === true,
  });
  const chosen = operations.find((one) => one.name === name);
  return (
    <div class="beside">
      {(wide.value || name === undefined) && (
        <OperationList
          operations={operations}
          current={name}
          addressOf={(one) => operationAddress(one, projectId)}
        />
      )}
      {chosen ? (
        <Detail key={chosen.name} of={chosen} projectId={projectId} />
      ) : (
        name !== undefined &&
        edge.kind !== 'loading' && (
          <article class="detail">
            <Back />
            <p class="notice meta">{t('console.operations.none')}</p>
          </article>
        )
      )}
    </div>
  );
}

const Back = () =>
  wide.value ? null : (
    <a class="back meta" href={viewAddress('operations')}>
      ‹ {t('view.operations')}
    </a>
  );

function Detail({ of: { name, operation }, projectId }: { of: ListedOperation; projectId: string }) {
  const led = ledOf(name);
  const isOfProject = parametersIn(edgePathOf(operation)).includes('projectId');
  const box = useRef<HTMLElement>(null);
  useArrival(FORM, () =>
    box.current
      ?.querySelector<HTMLElement>('[data-arrive], form :is(input, textarea, select), form button')
      ?.focus(),
  );
  return (
    <article class="detail operation" ref={box}>
      <header>
        <div>
          <Back />
          <h1 lang="en">{operation.does}</h1>
          <code class="meta">
            {operation.method} {edgePathOf(operation).replace(':projectId', projectId || ':projectId')}
          </code>
          {operation.cost === 'credits' && <span class="meta"> · {costWords(name, operation)}</span>}
        </div>
        {isOfProject && <ProjectField key={projectId} name={name} projectId={projectId} />}
      </header>
      {led ? (
        <p class="notice">
          <a class="button primary" data-arrive href={placeOf(led, projectId)}>
            {t('console.operations.itsForm')}
          </a>
        </p>
      ) : isOfProject && projectId === '' ? (
        <p class="notice meta">{t('console.operations.chooseProject')}</p>
      ) : (
        <RunForm key={projectId} name={name} operation={operation} projectId={projectId} />
      )}
    </article>
  );
}

/** Where the form is; of a project's where none is chosen, the list of projects. */
function placeOf(led: Led, projectId: string): string {
  if ('view' in led) return viewAddress(led.view);
  return projectId === '' ? viewAddress('projects') : projectAddress(projectId, led.tab);
}

/** A choice of the projects that are known, and any other by its id. It is part of the address. */
function ProjectField({ name, projectId }: { name: string; projectId: string }) {
  const id = useId();
  const known = useKnownProjects();
  const chosen = ({ value }: HTMLInputElement) => {
    chosenLast.value = value.trim();
    return operationAddress(name, chosenLast.value);
  };
  return (
    <>
      <input
        class="input project-choice"
        data-arrive={projectId === '' ? true : undefined}
        list={id}
        aria-label={t('fact.project')}
        placeholder={t('fact.project')}
        autocomplete="off"
        spellcheck={false}
        // What is typed stays while the list of projects is read.
        defaultValue={projectId}
        onChange={({ currentTarget }) => goTo(chosen(currentTarget), 'replace')}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.repeat) return;
          event.preventDefault();
          goToPart(chosen(event.currentTarget), FORM, 'replace');
        }}
      />
      <datalist id={id}>
        {known.map((one) => (
          <option key={one} value={one}>
            {naming.value.project(one)}
          </option>
        ))}
      </datalist>
    </>
  );
}
