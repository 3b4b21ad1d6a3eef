import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import {
  type GuardKind,
  type GuardRecord,
  type GuardRequest,
  guardTrial,
} from '../../../shared/edge-api/guards.ts';
import { mayActAs } from '../../../shared/edge-api/role.ts';
import type { ApiError } from '../../edge-client/api-error.ts';
import { formatClock, formatNumber } from '../../i18n/format.ts';
import { t } from '../../i18n/t.ts';
import { Glyph } from '../../ui/icons.tsx';
import { edgeNow } from '../../ui/page-state.ts';
import { stored } from '../../ui/stored-state.ts';
import { useChange } from '../change.ts';
import { ChangeStatus } from '../part.tsx';
import { guardsPath, projectPath } from '../paths.ts';
import { useResource } from '../resource.ts';
import { AMOUNTS, fieldsOf, type GuardFields, guardOf } from './guard-form.ts';
import { guardCovers, guardFacts, guardName, guardWords, problemWords, trialWords } from './guard-words.ts';

/** Delay after typing before the trial on the last 30 days. */
const TRY_AFTER_MS = 400;

/** One guard with its setting and effect, or unset; its form with a trial; its undo. */
export function GuardRow({
  kind,
  record,
  projectId,
}: {
  kind: GuardKind;
  record: GuardRecord | null;
  projectId: string;
}) {
  const isOpen = useSignal(false);
  /** The guard before our last change, for undo. */
  const before = useSignal<{ guard: GuardRequest | null } | null>(null);
  const change = useChange();
  const opener = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(false);
  useEffect(() => {
    if (!isOpen.value && wasOpen.current) opener.current?.focus();
    wasOpen.current = isOpen.value;
  }, [isOpen.value]);
  const isOwner = mayActAs(stored.value?.connection?.role ?? 'viewer', 'owner');
  const now = edgeNow.value;
  const path = guardsPath(projectId);
  const rereads = [path, projectPath(projectId, '/credit-limits')];
  const current = record?.guard ?? null;
  const put = (guard: GuardRequest | null) =>
    guard === null
      ? change.send({ method: 'DELETE', path: `${path}?kind=${kind}` }, rereads)
      : change.send({ method: 'PUT', path, body: guard }, rereads);
  const set = async (guard: GuardRequest | null) => {
    const result = await put(guard);
    if (!result.ok) return;
    before.value = { guard: current };
    isOpen.value = false;
  };
  const undoSet = async () => {
    const result = await put(before.value?.guard ?? null);
    if (result.ok) before.value = null;
  };
  const sent = change.state.value;
  return (
    <li class="guard">
      <span class="guard-name">
        <strong>{current === null ? guardName(kind) : guardWords(current, now)}</strong>
        <span class="meta">{record === null ? t('console.guards.none') : guardFacts(record, now)}</span>
      </span>
      {isOwner && !isOpen.value && (
        <span class="verbs">
          {sent.kind !== 'failed' && <ChangeStatus state={sent} />}
          {before.value !== null && (
            <button type="button" class="button quiet" onClick={() => void undoSet()}>
              {t('verb.undo')}
            </button>
          )}
          {record?.state === 'acting' && (
            <button
              type="button"
              class="button"
              onClick={() =>
                void change.send({ method: 'POST', path: `${path}/undo`, body: { kind } }, rereads)
              }
            >
              {t('console.guards.takeBack')}
            </button>
          )}
          <button
            ref={opener}
            type="button"
            class="button"
            aria-label={
              current === null
                ? t('console.guards.set', { what: guardName(kind) })
                : t('console.guards.change', { what: guardName(kind) })
            }
            onClick={() => (isOpen.value = true)}
          >
            {current === null ? t('console.limits.set') : t('console.limits.change')}
          </button>
        </span>
      )}
      {sent.kind === 'failed' && (
        <p class="meta failure" role="alert">
          {refusalOf(sent.error)}
        </p>
      )}
      {record?.problem && (
        <p class="failure guard-problem">
          <Glyph name="critical" />{' '}
          {t('console.guards.cannot', {
            at: formatClock(record.problem.since, now),
            why: problemWords(record.problem.code, record.problem.message),
          })}
        </p>
      )}
      {isOpen.value && (
        <GuardForm
          kind={kind}
          current={current}
          projectId={projectId}
          isSending={sent.kind === 'sending'}
          onSet={(guard) => void set(guard)}
          onClose={() => (isOpen.value = false)}
        />
      )}
    </li>
  );
}

