import { useComputed, useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import {
  type GuardKind,
  type GuardRecord,
  type GuardRequest,
  projectGuards,
} from '../../../../../../shared/edge-api/guards.ts';
import type { ApiError } from '../../../../../edge-client/api-error.ts';
import { formatClock } from '../../../../../i18n/format.ts';
import { t } from '../../../../../i18n/t.ts';
import { useChange } from '../../../../../reads/change.ts';
import { guardsPath, projectPath } from '../../../../../reads/paths.ts';
import { readNow } from '../../../../../reads/read-now.ts';
import { Button } from '../../../../../ui/button.tsx';
import { useOpener } from '../../../../../ui/confirm.tsx';
import { Glyph } from '../../../../../ui/icons.tsx';
import { edgeNow } from '../../../../../ui/page-state.ts';
import { mayAct } from '../../../../../ui/stored-state.ts';
import { fieldsOf, type GuardFields } from '../../../../kit/guard-form.ts';
import { guardFacts, guardName, guardState, guardWords, problemWords } from '../../../../kit/guard-words.ts';
import { isSameFields, useFormDraft } from '../../../../parts/form-draft.tsx';
import { ChangeStatus } from '../../../../parts/part.tsx';
import { GuardEditor } from './guard-editor.tsx';

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
  const current = record?.guard ?? null;
  const isOpened = useSignal(false);
  const form = useFormDraft<GuardFields>(`guard ${projectId} ${kind}`, fieldsOf(kind, current));
  const isOpen = useComputed(() => isOpened.value || form.isBegun.value || form.isUnreadable.value);
  /** The guard before our last change and after it, for undo. */
  const changed = useSignal<{ from: GuardRequest | null; to: GuardRequest | null } | null>(null);
  /** What kept a change from being sent: somebody else's guard, or that it could not be read. */
  const blocked = useSignal<{ theirs: GuardRequest | null } | 'not-compared' | null>(null);
  const change = useChange();
  const opener = useOpener(isOpen.value);
  useEffect(() => {
    // The page was closed while it was sent.
    const typed = { ...form.fields.peek(), isSet: 'yes' };
    if (!isOpened.peek() && form.isBegun.peek() && isSameFields(typed, fieldsOf(kind, current)))
      form.reset(fieldsOf(kind, current));
  }, [JSON.stringify(current)]);
  const isOwner = mayAct('owner');
  const now = edgeNow.value;
  const path = guardsPath(projectId);
  const rereads = [path, projectPath(projectId, '/credit-limits')];
  const put = (guard: GuardRequest | null) =>
    guard === null
      ? change.send({ method: 'DELETE', path: `${path}?kind=${kind}` }, rereads)
      : change.send({ method: 'PUT', path, body: guard }, rereads);
  const close = () => {
    isOpened.value = false;
    blocked.value = null;
    form.reset(fieldsOf(kind, current));
  };
  /** Replaces the `expected` guard; one that somebody else set meanwhile is shown with a question first. */
  const set = async (guard: GuardRequest | null, expected: GuardFields) => {
    const read = await readNow(path, projectGuards);
    const now = read && (read.guards.find((one) => one.guard.kind === kind)?.guard ?? null);
    const isOthers = now !== undefined && !isSameFields(fieldsOf(kind, now), expected);
    blocked.value = now === undefined ? 'not-compared' : isOthers ? { theirs: now } : null;
    if (now === undefined) return;
    if (isOthers) {
      isOpened.value = true;
      form.rebase(fieldsOf(kind, now));
      return;
    }
    const result = await put(guard);
    if (!result.ok) return;
    changed.value = { from: now, to: guard };
    isOpened.value = false;
    form.reset(fieldsOf(kind, guard));
  };
  const undoSet = async () => {
    const { value: last } = changed;
    if (last === null) return;
    await set(last.from, fieldsOf(kind, last.to));
    changed.value = null;
  };
  const sent = change.state.value;
  return (
    <li class="line guard">
      <span>
        <strong>{current === null ? guardName(kind) : guardWords(current, now)}</strong>
        {record && <span class="meta block">{guardFacts(record, now)}</span>}
      </span>
      {isOwner && !isOpen.value && (
        <span class="verbs">
          {sent.kind !== 'failed' && <ChangeStatus state={sent} />}
          {/* Undoing a raise is to take it back. */}
          {changed.value !== null && record?.guard.kind !== 'raise' && (
            <Button quiet onClick={() => void undoSet()}>
              {t('verb.undo')}
            </Button>
          )}
          {record && guardState(record, now) === 'acting' && (
            <Button
              onClick={() =>
                void change.send({ method: 'POST', path: `${path}/undo`, body: { kind } }, rereads)
              }
            >
              {t(kind === 'raise' ? 'verb.takeBack' : 'console.guards.takeBack')}
            </Button>
          )}
          {/* A raised cap can't be raised again: it is taken back first. */}
          {(kind !== 'raise' || current === null) && (
            <Button
              at={opener}
              aria-label={
                current === null
                  ? t('console.guards.set', { what: guardName(kind) })
                  : t('console.guards.change', { what: guardName(kind) })
              }
              onClick={() => {
                form.reset(fieldsOf(kind, current));
                isOpened.value = true;
              }}
            >
              {current === null ? t('verb.set') : t('verb.change')}
            </Button>
          )}
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
      {blocked.value !== null && (
        <p class="meta failure" role="alert">
          {blocked.value === 'not-compared'
            ? t('status.notCompared')
            : t('status.setMeanwhile', {
                amount:
                  blocked.value.theirs === null ? t('fact.noLimit') : guardWords(blocked.value.theirs, now),
              })}
        </p>
      )}
      {isOpen.value && (
        <GuardEditor
          kind={kind}
          current={current}
          projectId={projectId}
          form={form}
          takesFocus={isOpened.value}
          isSending={sent.kind === 'sending'}
          onSet={(guard) => void set(guard, form.base.peek())}
          onClose={close}
        />
      )}
    </li>
  );
}

/** The edge names the reason that applies. */
const refusalOf = ({ code, message, reason }: ApiError): string =>
  problemWords(reason ?? code ?? '', message ?? '');
