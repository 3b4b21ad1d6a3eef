import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { stopsBuilding } from '../../../../shared/attention/kinds/kinds.ts';
import { creditLimitsRecord } from '../../../../shared/builder-api/limits-schema.ts';
import type {
  ListedProject,
  NearestCap,
  ProjectRow as Row,
} from '../../../../shared/snapshot/projects-schema.ts';
import { formatNumber } from '../../../i18n/format.ts';
import { isolated } from '../../../i18n/naming.ts';
import { t } from '../../../i18n/t.ts';
import { projectUrls } from '../../../now/row-detail.tsx';
import { projectPath } from '../../../reads/paths.ts';
import { rowOf } from '../../../reads/project-rows.ts';
import { useResource } from '../../../reads/resource.ts';
import { setPinned } from '../../../storage/console.ts';
import { Button } from '../../../ui/button.tsx';
import { verbOf } from '../../../ui/confirm.tsx';
import { Glyph } from '../../../ui/icons.tsx';
import { OpenLink } from '../../../ui/open-link.tsx';
import { naming } from '../../../ui/page-state.ts';
import { priceIn, priceWords } from '../../../ui/priced-button.tsx';
import { mayAct, stored } from '../../../ui/stored-state.ts';
import { UsedBar } from '../../../ui/used-bar.tsx';
import { goToPart } from '../../parts/arrival.ts';
import { DeployButton } from '../../parts/deploy-button.tsx';
import { decoded } from '../../parts/escaped-text.ts';
import { type ProjectTab, projectAddress } from '../../parts/routes.ts';
import { useInSight } from './in-sight.ts';
import { goingOn, needs, rowState } from './row-state.ts';
import { rowsInSight } from './rows-in-sight.ts';

export function nameOf(projectId: string, listed: ListedProject | null): string {
  if (naming.value.screened) return naming.value.project(projectId);
  const label = listed?.label || rowOf(projectId).value?.state.data?.label;
  return label ? isolated(decoded(label)) : naming.value.wholeName(projectId);
}

/** Project in the list: status, usage of its cap, and actions that replace the bar on hover or focus. */
export function ProjectRow({
  projectId,
  listed,
  onSight,
  tab,
  isShown,
  isBrief,
  isPinned,
  selection,
}: {
  projectId: string;
  listed: ListedProject | null;
  /** Called when it comes into view; returns what to call when it leaves. */
  onSight?: (() => () => void) | undefined;
  tab?: ProjectTab | undefined;
  /** Whether its page is shown beside the list. */
  isShown: boolean;
  /** Name, sign and bar: what it does is what the sign means, and what it has used is what the bar does. */
  isBrief: boolean;
  isPinned: boolean;
  /** Null: selection mode is off. */
  selection: { isChosen: boolean; onChoose: (isChosen: boolean) => void } | null;
}) {
  const row = useRef<HTMLDivElement>(null);
  const isDeploying = useSignal(false);
  useInSight(row, () => {
    const leaveRow = rowsInSight.watch(projectId, isShown);
    const leavePage = onSight?.();
    return () => {
      leaveRow();
      leavePage?.();
    };
  }, [projectId, isShown]);
  useSameLimits(isShown ? projectId : null);
  const known = rowOf(projectId).value;
  const name = nameOf(projectId, listed);
  const { glyph, progress, words, known: isKnown } = rowState(projectId, known);
  // What needs the user comes before what it is doing, which is still a sign of its own.
  const also = glyph === 'running' ? null : goingOn(projectId, known);
  return (
    <div ref={row} class={selection ? 'project-row choosing' : 'project-row'} data-shown={isShown}>
      {selection && (
        <input
          type="checkbox"
          aria-label={t('console.projects.choose', { name })}
          checked={selection.isChosen}
          onChange={({ currentTarget }) => selection.onChoose(currentTarget.checked)}
        />
      )}
      <a
        class="list-row"
        href={projectAddress(projectId, tab)}
        aria-current={isShown ? 'true' : undefined}
        title={isBrief ? words : undefined}
        onClick={(event) => {
          // By keyboard: on to what is typed next.
          if (event.detail > 0 || event.ctrlKey || event.metaKey || event.shiftKey || tab !== undefined)
            return;
          event.preventDefault();
          goToPart(projectAddress(projectId), 'composer');
        }}
      >
        {glyph && <Glyph name={glyph} {...(progress === undefined ? {} : { progress })} />}
        <span class="list-words">
          <strong class="clip" dir="auto">
            {name}
            {isPinned && !isBrief && <span class="pinned"> · {t('console.projects.pinned')}</span>}
          </strong>
          <span class={isBrief ? 'hidden-words' : isKnown ? 'meta clip' : 'meta clip unread'}>{words}</span>
        </span>
        {also && (
          <span class="also-running" title={also.words}>
            <Glyph name="running" progress={also.progress} />
            <span class="hidden-words">{also.words}</span>
          </span>
        )}
      </a>
      {isBrief ? (
        <UsedPlace nearest={naming.value.screened ? null : (known?.nearest ?? null)} />
      ) : (
        <UsedLink projectId={projectId} name={name} nearest={known?.nearest ?? null} />
      )}
      {!selection && !isBrief && (
        <RowVerbs
          projectId={projectId}
          name={name}
          isPinned={isPinned}
          row={known}
          isDeploying={isDeploying.value}
          onDeploy={() => (isDeploying.value = !isDeploying.value)}
        />
      )}
      {isDeploying.value && (
        <div class="row-question">
          <DeployButton
            isPressed
            onBack={() => (isDeploying.value = false)}
            projectId={projectId}
            state={known?.state.data ?? null}
          />
        </div>
      )}
    </div>
  );
}