/** The edge names the reason that applies. */
const refusalOf = ({ code, message, reason }: ApiError): string =>
  problemWords(reason ?? code ?? '', message ?? '');

function GuardForm({
  kind,
  current,
  projectId,
  isSending,
  onSet,
  onClose,
}: {
  kind: GuardKind;
  current: GuardRequest | null;
  projectId: string;
  isSending: boolean;
  onSet: (guard: GuardRequest | null) => void;
  onClose: () => void;
}) {
  const fields = useSignal<GuardFields>(fieldsOf(kind, current));
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  const guard = guardOf(kind, fields.value, edgeNow.value);
  const { min, max, isWhole } = AMOUNTS[kind];
  const edit = (changed: Partial<GuardFields>) => (fields.value = { ...fields.value, ...changed });
  const range = { min: formatNumber(min), max: formatNumber(max) };
  return (
    <form
      class="inline-form"
      onSubmit={(event) => {
        event.preventDefault();
        if (guard !== null) onSet(guard);
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        onClose();
      }}
    >
      <label class="field">
        <span class="meta">{AMOUNT_WORDS[kind]()}</span>
        <input
          ref={field}
          class="input"
          type="number"
          inputMode={isWhole ? 'numeric' : 'decimal'}
          min={min}
          max={max}
          step={isWhole ? 1 : 'any'}
          value={fields.value.amount}
          aria-invalid={guard === null}
          onInput={({ currentTarget }) => edit({ amount: currentTarget.value })}
        />
      </label>
      {kind === 'raise' && (
        <label class="field">
          <span class="meta">{t('console.guards.until')}</span>
          <select
            class="input"
            value={fields.value.until}
            onChange={({ currentTarget }) => edit({ until: currentTarget.value as GuardFields['until'] })}
          >
            <option value="run">{t('console.guards.untilRun')}</option>
            <option value="tonight">{t('console.guards.untilTonight')}</option>
          </select>
        </label>
      )}
      {kind === 'day-budget' && (
        <label class="check">
          <input
            type="checkbox"
            checked={fields.value.stopsRun}
            onChange={({ currentTarget }) => edit({ stopsRun: currentTarget.checked })}
          />
          {t('console.guards.stopsRun')}
        </label>
      )}
      <button type="submit" class="button" disabled={guard === null || isSending}>
        {t('console.guards.arm')}
      </button>
      {current !== null && (
        <button type="button" class="button" disabled={isSending} onClick={() => onSet(null)}>
          {t('console.limits.remove')}
        </button>
      )}
      <button type="button" class="button quiet" onClick={onClose}>
        {t('verb.cancel')}
      </button>
      <p class="meta wide-line" role="status">
        {guard === null ? (
          t(isWhole ? 'console.guards.rangeWhole' : 'console.guards.range', range)
        ) : (
          <Trial guard={guard} projectId={projectId} />
        )}
      </p>
      <p class="meta wide-line">{guardCovers(kind)}</p>
    </form>
  );
}

const AMOUNT_WORDS: Readonly<Record<GuardKind, () => string>> = {
  'run-budget': () => t('console.guards.credits'),
  raise: () => t('console.guards.credits'),
  'run-time': () => t('console.guards.minutes'),
  failures: () => t('console.guards.inARow'),
  'day-budget': () => t('console.guards.credits'),
};

/** How often the guard would have acted, requested after typing. A raise acts only on request. */
function Trial({ guard, projectId }: { guard: GuardRequest; projectId: string }) {
  const wanted = JSON.stringify(guard);
  const asked = useSignal<string | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => (asked.value = wanted), TRY_AFTER_MS);
    return () => clearTimeout(timer);
  }, [wanted]);
  const trial = useResource(
    guard.kind === 'raise' || asked.value === null
      ? null
      : { path: `${guardsPath(projectId)}/trial`, schema: guardTrial, body: JSON.parse(asked.value) },
  ).state.value;
  if (guard.kind === 'raise') return null;
  if (asked.value !== wanted || trial.kind === 'loading') return <>{t('console.guards.trying')}</>;
  return <>{trial.kind === 'shown' ? trialWords(trial.value) : t('console.guards.untried')}</>;
}
