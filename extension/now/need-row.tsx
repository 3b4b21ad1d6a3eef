import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useContext, useEffect } from 'preact/hooks';
import { type AttentionItem, sinceOf } from '../../shared/attention/item.ts';
import type { BestAction, RaiseSubject } from '../../shared/attention/kind.ts';
import { KINDS } from '../../shared/attention/kinds/kinds.ts';
import { actionOf, bestAction } from '../../shared/attention/open-items.ts';
import type { NeedPlace } from '../../shared/attention/rule.ts';
import type { Role } from '../../shared/edge-api/role.ts';
import type { Severity } from '../../shared/snapshot/attention.ts';
import { itemWords } from '../i18n/attention-words.ts';
import { t } from '../i18n/t.ts';
import { act } from '../ui/act.ts';
import { isNearerThanPace } from '../ui/building.ts';
import { Button } from '../ui/button.tsx';
import type { GlyphName } from '../ui/icons.tsx';
import { lazily } from '../ui/lazily.tsx';
import { ConsoleLink } from '../ui/open-link.tsx';
import { consoleAddress } from '../ui/open-page.ts';
import { edgeNow, isReachable, naming } from '../ui/page-state.ts';
import { mayAct } from '../ui/stored-state.ts';
import { BesideContext, useRowOpen } from './beside.ts';
import { linkedItem } from './layout.ts';
import { BESIDE_ID, focusRepair, focusRow, isBesideFocused, isFocused, Row, titleId } from './rows.tsx';

export const GLYPH: Record<Severity, GlyphName> = { critical: 'critical', warning: 'warning', note: 'note' };

const ItemDetail = lazily(async () => (await import('./item-detail.tsx')).ItemDetail);
const RaiseEditor = lazily(async () => (await import('./raise-editor.tsx')).RaiseEditor);
const KeysEditor = lazily(async () => (await import('./work-editors.tsx')).KeysEditor);
const FixEditor = lazily(async () => (await import('./work-editors.tsx')).FixEditor);

type Editor = 'raise' | 'keys' | 'fix';

/** The form that is open: below the row, or in its detail beside the lists, where it was pressed. */
type OpenEditor = { which: Editor; isBeside: boolean } | null;

/**
 * One item that needs the user.
 * @param isOver it leaves because it was resolved; nothing is said of one that is replaced or no longer known
 * @param isAlike another row would look the same without its event
 * @param onUse a form of it is open, so that it stays although it no longer needs the user
 */
export function NeedRow({
  item,
  leaving,
  isOver,
  isAlike,
  onUse,
}: {
  item: AttentionItem;
  leaving: boolean;
  isOver: boolean;
  isAlike: boolean;
  onUse: (is: boolean) => void;
}) {
  const { raises } = KINDS[item.reason.kind];
  const mayRaise = may('owner') && !naming.value.screened;
  const subject = (mayRaise && item.projectId !== null && raises?.(item.reason, item.projectId)) || null;
  const action = bestAction(item, { mayRaise: subject !== null, mayGiveKeys: may('builder') });
  const open = useRowOpen(item.id, isLinked(item));
  const beside = useContext(BesideContext);
  const editor = useSignal<OpenEditor>(null);
  const isBeside = beside !== null && editor.value?.isBeside === true;
  const seen = item.seen !== null;
  const words = itemWords(item.reason, item.projectId, sinceOf(item), naming.value, edgeNow.value);
  const isNearer = isNearerThanPace(item);
  const title = isNearer
    ? t('verdict.runAtCapOf', { name: naming.value.project(item.projectId) })
    : words.title;
  const parts = [
    ...(seen ? [t('fact.seen')] : []),
    ...(isAlike && item.reason.kind === 'delivery-failures' && !naming.value.screened
      ? [item.reason.event]
      : []),
    ...(isNearer ? [] : [words.facts]),
  ];
  const close = (focus: () => void) => () => {
    // Whoever has left the form while it was sent has gone on.
    const isHere =
      isFocused(item.id) ||
      (beside?.chosen.peek() === item.id && isBesideFocused()) ||
      document.activeElement === document.body;
    editor.value = null;
    if (isHere) requestAnimationFrame(focus);
  };
  const form = editorOf(editor.value?.which ?? null, item, subject, {
    onDone: close(() => focusRow(item.id)),
    onBack: close(isBeside ? focusRepair : () => focusRow(item.id)),
  });
  const onEdit = (which: Editor, isBeside: boolean) => {
    editor.value = { which, isBeside };
  };
  const verb = { item, action, open, onEdit };
  // After the first rows, so that one opens at once.
  useEffect(() => void ItemDetail.preload(), []);
  useEffect(() => {
    if (form === null) return;
    onUse(true);
    return () => onUse(false);
  }, [form === null]);
  return (
    <Row
      id={item.id}
      glyph={isOver ? 'done' : seen || leaving ? 'seen' : GLYPH[item.severity]}
      title={isOver ? t('now.met', { title }) : title}
      projectId={item.projectId}
      facts={isOver ? t('now.noLonger') : leaving ? '' : parts.join(' · ')}
      wrap
      soft={seen || leaving}
      isBrief={!leaving && !isAlike}
      open={open}
      side={leaving || form ? null : <Verb {...verb} />}
      isKept={isBeside && form !== null}
      detail={
        <>
          <CapBar item={item} />
          {beside && !form && !leaving && <Verb {...verb} isBeside />}
          {isBeside && form}
          <ItemDetail
            item={item}
            isBeside={beside !== null}
            onFix={form ? null : () => onEdit('fix', beside !== null)}
          />
        </>
      }
      below={isBeside ? null : form}
    />
  );
}

