import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { type GuardRequest, raisedCap } from '../../../shared/edge-api/guards.ts';
import { mayActAs } from '../../../shared/edge-api/role.ts';
import type { Lift } from '../../../shared/spending/blocker.ts';
import type { Verdict } from '../../../shared/spending/verdict.ts';
import { MINUTE_MS } from '../../../shared/time.ts';
import { formatFacts, formatNumber } from '../../i18n/format.ts';
import { t } from '../../i18n/t.ts';
import { sendMessage } from '../../messaging/client.ts';
import { StopButton } from '../../now/row-detail.tsx';
import { type ChangeState, useChange } from '../../reads/change.ts';
import { guardsPath, projectPath } from '../../reads/paths.ts';
import { refreshUnder } from '../../reads/resource.ts';
import { capOverrideOf, circumstancesNow } from '../../ui/building.ts';
import { ConfirmButton } from '../../ui/confirm.tsx';
import { isReachable } from '../../ui/page-state.ts';
import { followedProject, mayAct } from '../../ui/stored-state.ts';
import { VerdictLine, VerdictSign } from '../../ui/verdict.tsx';
import { useArrival } from './arrival.ts';
import { isJustStarted } from './just-started.ts';
import { ChangeStatus } from './part.tsx';
import { type ProjectTab, projectAddress } from './routes.ts';
import { useVerdict } from './use-verdict.ts';

/** The tab with the remedy of a cause. */
const LIFTED_IN: Partial<Readonly<Record<Lift, ProjectTab>>> = {
  'raise-cap': 'limits',
  'raise-budget': 'limits',
  'change-guard': 'limits',
  'switch-on': 'limits',
  'raise-visitor-limit': 'limits',
  'start-server': 'ship',
};

/** Whether the project would accept a prompt, why not, when that ends, and what lifts it. */
export function ProjectVerdict({ projectId, tab }: { projectId: string; tab: ProjectTab }) {
  const { verdict, words } = useVerdict(projectId);
  const lift = liftOf(verdict);
  const at = lift && LIFTED_IN[lift];
  const wasWell = useRef(false);
  // Trouble is told above the frame: below it everything stays where it was.
  const isWellNow =
    verdict.kind === 'not-known' && !isReachable.value
      ? wasWell.current
      : isWell(verdict) && capOverrideOf(projectId) === null;
  wasWell.current = isWellNow;
  return (
    <p
      class={isWellNow ? 'project-verdict well' : 'project-verdict'}
      data-kind={isWellNow ? verdict.kind : undefined}
    >
      {isWellNow ? (
        <span class="hidden-words">{words.title}</span>
      ) : (
        <VerdictLine verdict={verdict} words={words}>
          <span class="verbs">
            <RaiseForRun projectId={projectId} verdict={verdict} />
            {at && at !== tab && (
              <a class="button" href={projectAddress(projectId, at)}>
                {t(`tab.${at}`)}
              </a>
            )}
          </span>
        </VerdictLine>
      )}
      {/* At one place, so that what became of a stop is still said when nothing runs any more. */}
      {mayAct('builder') && <StopRun projectId={projectId} isRunning={lift === 'stop-run'} />}
    </p>
  );
}

/** The same as a sign in a title that has no room for a sentence; its words are its name. */
export function ProjectSign({ projectId, tab }: { projectId: string; tab: ProjectTab }) {
  const { verdict, words } = useVerdict(projectId);
  const lift = liftOf(verdict);
  const at = lift && LIFTED_IN[lift];
  const { title, brief, facts, unlooked } = words;
  const all = `${formatFacts(title, brief)}. ${facts} ${unlooked}`.trim();
  return at && at !== tab ? (
    <a class="verdict-sign" href={projectAddress(projectId, at)} title={all} aria-label={all}>
      <VerdictSign of={verdict} />
    </a>
  ) : (
    <span class="verdict-sign" role="img" title={all} aria-label={all}>
      <VerdictSign of={verdict} />
    </span>
  );
}

/** Nothing is in the way, and nothing will be after the next run: then nothing is said. */
const isWell = (verdict: Verdict): boolean =>
  verdict.kind === 'free' &&
  verdict.readiness.kind === 'yes' &&
  verdict.readiness.after === null &&
  verdict.atCap === null;

