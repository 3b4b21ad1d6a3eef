import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useContext, useLayoutEffect } from 'preact/hooks';
import type { AttentionItem } from '../../shared/attention/item.ts';
import { openingKey } from '../../shared/attention/news.ts';
import { attentionCount } from '../../shared/attention/open-items.ts';
import { fateIn } from '../attention/view.ts';
import { reverted } from '../edge-client/put-cap.ts';
import { featureName } from '../i18n/attention-words.ts';
import { formatAgo } from '../i18n/format.ts';
import { HIDDEN, isolated } from '../i18n/naming.ts';
import { t } from '../i18n/t.ts';
import { sendMessage } from '../messaging/client.ts';
import type { CapChange } from '../storage/account-schema.ts';
import { isRefused, type NotSentCall } from '../storage/not-sent.ts';
import { act } from '../ui/act.ts';
import { Button } from '../ui/button.tsx';
import { focusAfter } from '../ui/keep-focus.ts';
import { lazily } from '../ui/lazily.tsx';
import { ConsoleLink } from '../ui/open-link.tsx';
import { consoleAddress } from '../ui/open-page.ts';
import { browserNow, naming } from '../ui/page-state.ts';
import { attentionNow, stored } from '../ui/stored-state.ts';
import { AlikeRow, gathered } from './alike.tsx';
import { saysOutOfCredits } from './balance.tsx';
import { BesideContext } from './beside.ts';
import { justSeen, recentChanges, useLingering } from './layout.ts';
import { isLinked, NeedRow } from './need-row.tsx';
import { focusRow, isFocused, MoreRow, Row, Section } from './rows.tsx';
import { SeenRow } from './seen-row.tsx';

/**
 * What needs the user, worst first, each with its reason, time, and one action; then recently raised caps.
 * Several of one kind are one line that unfolds.
 * @param shownFirst rows and such lines before "more"
 * @param below what stands above: what that says has no row
 */
export function NeedsYou({
  shownFirst = 4,
  below = null,
}: {
  shownFirst?: number;
  below?: 'balance' | null;
}) {
  const state = stored.value;
  const isSaid = ({ reason }: AttentionItem) =>
    below === 'balance' && reason.kind === 'credits-exhausted' && saysOutOfCredits();
  const items = state ? attentionNow.value.items.filter((item) => !isSaid(item)) : [];
  const said = attentionNow.value.items.filter((item) => item.seen === null && isSaid(item)).length;
  const { rows, hold, use } = useLingering(items);
  const all = useSignal(false);
  const undoable: { itemId: string; row: JSX.Element }[] = [
    ...recentChanges(state?.capChanges ?? [], browserNow.value).map((change) => ({
      itemId: change.itemId,
      row: <UndoRow key={`undo-${change.itemId}`} change={change} />,
    })),
    ...justSeen.value
      .filter(({ id }) => items.every((item) => item.id !== id))
      .map((item) => ({ itemId: item.id, row: <SeenRow key={`undo-${item.id}`} item={item} /> })),
  ];
  const beside = useContext(BesideContext);
  const unfolded = useSignal<Readonly<Record<string, boolean>>>({});
  const lines = gathered(rows);
  const first = all.value ? lines : lines.slice(0, shownFirst);
  const hidden = lines.slice(first.length).reduce((sum, line) => sum + line.length, 0);
  const isOpen = (line: readonly { row: AttentionItem }[]) =>
    line.length === 1 ||
    (unfolded.value[line[0]?.row.reason.kind ?? ''] ?? line.some(({ row }) => isLinked(row)));
  const shown = first.filter(isOpen).flat();
  const undoOf = (item: AttentionItem) => undoable.find(({ itemId }) => itemId === item.id)?.row;
  /** When raising a cap or marking as seen removes a row, the undo row takes its place: nothing moves. */
  const replaced = items.length === 0 ? [] : shown.filter(({ row, leaving }) => leaving && undoOf(row));
  const inPlace = replaced.map(({ row }) => row.id);
  const further = undoable.filter(({ itemId }) => !inPlace.includes(itemId));
  // The row with Undo stands in the need's place, later below the list as another element: the focus follows.
  const focused = undoable.find(({ itemId }) => isFocused(itemId) || isFocused(`undo-${itemId}`));
  useLayoutEffect(() => {
    if (focused && document.activeElement === document.body) focusRow(focused.itemId);
  });
  const { notSent } = attentionNow.value;
  const isEmpty =
    notSent.length === 0 && rows.every(({ row, leaving }) => items.length === 0 && leaving && undoOf(row));
  return (
    <>
      {!isEmpty && (
        <Section
          title={t('now.needsYou')}
          count={attentionCount(attentionNow.value).unacknowledged - said}
          {...hold}
        >
          {first.flatMap((line) => [
            line.length > 1 && (
              <AlikeRow
                key={line[0]?.row.reason.kind}
                items={line.map(({ row }) => row)}
                open={isOpen(line)}
                onToggle={(kind) => {
                  const isUnfolding = !isOpen(line);
                  unfolded.value = { ...unfolded.value, [kind]: isUnfolding };
                  if (!beside) return;
                  if (isUnfolding) beside.chosen.value = line[0]?.row.id ?? '';
                  // What was folded is not looked for elsewhere.
                  else if (line.some(({ row }) => row.id === beside.chosen.peek())) beside.chosen.value = '';
                }}
              />
            ),
            ...(isOpen(line) ? line : []).map(({ row, leaving }) => {
              const undo = inPlace.includes(row.id) ? undoOf(row) : undefined;
              return (
                undo ?? (
                  <NeedRow
                    key={row.id}
                    item={row}
                    leaving={leaving}
                    isOver={leaving && isOver(row)}
                    isAlike={isAlike(row, items)}
                    onUse={(is) => use(row.id, is)}
                  />
                )
              );
            }),
          ])}
          {notSent.map((call) => (
            <NotSentRow key={call.key} call={call} />
          ))}
          {hidden > 0 && <MoreRow hidden={hidden} onShow={() => (all.value = true)} />}
        </Section>
      )}
      {further.length > 0 && <Section title={t('now.changed')}>{further.map(({ row }) => row)}</Section>}
    </>
  );
}

