import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { ProjectRecord } from '../../../../../shared/builder-api/projects.ts';
import { environmentName } from '../../../../i18n/attention-words.ts';
import { formatList, formatNumber } from '../../../../i18n/format.ts';
import { isolated } from '../../../../i18n/naming.ts';
import { t } from '../../../../i18n/t.ts';
import { useChange } from '../../../../reads/change.ts';
import { projectPath } from '../../../../reads/paths.ts';
import { ConfirmButton, OpenButton, verbOf } from '../../../../ui/confirm.tsx';
import { Glyph } from '../../../../ui/icons.tsx';
import { followedProject, mayAct } from '../../../../ui/stored-state.ts';
import { AddSecret, type NamedSecret, type Secret, secretDeletion } from '../../../kit/add-secret.tsx';
import { decoded } from '../../../parts/escaped-text.ts';
import { ChangeStatus, Part } from '../../../parts/part.tsx';
import { projectAddress } from '../../../parts/routes.ts';
import { RebuildButton } from './server.tsx';

/** The app's environment variables by name: added, replaced and removed, their values never shown again. */
export function Secrets({ project }: { project: ProjectRecord }) {
  const { projectId } = project;
  const secrets = project.secrets ?? [];
  const removal = useChange();
  const replacing = useSignal<Secret | null>(null);
  /** What was done last. */
  const done = useSignal<Done | null>(null);
  const say = (words: string, secret: NamedSecret, takesFocus: boolean) => {
    done.value = { words, secret, takesFocus };
  };
  const old = replacing.value;
  // Of variables that were not read nobody knows whether one is missing.
  const asked = (project.secrets && followedProject(projectId)?.run?.keysNeeded) ?? [];
  const missing = asked.filter(({ name }) => !secrets.some(({ secretName }) => secretName === name));
  return (
    <Part
      title={t('console.ship.secrets')}
      summary={formatNumber(secrets.length)}
      isOpen={missing.length > 0 && mayAct('builder')}
    >
      {mayAct('builder') &&
        missing.map(({ name, description }) => (
          <div key={name} class="key-asked">
            <p class="with-glyph">
              <Glyph name="warning" />
              <span>
                {t('console.ship.secretMissing', { name: isolated(name) })}
                {description && <span class="meta"> {isolated(decoded(description))}</span>}
              </span>
            </p>
            <AddSecret
              projectId={projectId}
              name={name}
              onDone={(words, secret) => say(words, secret, true)}
            />
          </div>
        ))}
      {secrets.length === 0 && missing.length === 0 && <p class="meta">{t('status.nothingYet')}</p>}
      <ul class="lines-list">
        {secrets.map((secret) => {
          const { _id, secretName, environment } = secret;
          const name = isolated(secretName);
          return (
            <li key={_id} class="line spread">
              <span class="clip">
                <strong>{name}</strong> <span class="meta">{environmentName(environment ?? '')}</span>
              </span>
              {mayAct('owner') && (
                <span class="verbs">
                  <OpenButton
                    label={verbOf(t('verb.replace'), name)}
                    isOpen={old?._id === _id}
                    onOpen={(isOpen) => {
                      done.value = null;
                      replacing.value = isOpen ? secret : null;
                    }}
                  >
                    {t('verb.replace')}
                  </OpenButton>
                  <ConfirmButton
                    label={t('console.delete')}
                    of={name}
                    sure={t('console.ship.deleteSecretSure', { name })}
                    onSure={() => {
                      done.value = null;
                      void removal
                        .send(secretDeletion(projectId, _id), [projectPath(projectId)])
                        .then(({ ok }) => ok && say(t('did.removed', { thing: name }), secret, true));
                    }}
                  />
                </span>
              )}
            </li>
          );
        })}
      </ul>
      <ChangeStatus state={removal.state.value} kept="" />
      {done.value && (
        <DoneLine key={done.value.words} words={done.value.words} takesFocus={done.value.takesFocus}>
          {missing.length === 0 && asked.some(({ name }) => name === done.value?.secret.secretName) ? (
            <a
              class="button"
              href={projectAddress(projectId, 'talk', 'go-on', formatList(asked.map(({ name }) => name)))}
            >
              {t('work.continue')}
            </a>
          ) : (
            done.value.secret.environment !== 'production' && <RebuildButton project={project} />
          )}
        </DoneLine>
      )}
      {old !== null && (
        <AddSecret
          key={old._id}
          projectId={projectId}
          name={old.secretName}
          replaces={{ ...old, isGone: !secrets.some(({ _id }) => _id === old._id) }}
          onDone={(words, secret) => {
            say(words, secret, true);
            replacing.value = null;
          }}
          onCancel={() => (replacing.value = null)}
        />
      )}
      {old === null && mayAct('builder') && (
        <AddSecret
          projectId={projectId}
          others={secrets}
          mayReplace={mayAct('owner')}
          onDone={(words, secret) => say(words, secret, false)}
        />
      )}
    </Part>
  );
}

type Done = {
  words: string;
  secret: NamedSecret;
  /** Nothing is left of what had the focus. */
  takesFocus: boolean;
};

/** What was done, with what comes next. */
function DoneLine({
  words,
  takesFocus,
  children,
}: Pick<Done, 'words' | 'takesFocus'> & { children: ComponentChildren }) {
  const line = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    if (takesFocus) line.current?.focus();
  }, []);
  return (
    <div class="verbs">
      <span class="meta" role="status" tabIndex={-1} ref={line}>
        {words}
      </span>
      {children}
    </div>
  );
}