function liftOf(verdict: Verdict): Lift | null {
  switch (verdict.kind) {
    case 'free':
      return verdict.readiness.kind === 'yes' ? (verdict.readiness.after?.lift ?? null) : null;
    case 'working':
    case 'stopped':
      return verdict.because.lift;
    case 'not-known':
      return verdict.because?.lift ?? null;
  }
}

/** Credits that a press adds to what the cap allows, or to what is used beyond it. */
const RAISED_BY = 50;

/** The cap that stops building, or a run; null: a raise does not lift that, or its numbers are not known. */
function capInTheWay(verdict: Verdict): { used: number; cap: number } | null {
  switch (verdict.kind) {
    case 'free':
    case 'working':
      return verdict.atCap;
    case 'stopped': {
      const { cause, lift } = verdict.because;
      if (lift !== 'raise-cap' || cause.kind !== 'development-cap') return null;
      const { used, cap } = cause;
      return used === null || cap === null ? null : { used, cap };
    }
    case 'not-known':
      return null;
  }
}

/** Lifts the cap that is in the way for one run, where there is one; the edge puts it back. */
export function RaiseForRun({ projectId, verdict }: { projectId: string; verdict: Verdict }) {
  const change = useChange();
  const place = useRef<HTMLSpanElement>(null);
  const capped = capInTheWay(verdict);
  const { role, canEdit } = circumstancesNow.value;
  const mayRaise = canEdit !== false && mayActAs(role ?? 'viewer', 'owner');
  // What was raised already is raised from the owner's own cap, under Limits.
  const isRaised = verdict.kind !== 'stopped' && capOverrideOf(projectId) !== null;
  if (!capped || !mayRaise || isRaised) return null;
  const to = raisedCap(capped.cap, capped.used, RAISED_BY);
  const credits = formatNumber(RAISED_BY);
  const raise = () => {
    const body: GuardRequest = { kind: 'raise', credits: RAISED_BY, until: { kind: 'run' } };
    const path = guardsPath(projectId);
    // Of a question that it stands in, the rest goes on.
    const around = place.current?.parentElement?.closest<HTMLElement>('[role="group"]');
    return change
      .send({ method: 'PUT', path, body }, [path, projectPath(projectId, '/credit-limits')])
      .then(() => around?.focus());
  };
  return (
    <span class="verbs" ref={place}>
      <ConfirmButton
        label={t('verdict.raise', { credits })}
        sure={t('verdict.raiseSure', { cap: formatNumber(to) })}
        look="plain"
        onSure={() => void raise()}
      />
      <ChangeStatus state={change.state.value} />
    </span>
  );
}

/**
 * Stops the current run; that the service accepted it stays until the run has ended.
 * @param isRunning also known of a project that the snapshot does not follow
 */
function StopRun({ projectId, isRunning }: { projectId: string; isRunning: boolean }) {
  const state = useSignal<ChangeState>({ kind: 'idle' });
  const run = followedProject(projectId)?.run;
  useEffect(() => {
    state.value = { kind: 'idle' };
  }, [run?.startedAt]);
  useEffect(() => {
    if (state.value.kind !== 'kept') return;
    // Later it would stand beside other work.
    const timer = setTimeout(() => (state.value = { kind: 'idle' }), MINUTE_MS);
    return () => clearTimeout(timer);
  }, [state.value.kind]);
  // A run of a batch is stopped like any other.
  const isGoing = isRunning || run?.phase === 'running' || isJustStarted(projectId);
  useEffect(() => {
    if (!isGoing && state.value.kind === 'kept') state.value = { kind: 'idle' };
  }, [isGoing, state.value.kind]);
  const stop = async () => {
    state.value = { kind: 'sending' };
    const result = await sendMessage('stopRun', { projectId });
    state.value = result.ok ? { kind: 'kept' } : { kind: 'failed', error: result.error };
    await refreshUnder(projectPath(projectId));
  };
  const isOffered = isGoing && state.value.kind !== 'kept';
  const place = useRef<HTMLSpanElement>(null);
  useArrival('stop', () => place.current?.querySelector('button')?.click());
  return (
    <span class="verbs" ref={place}>
      {isOffered && (
        <StopButton off={state.value.kind === 'sending' && t('status.sending')} onStop={() => void stop()} />
      )}
      <ChangeStatus state={state.value} kept={t('runs.stopAccepted')} />
    </span>
  );
}
