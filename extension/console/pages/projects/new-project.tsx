import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { nameProblem, PROJECT_NAME_MAX } from '../../../../shared/operations/new-project.ts';
import { engineOfNew, price } from '../../../../shared/spending/price.ts';
import { t } from '../../../i18n/t.ts';
import { keyPart } from '../../../launch/ui/launch-words.ts';
import { servicePath } from '../../../reads/paths.ts';
import { ENGINES } from '../../../storage/drafts.ts';
import { Button } from '../../../ui/button.tsx';
import { EngineField } from '../../../ui/engine-field.tsx';
import { TextField } from '../../../ui/form.tsx';
import { paidCallOf } from '../../../ui/paid-calls.ts';
import { PricedButton, pricesNow } from '../../../ui/priced-button.tsx';
import { Discard, useFormDraft } from '../../parts/form-draft.tsx';
import { projectAddress, viewAddress } from '../../parts/routes.ts';

const EMPTY = { name: '', description: '', engine: 'account' };

/** Creates an empty project by name; or links to the launch form. What is typed is kept until it was made. */
export function NewProject({ onClose }: { onClose: () => void }) {
  const form = useFormDraft('new project', EMPTY);
  const { name, description } = form.fields.value;
  const engine = ENGINES.find((one) => one === form.fields.value.engine) ?? 'account';
  const chosen = engine === 'account' ? null : engine;
  const field = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => field.current?.focus(), []);
  const projectId = name.trim();
  const problem = nameProblem(projectId);
  const call = paidCallOf(projectId, 'createProject');
  const made = call?.state === 'done' ? call.record?.projectId || projectId : null;
  const isMade = form.isSentBy(call);
  useEffect(() => {
    if (isMade) form.forget();
  }, [isMade]);
  return (
    <section
      class="list-form"
      aria-label={t('priced.create_project')}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onClose();
      }}
    >
      <TextField
        label={t('fact.name')}
        at={field}
        maxLength={PROJECT_NAME_MAX}
        spellcheck={false}
        autocomplete="off"
        autocapitalize="off"
        aria-invalid={projectId !== '' && problem !== null}
        aria-describedby="new-project-name"
        {...form.text('name')}
      />
      <span id="new-project-name" class="meta" role="status">
        {projectId === ''
          ? t('console.projects.nameStays')
          : problem && t(`problem.${keyPart(`name-${problem}`)}`)}
      </span>
      <TextField label={t('fact.description')} maxLength={500} {...form.text('description')} />
      <EngineField value={engine} onChange={(wanted) => form.edit({ engine: wanted })} />
      <div class="verbs">
        <PricedButton
          key={`${projectId} ${engine}`}
          label={t('console.projects.makeEmpty')}
          question={t('console.projects.makeQuestion', { name: projectId })}
          price={price('createProject', engineOfNew(chosen, pricesNow()), pricesNow())}
          off={problem !== null && t('status.incomplete')}
          request={{
            method: 'POST',
            path: servicePath('/projects'),
            body: {
              projectId,
              ...(description.trim() === '' ? {} : { description: description.trim() }),
              ...(chosen === null ? {} : { engineVersion: chosen }),
            },
            about: { operation: 'createProject', projectId, words: '' },
          }}
        />
        {made && (
          <a class="button" href={projectAddress(made)}>
            {t('verb.open')}
          </a>
        )}
        <a class="button quiet" href={viewAddress('launch')}>
          {t('console.projects.launchInstead')}
        </a>
        <Discard of={form} />
        <Button quiet onClick={onClose}>
          {t('verb.close')}
        </Button>
      </div>
    </section>
  );
}
