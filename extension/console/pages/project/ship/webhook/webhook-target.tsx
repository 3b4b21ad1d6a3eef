import { useSignal } from '@preact/signals';
import type { Ref } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { ProjectHook } from '../../../../../../shared/edge-api/project-hook.ts';
import { DAY_MS } from '../../../../../../shared/time.ts';
import { formatAgo, formatClock } from '../../../../../i18n/format.ts';
import { t } from '../../../../../i18n/t.ts';
import { useChange } from '../../../../../reads/change.ts';
import { projectPath } from '../../../../../reads/paths.ts';
import { Button, type Off } from '../../../../../ui/button.tsx';
import { ConfirmButton, OpenButton, Question, useOpener } from '../../../../../ui/confirm.tsx';
import { onEscape, onSent, TextField } from '../../../../../ui/form.tsx';
import { edgeNow, naming } from '../../../../../ui/page-state.ts';
import { mayAct } from '../../../../../ui/stored-state.ts';
import { Discard, useFormDraft } from '../../../../parts/form-draft.tsx';
import { noteMade, UndoStatus, useUndo } from '../../../../parts/undo.tsx';

/** Path of the edge's list of projects whose own webhook points at it. */
export const PROJECT_HOOKS = '/subscriptions/projects';
/** Validity of a project's previous secret after a rotation (service reference, Project webhook). */
const BOTH_GOOD_MS = DAY_MS;
const EDGE = 'edge';

/**
 * Target of a project's own webhook. Owners point it at this edge or at an address of their own, and back at
 * the one before; the service has no way to point it nowhere.
 * @param url null: nowhere
 * @param hook what the edge has of it, where it points here
 */
export function WebhookTarget({
  projectId,
  url,
  hook,
}: {
  projectId: string;
  url: string | null;
  hook: ProjectHook | undefined;
}) {
  const path = projectPath(projectId, '/webhook');
  const ownHook = `${PROJECT_HOOKS}/${encodeURIComponent(projectId)}`;
  const change = useChange();
  const undo = useUndo<string>();
  const isTyping = useSignal(false);
  const fact = useRef<HTMLParagraphElement>(null);
  const isOurs = pointsHere(url, projectId, hook);
  const target = isOurs ? EDGE : url;
  const host = hostOf(url);
  const isOwner = mayAct('owner');
  const isSending = change.state.value.kind === 'sending';
  const send = async (to: string): Promise<boolean> => {
    const request =
      to === EDGE ? { path: ownHook, body: { replace: target !== null } } : { path, body: { url: to } };
    const result = await change.send({ method: 'PUT', ...request }, [path, PROJECT_HOOKS]);
    return result.ok;
  };
  const point = async (to: string) => {
    const from = target;
    fact.current?.focus();
    if (!(await send(to))) return false;
    if (from !== null) noteMade(undo, from, to);
    return true;
  };
  const rotate = () => {
    // Undo would be read as of the secret.
    undo.made.value = null;
    undo.isUndone.value = false;
    void change.send({ method: 'POST', path: `${ownHook}/rotate`, body: {} }, [path, PROJECT_HOOKS]);
  };
  return (
    <>
      <p class="fact" ref={fact} tabIndex={-1}>
        {url === null
          ? t('console.webhook.nowhere')
          : isOurs
            ? t('console.webhook.here', { host })
            : t('console.webhook.elsewhere', { host })}
      </p>
      {isOurs && <p class="meta">{secretWords(hook)}</p>}
      {!isOwner && <p class="meta">{t('blocker.roleTooLowOwner')}</p>}
      {isOwner && (
        <>
          <div class="verbs">
            {isOurs ? (
              <ConfirmButton
                label={t('console.webhook.rotate')}
                sure={t('console.webhook.rotateSure')}
                busy={isSending}
                onSure={rotate}
              />
            ) : (
              <ConfirmButton
                label={t('console.webhook.point')}
                sure={
                  url === null ? t('console.webhook.pointSure') : t('console.webhook.replaceSure', { host })
                }
                look={url === null ? 'primary' : 'danger'}
                busy={isSending}
                onSure={() => void point(EDGE)}
              >
                <span class="meta">
                  {t(url === null ? 'console.webhook.notNowhere' : 'console.webhook.newSecret')}
                </span>
              </ConfirmButton>
            )}
            <OpenButton
              isOpen={isTyping.value}
              off={isSending && t('status.sending')}
              onOpen={(is) => (isTyping.value = is)}
            >
              {t(url === null ? 'console.webhook.other' : 'console.webhook.change')}
            </OpenButton>
            <UndoStatus
              undo={undo}
              state={change.state.value}
              value={target ?? ''}
              of={t('console.webhook.address')}
              focus={() => fact.current?.focus()}
              set={send}
            />
          </div>
          {isTyping.value && (
            <OtherAddress
              projectId={projectId}
              url={isOurs ? null : url}
              replaced={url === null ? null : host}
              isSending={isSending}
              onSet={point}
              onClose={() => (isTyping.value = false)}
            />
          )}
        </>
      )}
    </>
  );
}

