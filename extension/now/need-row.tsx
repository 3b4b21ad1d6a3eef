import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useContext, useEffect } from 'preact/hooks';
import { type AttentionItem, sinceOf } from '../../shared/attention/item.ts';
import type { BestAction } from '../../shared/attention/kinds.ts';
import { bestAction } from '../../shared/attention/open-items.ts';
import { mayActAs, type Role } from '../../shared/edge-api/role.ts';
import type { Severity } from '../../shared/snapshot/attention.ts';
import { itemWords } from '../i18n/attention-words.ts';
import { t } from '../i18n/t.ts';
import { act } from '../ui/act.ts';
import type { GlyphName } from '../ui/icons.tsx';
import { lazily } from '../ui/lazily.tsx';
import { ConsoleLink } from '../ui/open-link.tsx';
import { edgeNow, isReachable, naming } from '../ui/page-state.ts';
import { stored } from '../ui/stored-state.ts';
import { BesideContext, useRowOpen } from './beside.ts';
import { placeOf, type RaiseSubject, raiseSubject } from './item-actions.ts';
import { ItemDetail } from './item-detail.tsx';
import { linkedItem } from './layout.ts';
import { BESIDE_ID, focusRow, isFocused, Row, titleId } from './rows.tsx';

export const GLYPH: Record<Severity, GlyphName> = { critical: 'critical', warning: 'warning', note: 'note' };

const RaiseEditor = lazily(async () => (await import('./raise-editor.tsx')).RaiseEditor);
const KeysEditor = lazily(async () => (await import('./work-editors.tsx')).KeysEditor);
const FixEditor = lazily(async () => (await import('./work-editors.tsx')).FixEditor);

/** The form opened below the row. */
type OpenEditor = 'none' | 'raise' | 'keys' | 'fix';

/**
 * One item that needs the user.
 * @param isAlike another row would look the same without its event
 * @param onUse a form of it is open, so that it stays although it no longer needs the user
 */
export function NeedRow({
  item,
  leaving,
  isAlike,
  onUse,
}: {
  item: AttentionItem;
  leaving: boolean;
  isAlike: boolean;
  onUse: (is: boolean) => void;
}) {
  const subject = may('owner') && !naming.value.screened ? raiseSubject(item) : null;
  const action = bestAction(item, { mayRaise: subject !== null, mayGiveKeys: may('builder') });
  const open = useRowOpen(item.id, isLinked(item));
  const editor = useSignal<OpenEditor>('none');
  const seen = item.seen !== null;
  const words = itemWords(item.reason, item.projectId, sinceOf(item), naming.value, edgeNow.value);
  const parts = [
    ...(seen ? [t('popup.seen')] : []),
    ...(isAlike && item.reason.kind === 'delivery-failures' && !naming.value.screened
      ? [item.reason.event]
      : []),
    words.facts,
  ];
  const onDone = () => {
    // Whoever has left the form while it was sent has gone on.
    const isHere = isFocused(item.id) || document.activeElement === document.body;
    editor.value = 'none';
    if (isHere) requestAnimationFrame(() => focusRow(item.id));
  };
  const below = editorOf(editor.value, item, subject, onDone);
  const beside = useContext(BesideContext);
  const verb = { item, action, open, onEdit: (which: OpenEditor) => (editor.value = which) };
  useEffect(() => {
    if (editor.value === 'none') return;
    onUse(true);
    return () => onUse(false);
  }, [editor.value]);
  return (
    <Row
      id={item.id}
      glyph={leaving ? 'done' : seen ? 'seen' : GLYPH[item.severity]}
      title={words.title}
      projectId={item.projectId}
      facts={parts.join(' · ')}
      wrap
      soft={seen || leaving}
      open={open}
      extra={!leaving && <CapBar item={item} />}
      side={leaving || below ? null : <Verb {...verb} />}
      detail={
        <>
          {/* Its form opens below the row, where it stays while other rows are looked at. */}
          {beside && !below && !leaving && <Verb {...verb} isBeside />}
          <ItemDetail
            item={item}
            isBeside={beside !== null}
            onFix={below ? null : () => (editor.value = 'fix')}
          />
        </>
      }
      below={below}
    />
  );
}