/** Whether what needed the user was resolved, as the edge decided it. */
const isOver = ({ id, opening, reason, openedAt }: AttentionItem): boolean =>
  fateIn(attentionNow.value, { noticeId: id, key: openingKey(id, opening), about: reason, at: openedAt }) ===
  'over';

/** Whether another row would look the same: several subscriptions of one receiver fail. */
function isAlike({ id, reason }: AttentionItem, items: readonly AttentionItem[]): boolean {
  return (
    reason.kind === 'delivery-failures' &&
    items.some(
      (other) =>
        other.id !== id && other.reason.kind === 'delivery-failures' && other.reason.host === reason.host,
    )
  );
}

/** A recently raised cap with its old value and undo. */
export function UndoRow({ change }: { change: CapChange }) {
  const { project, number, screened } = naming.value;
  const amount = (limit: number | null) => (limit === null ? t('fact.noCap') : number(limit));
  return (
    <Row
      id={`undo-${change.itemId}`}
      glyph="done"
      wrap
      soft
      projectId={change.projectId}
      title={doneWords(change, project(change.projectId), amount(change.to))}
      facts={t('raise.doneFrom', { from: amount(change.from) })}
      detail={
        !screened && (
          <div class="verbs">
            <ConsoleLink class="button" to={consoleAddress('projects', change.projectId, 'limits')}>
              {t('see.limits')}
            </ConsoleLink>
          </div>
        )
      }
      side={
        <Button
          class="button verb"
          onClick={() => void focusAfter(undo(change), () => focusRow(change.itemId))}
        >
          {t('verb.undo')}
        </Button>
      }
    />
  );
}

function doneWords(change: CapChange, name: string, to: string): string {
  return 'feature' in change
    ? t('raise.doneBudget', { name, feature: featureName(change.feature), to })
    : t('raise.done', { name, to });
}

const undo = ({ at: _, ...change }: CapChange): Promise<unknown> => act('setCap', reverted(change));

const RefusedLine = lazily(async () => (await import('../ui/priced-button.tsx')).RefusedLine);

/** A confirmed call of this browser that was never made, or refused: why, and the way to have it gone. */
function NotSentRow({ call }: { call: NotSentCall }) {
  const { key, operation, projectId, code, kind = '', message = null, at } = call;
  const refused = isRefused(call);
  const isLaunch = operation === 'launch';
  const ago = formatAgo(at, browserNow.value);
  const { screened } = naming.value;
  return (
    <Row
      id={`not-sent-${key}`}
      glyph="note"
      wrap
      projectId={isLaunch ? null : projectId}
      title={titleOf()}
      facts={refused ? ago : `${t(`refusal.${code}` as 'refusal.EDGE_ABANDONED')} ${ago}`}
      extra={
        refused && (
          <p class="meta">
            <RefusedLine
              about={{ operation, projectId }}
              error={{ kind, code, message: screened ? null : message }}
            />
          </p>
        )
      }
      side={
        <Button class="button verb" onClick={() => void sendMessage('dismissNotSent', { key })}>
          {t('verb.acknowledge')}
        </Button>
      }
    />
  );

  function titleOf(): string {
    if (isLaunch) return t('notSent.launch', { name: screened ? HIDDEN : isolated(projectId) });
    const name = naming.value.project(projectId);
    if (operation === 'startAgent')
      return refused ? t('notSent.promptRefused', { name }) : t('notSent.prompt', { name });
    return refused ? t('notSent.otherRefused', { name }) : t('notSent.other', { name });
  }
}
