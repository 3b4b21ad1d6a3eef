import { useEffect } from 'preact/hooks';
import type { ProjectRecord } from '../../../../../shared/builder-api/projects.ts';
import { deployPhaseOf } from '../../../../../shared/endings/deploy-ending.ts';
import { formatFacts } from '../../../../i18n/format.ts';
import { isolated } from '../../../../i18n/naming.ts';
import { serviceWord } from '../../../../i18n/service-words.ts';
import { t } from '../../../../i18n/t.ts';
import { useChange } from '../../../../reads/change.ts';
import { projectPath } from '../../../../reads/paths.ts';
import { useProject } from '../../../../reads/use-project.ts';
import { Button } from '../../../../ui/button.tsx';
import { ConfirmButton } from '../../../../ui/confirm.tsx';
import { CopyButton } from '../../../../ui/copy-button.tsx';
import { TextField } from '../../../../ui/form.tsx';
import { Glyph, type GlyphName } from '../../../../ui/icons.tsx';
import { OpenLink } from '../../../../ui/open-link.tsx';
import { paidCallOf } from '../../../../ui/paid-calls.ts';
import { PricedButton, priceOn } from '../../../../ui/priced-button.tsx';
import { mayAct } from '../../../../ui/stored-state.ts';
import { Discard, useFormDraft } from '../../../parts/form-draft.tsx';
import { ChangeStatus, Part } from '../../../parts/part.tsx';
import { useDeployment } from './deployment.tsx';
import { isDomainUp } from './public-address.ts';

/** The project's own domain: its two statuses, missing DNS records, and setting or removing it. */
export function Domain({ project }: { project: ProjectRecord }) {
  const { projectId, customDomain } = project;
  const removal = useChange();
  const reading = useProject(projectId);
  const deployment = useDeployment(projectId).state.value;
  const isUp = customDomain?.status === 'active';
  return (
    <Part
      title={t('fact.domain')}
      sign={customDomain ? signOf(customDomain) : null}
      summary={customDomain?.hostname ?? ''}
      isOpen={customDomain != null && signOf(customDomain) !== 'done'}
    >
      {customDomain ? (
        <>
          <p class="fact with-glyph">
            <Glyph name={signOf(customDomain)} />
            <span>
              <strong>
                {isUp && customDomain.hostname ? (
                  <OpenLink class="link" to={`https://${customDomain.hostname}`}>
                    {isolated(customDomain.hostname)}
                  </OpenLink>
                ) : (
                  isolated(customDomain.hostname ?? '')
                )}
              </strong>{' '}
              <span class="meta">{statusWords(customDomain)}</span>
            </span>
          </p>
          {(customDomain.dnsRecordsToAdd ?? []).length > 0 && (
            <table class="facts-table">
              <caption class="meta">{t(isUp ? 'console.ship.dnsOfDomain' : 'console.ship.dnsToAdd')}</caption>
              <thead>
                <tr>
                  <th>{t('console.ship.dnsType')}</th>
                  <th>{t('fact.name')}</th>
                  <th>{t('fact.value')}</th>
                </tr>
              </thead>
              <tbody>
                {(customDomain.dnsRecordsToAdd ?? []).map(({ type, name, value }) => (
                  <tr key={`${type} ${name} ${value}`}>
                    <td>{type}</td>
                    {[name, value].map((text) => (
                      <td key={text}>
                        {text} {text && <CopyButton text={text} of={text} />}
                      </td>
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
          )}
          <div class="verbs">
            {signOf(customDomain) !== 'done' && (
              <Button
                busy={reading.state.value.kind === 'shown' && reading.state.value.isRefreshing}
                onClick={() => void reading.refresh()}
              >
                {t('console.ship.checkDomain')}
              </Button>
            )}
            {mayAct('owner') && (
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
            )}
            <ChangeStatus state={removal.state.value} />
          </div>
        </>
      ) : !mayAct('owner') ? (
        <p class="meta">{t('blocker.roleTooLowOwner')}</p>
      ) : deployment.kind === 'shown' && deployPhaseOf(deployment.value.status) === 'never' ? (
        <p class="meta">{t('refusal.NO_DEPLOYMENT')}</p>
      ) : deployment.kind === 'loading' ? (
        <p class="meta">{t('status.loading')}</p>
      ) : (
        <>
          {removal.state.value.kind === 'kept' && (
            <p class="fact" role="status">
              {t('console.ship.domainRemoved')}
            </p>
          )}
          <NewDomain project={project} />
        </>
      )}
    </Part>
  );
}

/** No later status follows one of these. */
const FAILED: ReadonlySet<string> = new Set(['blocked', 'expired', 'timing_out', 'validation_timed_out']);

type CustomDomain = NonNullable<ProjectRecord['customDomain']>;

const statusWords = ({ status, sslStatus }: CustomDomain): string =>
  formatFacts(
    status && serviceWord(status, 'console.ship.domainStatus'),
    sslStatus && serviceWord(sslStatus, 'console.ship.certificate'),
  );

function signOf({ status, sslStatus }: CustomDomain): GlyphName {
  if ([status, sslStatus].some((one) => one != null && FAILED.has(one))) return 'failed';
  if (isDomainUp({ status, sslStatus })) return 'done';
  return /^(?:active|pending_\w+)$/.test(status ?? '') ? 'running' : 'unknown';
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
        {...form.text('hostname')}
      />
      <PricedButton
        label={t('console.ship.setDomain')}
        question={t('console.ship.setDomainQuestion', { hostname: wanted })}
        price={priceOn(projectId, 'setDomain', project)}
        off={(!SUBDOMAIN.test(wanted) || isSet) && t('status.incomplete')}
        isSeenElsewhere
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
