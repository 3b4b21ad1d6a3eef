import { useEffect } from 'preact/hooks';
import type { ProjectRecord } from '../../../../shared/builder-api/projects.ts';
import { mayActAs } from '../../../../shared/edge-api/role.ts';
import { isolated } from '../../../i18n/naming.ts';
import { t } from '../../../i18n/t.ts';
import { useChange } from '../../../reads/change.ts';
import { projectPath } from '../../../reads/paths.ts';
import { ConfirmButton } from '../../../ui/confirm.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { TextField } from '../../../ui/form.tsx';
import { paidCallOf } from '../../../ui/paid-calls.ts';
import { PricedButton, priceOn } from '../../../ui/priced-button.tsx';
import { stored } from '../../../ui/stored-state.ts';
import { Discard, useFormDraft } from '../../parts/form-draft.tsx';
import { ChangeStatus, Part } from '../../parts/part.tsx';

/** The project's own domain: its two statuses, missing DNS records, and setting or removing it. */
export function Domain({ project }: { project: ProjectRecord }) {
  const { projectId, customDomain } = project;
  const role = stored.value?.connection?.role ?? 'viewer';
  const removal = useChange();
  return (
    <Part title={t('console.ship.domain')}>
      {customDomain ? (
        <>
          <p class="fact">
            <strong>{isolated(customDomain.hostname ?? '')}</strong>{' '}
            <span class="meta">
              {[customDomain.status, customDomain.sslStatus && `TLS ${customDomain.sslStatus}`]
                .filter(Boolean)
                .map((word) => isolated(String(word).replaceAll('_', ' ')))
                .join(' · ')}
            </span>
          </p>
          {(customDomain.dnsRecordsToAdd ?? []).length > 0 && (
            <table class="facts-table">
              <caption class="meta">{t('console.ship.dnsToAdd')}</caption>
              <thead>
                <tr>
                  <th>{t('console.ship.dnsType')}</th>
                  <th>{t('console.ship.dnsName')}</th>
                  <th>{t('console.ship.dnsValue')}</th>
                </tr>
              </thead>
              <tbody>
                {(customDomain.dnsRecordsToAdd ?? []).map(({ type, name, value }) => (
                  <tr key={`${type} ${name} ${value}`}>
                    <td>{type}</td>
                    <td>{name}</td>
                    <td>
                      {value} <CopyButton text={value ?? ''} />
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          )}
          {mayActAs(role, 'owner') && (
            <div class="verbs">
              <ConfirmButton
                label={t('console.ship.removeDomain')}
                sure={t('console.ship.removeDomainSure')}
                onSure={() =>
                  void removal.send(
                    { method: 'DELETE', path: projectPath(projectId, '/domain'), body: undefined },
                    [projectPath(projectId)],
                  )
                }
              />
              <ChangeStatus state={removal.state.value} />
            </div>
          )}
        </>
      ) : mayActAs(role, 'owner') ? (
        <NewDomain project={project} />
      ) : (
        <p class="meta">{t('console.ship.noDomain')}</p>
      )}
    </Part>
  );
}

const NOTHING = { hostname: '' };

/** Two names and a top-level domain (published reference: custom domains are subdomains). */
const SUBDOMAIN = /^(?:[a-z0-9-]+\.){2,}(?:[a-z]{2,}|xn--[a-z0-9-]+)$/;

/** The host of what is typed or pasted, an address or a name, in the form that DNS has it in. */
const hostIn = (text: string): string =>
  URL.parse(/^[a-z]+:\/\//i.test(text.trim()) ? text.trim() : `https://${text.trim()}`)?.hostname ?? '';

/** Sets a domain for its price; its name is kept until then. */
function NewDomain({ project }: { project: ProjectRecord }) {
  const { projectId } = project;
  const form = useFormDraft(`domain ${projectId}`, NOTHING);
  const wanted = hostIn(form.fields.value.hostname);
  const isWrong = form.fields.value.hostname.trim() !== '' && !SUBDOMAIN.test(wanted);
  const isSet = form.isSentBy(paidCallOf(projectId, 'setDomain'));
  useEffect(() => {
    if (isSet) form.forget();
  }, [isSet]);
  return (
    <section class="inline-form" aria-label={t('console.ship.setDomain')}>
      <TextField
        label={t('console.ship.hostname')}
        placeholder="app.example.org"
        problem={isWrong ? t('console.ship.notSubdomain') : null}
        spellcheck={false}
        autocomplete="off"
        value={form.fields.value.hostname}
        onText={(text) => form.edit({ hostname: text })}
      />
      <PricedButton
        label={t('console.ship.setDomain')}
        question={t('console.ship.setDomainQuestion', { hostname: wanted })}
        price={priceOn(projectId, 'setDomain', project)}
        disabled={!SUBDOMAIN.test(wanted)}
        request={{
          method: 'PUT',
          path: projectPath(projectId, '/domain'),
          body: { hostname: wanted },
          about: { operation: 'setDomain', projectId, words: wanted },
        }}
      />
      <Discard of={form} />
    </section>
  );
}