/** Whether this browser's role permits it and the edge is reachable. */
const may = (role: Role): boolean =>
  isReachable.value && mayActAs(stored.value?.connection?.role ?? 'viewer', role);

/** A notification about an ended run leads to the row of its failure. */
export function isLinked({ id, projectId }: AttentionItem): boolean {
  const news = { 'run-failed': 'run-finished', 'deploy-failed': 'deploy-finished' } as Record<string, string>;
  const [kind = ''] = id.split(':');
  return linkedItem.value === id || linkedItem.value === `${news[kind]}:${projectId}`;
}

function editorOf(
  editor: OpenEditor,
  item: AttentionItem,
  subject: RaiseSubject | null,
  onDone: () => void,
): JSX.Element | null {
  const { projectId, reason } = item;
  if (editor === 'raise' && subject) return <RaiseEditor item={item} subject={subject} onDone={onDone} />;
  if (projectId === null || !may('builder')) return null;
  if (editor === 'keys' && reason.kind === 'keys-needed')
    return <KeysEditor item={{ ...item, projectId, reason }} onDone={onDone} />;
  if (editor === 'fix' && (reason.kind === 'run-failed' || reason.kind === 'deploy-failed'))
    return <FixEditor item={{ ...item, projectId, reason }} onDone={onDone} />;
  return null;
}

/** What repairs it. @param isBeside in the detail beside the lists: there is nothing more to look at, and the repair is the flame */
function Verb({
  item,
  action,
  open,
  onEdit,
  isBeside = false,
}: {
  item: AttentionItem;
  action: BestAction;
  open: { value: boolean };
  onEdit: (which: OpenEditor) => void;
  isBeside?: boolean;
}) {
  const beside = useContext(BesideContext);
  const of = {
    class: isBeside ? 'button primary' : 'button verb',
    'aria-describedby': titleId(item.id),
  };
  switch (action) {
    case 'raise':
      return (
        <button type="button" {...of} onClick={() => onEdit('raise')}>
          {t('verb.raise')}
        </button>
      );
    case 'give-keys':
      return (
        <button type="button" {...of} onClick={() => onEdit('keys')}>
          {t('verb.addKeys')}
        </button>
      );
    case 'check':
      return (
        <button type="button" {...of} onClick={() => act('refresh', { fresh: true })}>
          {t('verb.check')}
        </button>
      );
    case 'look': {
      const to = naming.value.screened ? null : placeOf(item);
      if (to)
        return (
          <ConsoleLink to={to.address} {...of}>
            {t(`verb.seeIn.${to.place}`)}
          </ConsoleLink>
        );
      if (isBeside) return null;
      // Beside the lists there is nothing to close: the focus goes to it.
      return (
        <button
          type="button"
          {...of}
          aria-expanded={beside ? undefined : open.value}
          onClick={() => {
            open.value = beside !== null || !open.value;
            if (beside) requestAnimationFrame(() => document.getElementById(BESIDE_ID)?.focus());
          }}
        >
          {open.value && !beside ? t('verb.less') : t('verb.look')}
        </button>
      );
    }
  }
}

/** How much of a cap or budget is used, as a bar; nothing while that is unknown or numbers are hidden. */
export function CapBar({ item }: { item: AttentionItem }) {
  const part = usedPart(item);
  if (part === null || naming.value.screened) return null;
  return (
    <span class="bar" aria-hidden="true">
      <i style={{ width: `${Math.min(100, part * 100)}%` }} class={item.severity} />
    </span>
  );
}

function usedPart({ reason }: AttentionItem): number | null {
  if (reason.kind === 'credit-cap')
    return reason.spent !== null && reason.limit ? reason.spent / reason.limit : null;
  if (reason.kind !== 'feature-budget' && reason.kind !== 'feature-warning') return null;
  return reason.used !== null && reason.cap ? reason.used / reason.cap : null;
}