/** Where it is dealt with; null: the row itself has the facts and the verbs, or only the service does. */
export function placeOf(item: AttentionItem): { place: NeedPlace; address: string } | null {
  const { projectId } = item;
  const place = actionOf(item);
  if (place === 'money') return { place, address: consoleAddress('money') };
  if (projectId === null || (place !== 'limits' && place !== 'talk' && place !== 'ship')) return null;
  return { place, address: consoleAddress('projects', projectId, place) };
}

/** Whether this browser's role permits it and the edge is reachable. */
const may = (role: Role): boolean => isReachable.value && mayAct(role);

/** A notification about an ended run leads to the row of its failure. */
export function isLinked({ id, projectId }: AttentionItem): boolean {
  const news = { 'run-failed': 'run-finished', 'deploy-failed': 'deploy-finished' } as Record<string, string>;
  const [kind = ''] = id.split(':');
  return linkedItem.value === id || linkedItem.value === `${news[kind]}:${projectId}`;
}

function editorOf(
  editor: Editor | null,
  item: AttentionItem,
  subject: RaiseSubject | null,
  on: { onDone: () => void; onBack: () => void },
): JSX.Element | null {
  const { projectId, reason } = item;
  if (editor === 'raise' && subject) return <RaiseEditor item={item} subject={subject} {...on} />;
  if (projectId === null || !may('builder')) return null;
  if (editor === 'keys' && reason.kind === 'keys-needed')
    return <KeysEditor item={{ ...item, projectId, reason }} {...on} />;
  if (
    editor === 'fix' &&
    (reason.kind === 'run-failed' || reason.kind === 'deploy-failed' || reason.kind === 'live-failing')
  )
    return <FixEditor item={{ ...item, projectId, reason }} {...on} />;
  return null;
}

/**
 * What repairs it.
 * @param isBeside in the detail beside the lists: no more to look at, and the repair is the primary button
 */
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
  onEdit: (which: Editor, isBeside: boolean) => void;
  isBeside?: boolean;
}) {
  const beside = useContext(BesideContext);
  const of = {
    class: isBeside ? 'button primary' : 'button verb',
    'aria-describedby': titleId(item.id),
  };
  const button = (label: string, onClick: () => void) => (
    <Button {...of} onClick={onClick}>
      {label}
    </Button>
  );
  if (action === 'raise') return button(t('verb.raise'), () => onEdit('raise', isBeside));
  if (action === 'give-keys') return button(t('verb.addKeys'), () => onEdit('keys', isBeside));
  if (action === 'check') return button(t('verb.check'), () => act('refresh', { fresh: true }));
  const to = naming.value.screened ? null : placeOf(item);
  if (to)
    return (
      <ConsoleLink to={to.address} {...of}>
        {to.place === 'talk' || to.place === 'ship' ? t('verb.look') : t(`see.${to.place}`)}
      </ConsoleLink>
    );
  if (isBeside) return null;
  // Beside the lists there is nothing to close: the focus goes to it.
  return (
    <Button
      {...of}
      aria-expanded={beside ? undefined : open.value}
      onClick={() => {
        open.value = beside !== null || !open.value;
        if (beside) requestAnimationFrame(() => document.getElementById(BESIDE_ID)?.focus());
      }}
    >
      {open.value && !beside ? t('verb.less') : t('verb.look')}
    </Button>
  );
}

/** How much of a cap or budget is used, as a bar; nothing while that is unknown or numbers are hidden. */
export function CapBar({ item }: { item: AttentionItem }) {
  const part = KINDS[item.reason.kind].usedPart?.(item.reason) ?? null;
  if (part === null || naming.value.screened) return null;
  return (
    <span class="bar" aria-hidden="true">
      <i style={{ width: `${Math.min(100, part * 100)}%` }} class={item.severity} />
    </span>
  );
}
