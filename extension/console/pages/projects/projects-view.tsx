import { entryOf } from '../../../../shared/entries.ts';
import './projects.css';
import { type Signal, useSignal } from '@preact/signals';
import { useRef } from 'preact/hooks';
import { failureWords } from '../../../i18n/failure-words.ts';
import { formatNumber } from '../../../i18n/format.ts';
import { t } from '../../../i18n/t.ts';
import { isOfOlderEdge, isSaidAbove, Loaded } from '../../../reads/loaded.tsx';
import { Button } from '../../../ui/button.tsx';
import { SearchField, Select } from '../../../ui/form.tsx';
import { lazily } from '../../../ui/lazily.tsx';
import { naming } from '../../../ui/page-state.ts';
import { useRoving } from '../../../ui/roving.ts';
import { mayAct, stored } from '../../../ui/stored-state.ts';
import { LongList } from '../../../ui/virtual-list.tsx';
import {
  EVERYTHING,
  type ListFilter,
  matchesSearch,
  type ProjectLine,
  pageOf,
} from '../../kit/project-list.ts';
import { groupName, useGroups } from '../../kit/use-groups.ts';
import type { ProjectTab, ViewProps } from '../../parts/routes.ts';
import { ViewHeader } from '../../parts/view-header.tsx';
import { useInSight } from './in-sight.ts';
import { nameOf, ProjectRow } from './project-row.tsx';
import { narrowed } from './row-state.ts';
import { A_MINUTE } from './rows-in-sight.ts';
import type { Chosen } from './several.tsx';
import { type ReadOn, useProjectList, useReadOn } from './use-project-list.ts';

/** Up to here the list is read at a glance, and its order and days of creation decide nothing. */
const FEW_PROJECTS = 12;
const ROW_HEIGHT_PX = 71;
/** Where nothing stands beside the list: what is used is at the right instead of below. */
const WIDE_ROW_HEIGHT_PX = 53;
/** Beside a project: a name with its bar below. */
const BESIDE_ROW_HEIGHT_PX = 41;

const NewProject = lazily(async () => (await import('./new-project.tsx')).NewProject);
const GroupsDialog = lazily(async () => (await import('./groups-dialog.tsx')).GroupsDialog);
const Several = lazily(async () => (await import('./several.tsx')).Several);

/** Filters by the known state of projects rather than by the service's list. */
type Only = 'all' | 'needs' | 'running';

/** What can have the focus in a row of the list, but for the question that it asks. */
const ROW_STOPS = '.project-row > :is(a, input), .row-verbs :is(a, button)';

/**
 * All projects: pinned ones, then those that need the user, then others. `rest` names the one shown beside,
 * `tab` the tab that rows open. `isAlone`: has the whole width. Beside a project: names, signs and bars only.
 */