/** The row of the open project and its own limits are of one reading: whichever is older is read again. */
function useSameLimits(projectId: string | null): void {
  const limits = useResource(
    projectId === null
      ? null
      : { path: projectPath(projectId, '/credit-limits'), schema: creditLimitsRecord },
  );
  const state = limits.state.value;
  const own = state.kind === 'shown' ? (state.value.usedThisMonth ?? null) : null;
  const row = projectId === null ? null : (rowOf(projectId).value?.limits.data?.used ?? null);
  const isOther =
    own && row && (own.development !== row.development || own.infrastructure !== row.infrastructure);
  useEffect(() => {
    if (projectId !== null && own !== null) rowsInSight.expire([projectId]);
  }, [projectId, own]);
  useEffect(() => {
    if (isOther) void limits.refresh();
  }, [row]);
}

/** Usage of the nearest cap, in words and as a bar; links to the limits. */
function UsedLink({
  projectId,
  name,
  nearest,
}: {
  projectId: string;
  name: string;
  nearest: NearestCap | null;
}) {
  const { screened } = naming.value;
  const shown = screened ? null : nearest;
  return (
    <a
      class="used meta"
      href={projectAddress(projectId, 'limits')}
      title={shown ? t(`spentOn.${shown.category}`) : undefined}
    >
      <span class="hidden-words">{t('console.projects.limitsOf', { name })} </span>
      <span class="used-words">
        {shown ? (
          <>
            <span class="used-amount">{formatNumber(shown.used)}</span>
            <span>
              {shown.cap === null
                ? t('fact.noCap')
                : t('console.projects.ofCap', { cap: formatNumber(shown.cap) })}
              {shown.category === 'infrastructure' && ` ${t('category.infrastructure')}`}
            </span>
          </>
        ) : (
          <span>{screened ? t('tab.limits') : '–'}</span>
        )}
      </span>
      <UsedPlace nearest={shown} />
    </a>
  );
}

function UsedPlace({ nearest }: { nearest: NearestCap | null }) {
  return (
    <span class="used-place">
      {nearest && nearest.cap !== null ? (
        <UsedBar used={nearest.used} cap={nearest.cap} />
      ) : (
        <span class="used-bar none" aria-hidden="true" />
      )}
    </span>
  );
}

function RowVerbs({
  projectId,
  name,
  isPinned,
  row,
  isDeploying,
  onDeploy,
}: {
  projectId: string;
  name: string;
  isPinned: boolean;
  row: Row | null;
  isDeploying: boolean;
  onDeploy: () => void;
}) {
  const isBuilder = mayAct('builder');
  const to = openAddress(projectId, row);
  const deploys = `${t('verb.deploy')} · ${priceWords(priceIn(projectId, 'deploy', row?.state.data ?? null))}`;
  const named = (verb: string) => verbOf(verb, name);
  const reason = needs.value.get(projectId)?.reason;
  // Where it waits for a key or for credits, nothing is built before that.
  const waits = reason !== undefined && (reason.kind === 'keys-needed' || stopsBuilding(reason));
  return (
    <span class="row-verbs">
      {reason?.kind === 'keys-needed' && isBuilder && (
        <a
          class="button"
          href={projectAddress(projectId)}
          aria-label={named(t('verb.addKeys'))}
          onClick={(event) => {
            event.preventDefault();
            goToPart(projectAddress(projectId), t('fact.keysWanted'));
          }}
        >
          {t('verb.addKeys')}
        </a>
      )}
      {reason?.kind === 'credit-cap' && mayAct('owner') && (
        <a class="button" href={projectAddress(projectId, 'limits')} aria-label={named(t('verb.raise'))}>
          {t('verb.raise')}
        </a>
      )}
      {isBuilder && !waits && (
        <a class="button" href={projectAddress(projectId)} aria-label={named(t('fact.prompt'))}>
          {t('fact.prompt')}
        </a>
      )}
      {isBuilder && !waits && (
        <Button aria-expanded={isDeploying} aria-label={named(deploys)} onClick={onDeploy}>
          {deploys}
        </Button>
      )}
      {to && (
        <OpenLink class="button" to={to} aria-label={named(t('verb.open'))}>
          {t('verb.open')}
        </OpenLink>
      )}
      <Button
        aria-label={named(isPinned ? t('console.projects.unpin') : t('console.projects.pin'))}
        onClick={() => void setPinned(projectId, !isPinned)}
      >
        {isPinned ? t('console.projects.unpin') : t('console.projects.pin')}
      </Button>
    </span>
  );
}

/** The project's live site, else its preview; null when neither is known. */
function openAddress(projectId: string, row: Row | null): string | null {
  const { preview, published } = projectUrls(stored.value?.snapshot?.snapshot ?? null, projectId);
  if (published ?? preview) return published ?? preview;
  const { deploy = null, productionUrl = null } = row?.state.data ?? {};
  return deploy?.phase === 'live' ? productionUrl : null;
}