/** Form for an address of the user's own. `url`: initial; `replaced`: host of the one that gets no more. */
function OtherAddress({
  projectId,
  url,
  replaced,
  isSending,
  onSet,
  onClose,
}: {
  projectId: string;
  url: string | null;
  replaced: string | null;
  isSending: boolean;
  /** @returns whether it is set */
  onSet: (url: string) => Promise<boolean>;
  onClose: () => void;
}) {
  const initial = { url: naming.value.screened ? '' : (url ?? '') };
  const form = useFormDraft(`project webhook ${projectId}`, initial);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.select(), []);
  const address = form.fields.value.url.trim();
  const isAsking = useSignal(false);
  const setter = useOpener(isAsking.value);
  const off: Off =
    ((!isHttps(address) || address === url) && t('status.incomplete')) || (isSending && t('status.sending'));
  const set = async () => {
    isAsking.value = false;
    if (!(await onSet(address))) return;
    form.forget();
    onClose();
  };
  return (
    <form
      class="inline-form"
      aria-label={t('console.webhook.other')}
      onKeyDown={onEscape(onClose)}
      onSubmit={onSent(() => {
        if (!off) isAsking.value = true;
      })}
    >
      <p class="meta wide-line">{t('console.webhook.theirSecret')}</p>
      <HttpsField at={field} class="field wide-field" {...form.text('url')} />
      {isAsking.value ? (
        <Question
          label={t('console.webhook.set')}
          verb={
            replaced === null
              ? t('console.webhook.setSure', { host: hostOf(address) })
              : t('console.webhook.replaceSure', { host: replaced })
          }
          look={replaced === null ? 'primary' : 'danger'}
          off={off}
          onSure={() => void set()}
          onBack={() => (isAsking.value = false)}
        >
          {replaced === null && <span class="meta">{t('console.webhook.notNowhere')}</span>}
        </Question>
      ) : (
        <>
          <Button at={setter} type="submit" primary off={off}>
            {t('console.webhook.set')}
          </Button>
          <Button quiet onClick={onClose}>
            {t('verb.close')}
          </Button>
          <Discard of={form} />
        </>
      )}
    </form>
  );
}

function secretWords({ ready, secretChangedAt }: ProjectHook): string {
  if (!ready) return t('console.webhook.noSecret');
  if (secretChangedAt === null) return '';
  const now = edgeNow.value;
  const bothUntil = secretChangedAt + BOTH_GOOD_MS;
  return bothUntil > now
    ? t('console.webhook.bothGood', { until: formatClock(bothUntil, now) })
    : t('console.webhook.secretSince', { ago: formatAgo(secretChangedAt, now) });
}

const hostOf = (url: string | null): string =>
  url === null ? '' : naming.value.host(URL.parse(url)?.host ?? url);

/** An edge's address for this project; the edge's list says whether it is this edge. */
export const pointsHere = (
  url: string | null,
  projectId: string,
  hook: ProjectHook | undefined,
): hook is ProjectHook =>
  hook !== undefined &&
  URL.parse(url ?? '')?.pathname.endsWith(`/hooks/projects/${encodeURIComponent(projectId)}`) === true;

/** Whether the service takes it as the address of a webhook (service reference, `INVALID_WEBHOOK_URL`). */
const isHttps = (address: string): boolean => URL.parse(address.trim())?.protocol === 'https:';

/** The field for the address of a webhook, with its rule. */
function HttpsField(props: {
  at: Ref<HTMLInputElement>;
  class?: string;
  value: string;
  onText: (text: string) => void;
}) {
  const isWrong = props.value.trim() !== '' && !isHttps(props.value);
  return (
    <TextField
      {...props}
      label={t('fact.itsAddress')}
      type="url"
      spellcheck={false}
      placeholder="https://"
      problem={isWrong ? t('refusal.INVALID_WEBHOOK_URL') : null}
    />
  );
}