export function ProjectsView({
  rest: [shown],
  tab,
  isAlone = false,
}: ViewProps & { tab?: ProjectTab; isAlone?: boolean }) {
  const filter = useSignal(EVERYTHING);
  const stops = useRoving(ROW_STOPS);
  const only = useSignal<Only>('all');
  const isMaking = useSignal(false);
  const areGroupsOpen = useSignal(false);
  const chosen = useSignal<ReadonlyMap<string, Chosen>>(new Map());
  const isChoosing = useSignal(false);
  const selected = chosen.value;
  const search = filter.value.search.trim();
  const isNarrowed = only.value !== 'all';
  const isBeside = shown !== undefined;
  const list = useProjectList(isNarrowed ? EVERYTHING : { ...filter.value, search });
  const readOn = useReadOn(isNarrowed, list);
  const { first, lines, typed, isReading, pinned, total, later } = list;
  const hint = total.value ? t('console.searchProjects', total.value) : t('console.projects.search');
  const rows = only.value === 'all' ? lines : knownLines(only.value, search);
  const endChoosing = () => {
    isChoosing.value = false;
    chosen.value = new Map();
  };
  const choose = (line: ProjectLine & { kind: 'project' }, isChosen: boolean) => {
    const next = new Map(chosen.value);
    const { projectId, listed } = line;
    if (isChosen) next.set(projectId, { name: nameOf(projectId, listed), groupId: listed?.groupId ?? null });
    else next.delete(projectId);
    chosen.value = next;
  };
  const shownRows =
    rows.length === 0 ? (
      <p class="notice meta">
        {isReading && !isNarrowed ? t('status.loading') : emptyWords(only.value, filter.value)}
      </p>
    ) : (
      <LongList
        label={t('view.projects')}
        rows={rows}
        keyOf={(line) => (line.kind === 'project' ? line.projectId : line.index)}
        key={isBeside ? 'beside' : 'list'}
        rowHeightPx={isBeside ? BESIDE_ROW_HEIGHT_PX : isAlone ? WIDE_ROW_HEIGHT_PX : ROW_HEIGHT_PX}
        render={(line) =>
          line.kind === 'unread' ? (
            <UnreadLine index={line.index} later={later} />
          ) : (
            <ProjectRow
              projectId={line.projectId}
              listed={line.listed}
              onSight={line.page === 0 ? undefined : () => later.onPageInSight(line.page)}
              tab={tab}
              isShown={line.projectId === shown}
              isBrief={isBeside}
              isPinned={pinned.value.includes(line.projectId)}
              selection={
                isChoosing.value && !isBeside
                  ? {
                      isChosen: selected.has(line.projectId),
                      onChoose: (isChosen) => choose(line, isChosen),
                    }
                  : null
              }
            />
          )
        }
      />
    );
  return (
    <section class={isBeside ? 'list brief' : 'list'} aria-label={t('view.projects')} ref={stops}>
      <header>
        <ViewHeader title={t('view.projects')}>
          {!isBeside && (
            <span class="verbs">
              {mayAct('builder') && (
                <Button
                  quiet
                  aria-pressed={isChoosing.value}
                  onClick={() => {
                    if (isChoosing.value) endChoosing();
                    else isChoosing.value = true;
                  }}
                >
                  {t('console.projects.select')}
                </Button>
              )}
              {mayAct('builder') && <Button opens={isMaking}>{t('console.new')}</Button>}
            </span>
          )}
        </ViewHeader>
        <SearchField
          label={hint}
          value={filter.value.search}
          onText={(search) => (filter.value = { ...filter.value, search })}
        />
        {!isBeside && (
          <Filters
            filter={filter}
            only={only}
            isLong={Math.max(total.value ?? 0, lines.length) > FEW_PROJECTS}
            onGroups={() => (areGroupsOpen.value = true)}
          />
        )}
      </header>
      {isMaking.value && <NewProject onClose={() => (isMaking.value = false)} />}
      {readOn && <StillUnread of={readOn} />}
      {!isNarrowed && typed !== '' && (
        <p class="meta still-unread" role="status">
          {t('console.projects.searched', { count: formatNumber(list.named) })}
        </p>
      )}
      {isOfOlderEdge(first.state.value) ? (
        <p class="notice meta">{t('state.olderEdge')}</p>
      ) : (
        <>
          {/* Beside the rows, not around them: they stay the same elements while a search is answered. */}
          {!isReading && !isNarrowed && <Loaded of={first}>{() => null}</Loaded>}
          {(isReading || isNarrowed || first.state.value.kind === 'shown') && shownRows}
        </>
      )}
      {isChoosing.value && !isBeside && <Several chosen={chosen} onEnd={endChoosing} />}
      {areGroupsOpen.value && <GroupsDialog onClose={() => (areGroupsOpen.value = false)} />}
    </section>
  );
}

function knownLines(only: 'needs' | 'running', search: string): ProjectLine[] {
  return narrowed[only].value
    .filter(
      (id) => search === '' || matchesSearch(search, id, entryOf(stored.value?.attention.names ?? {}, id)),
    )
    .map((projectId) => ({ kind: 'project', projectId, listed: null, page: 0 }));
}

function emptyWords(only: Only, { search, groupId, createdFrom, createdTo }: ListFilter): string {
  const isAll = search.trim() === '' && only === 'all' && createdFrom + createdTo === '' && groupId === null;
  return t(isAll ? 'status.noProjects' : 'status.nothingFound');
}

/** How many projects a filter does not know yet. */
function StillUnread({ of: { left, failed, retry } }: { of: ReadOn }) {
  if (left === 0) return null;
  return (
    <p class="meta still-unread">
      {t('console.projects.stillUnread', left, { rate: formatNumber(A_MINUTE) })}
      {failed && (
        <>
          {' '}
          {!isSaidAbove(failed) && failureWords(failed)}{' '}
          <Button quiet onClick={retry}>
            {t('verb.retry')}
          </Button>
        </>
      )}
    </p>
  );
}

/** Orders of the service (service reference, List Projects), and one with those that need the user first. */
const ORDERS = {
  needsFirst: { sort: 'lastModified', direction: 'desc', needsFirst: true },
  lastChanged: { sort: 'lastModified', direction: 'desc', needsFirst: false },
  longestUnchanged: { sort: 'lastModified', direction: 'asc', needsFirst: false },
  newest: { sort: 'date', direction: 'desc', needsFirst: false },
  oldest: { sort: 'date', direction: 'asc', needsFirst: false },
} as const satisfies Record<string, Pick<ListFilter, 'sort' | 'direction' | 'needsFirst'>>;
type Order = keyof typeof ORDERS;
const ORDER_NAMES = Object.keys(ORDERS) as Order[];

const orderOf = (filter: ListFilter): Order =>
  ORDER_NAMES.find(
    (name) =>
      ORDERS[name].sort === filter.sort &&
      ORDERS[name].direction === filter.direction &&
      ORDERS[name].needsFirst === filter.needsFirst,
  ) ?? 'needsFirst';

/** Filter and sort order of the list. */
function Filters({
  filter,
  only,
  isLong,
  onGroups,
}: {
  filter: Signal<ListFilter>;
  only: Signal<Only>;
  /** Whether there are enough projects to look for one among them; a filter that is in use stays. */
  isLong: boolean;
  onGroups: () => void;
}) {
  const groups = useGroups().state.value;
  const { groupId, createdFrom, createdTo } = filter.value;
  const isDated = useSignal(createdFrom + createdTo !== '');
  const toggle = (wanted: Only) => (only.value = only.value === wanted ? 'all' : wanted);
  return (
    <div class="list-filters">
      {(['needs', 'running'] as const).map((name) => (
        <Button key={name} class="chip" aria-pressed={only.value === name} onClick={() => toggle(name)}>
          {t(`console.projects.only.${name}`)}
        </Button>
      ))}
      {groups.kind === 'shown' && (isLong || groupId !== null) && groups.value.length > 0 && (
        <Select
          disabled={only.value !== 'all'}
          class="chip-select"
          aria-label={t('fact.group')}
          value={groupId ?? ''}
          none={t('console.projects.allGroups')}
          options={[
            ['none', t('console.projects.noGroup')],
            ...groups.value.map((group) => [group.groupId, groupName(group)] as const),
          ]}
          onChoose={(chosen) => (filter.value = { ...filter.value, groupId: chosen || null })}
        />
      )}
      {(isLong || orderOf(filter.value) !== 'needsFirst') && (
        <Select<Order>
          disabled={only.value !== 'all'}
          class="chip-select"
          aria-label={t('fact.order')}
          value={orderOf(filter.value)}
          options={ORDER_NAMES.map((order) => [order, t(`console.projects.orders.${order}`)])}
          onChoose={(chosen) => (filter.value = { ...filter.value, ...ORDERS[chosen] })}
        />
      )}
      {(isLong || isDated.value) && (
        <Button
          class="chip"
          off={only.value !== 'all' && t(`console.projects.only.${only.value}`)}
          aria-pressed={isDated.value}
          onClick={() => {
            isDated.value = !isDated.value;
            if (!isDated.value) filter.value = { ...filter.value, createdFrom: '', createdTo: '' };
          }}
        >
          {t('console.projects.created')}
        </Button>
      )}
      {groups.kind === 'shown' && !naming.value.screened && (
        <Button class="chip" onClick={onGroups}>
          {t('console.projects.editGroups')}
        </Button>
      )}
      {only.value === 'all' && isDated.value && (
        <fieldset class="created-days">
          <legend class="hidden-words">{t('console.projects.created')}</legend>
          {(['createdFrom', 'createdTo'] as const).map((bound) => (
            <label key={bound} class="meta">
              {t(bound === 'createdFrom' ? 'fact.from' : 'fact.to')}
              <input
                type="date"
                class="input"
                value={filter.value[bound]}
                onInput={({ currentTarget }) =>
                  (filter.value = { ...filter.value, [bound]: currentTarget.value })
                }
              />
            </label>
          ))}
        </fieldset>
      )}
    </div>
  );
}

/** Placeholder for an unread project, which is read once visible. */
function UnreadLine({ index, later }: { index: number; later: ReturnType<typeof useProjectList>['later'] }) {
  const page = pageOf(index);
  const line = useRef<HTMLDivElement>(null);
  useInSight(line, () => later.onPageInSight(page), [page]);
  const error = later.failed.value.get(page);
  return (
    <div ref={line} class="project-row unread-line">
      <span class="list-row meta">
        {!error ? t('status.loading') : isSaidAbove(error) ? t('status.unread') : failureWords(error)}
        {error && (
          <Button quiet onClick={() => later.retry(page)}>
            {t('verb.retry')}
          </Button>
        )}
      </span>
    </div>
  );
}
