import type { CauseKind } from '../../shared/spending/cause.ts';
import type { Missing, NearCap } from '../../shared/spending/readiness.ts';
import { middleOf, type RunBound } from '../../shared/spending/runs.ts';
import type { Verdict } from '../../shared/spending/verdict.ts';
import type { InstantMs } from '../../shared/time.ts';
import { wordOf } from '../../shared/words/say.ts';
import { blockerSentence, causeWords, endsWords } from './blocker-words.ts';
import { formatClock, formatDuration, formatList, formatNumber } from './format.ts';
import type { Naming } from './naming.ts';
import { t } from './t.ts';

/** Kind and cause of the verdict; `brief`: the one thing to add where room is short, empty for none. */
type VerdictTitle = { title: string; brief: string };

/**
 * The verdict on "can I build?", the same words wherever it is shown. `facts`: the reasons and what ends it;
 * `unlooked`: what was not looked at. Empty where there is none.
 */
export type VerdictWords = VerdictTitle & { facts: string; unlooked: string };

export function verdictTitle(verdict: Verdict, naming: Naming): VerdictTitle {
  switch (verdict.kind) {
    case 'free':
      return { title: t('verdict.free'), brief: fits(verdict.readiness, naming) };
    case 'working': {
      const { because, elapsedMs } = verdict;
      const title = t(`verdict.${WORKING[because.cause.kind] ?? 'working'}`);
      return { title, brief: elapsedMs === null ? '' : formatDuration(elapsedMs) };
    }
    case 'stopped':
      return { title: t(`verdict.${STOPPED[verdict.because.cause.kind] ?? 'stopped'}`), brief: '' };
    case 'not-known':
      return { title: t('verdict.notKnown'), brief: '' };
  }
}

/** For how many usual runs there is room. */
function fits(readiness: Extract<Verdict, { kind: 'free' }>['readiness'], naming: Naming): string {
  if (readiness.kind === 'short') return TO[readiness.by](t('readiness.short'));
  const { lasting } = readiness;
  if (lasting === null || lasting.kind === 'no-history' || naming.screened) return '';
  return TO[lasting.by](t('readiness.runs', lasting.runs, { count: formatNumber(lasting.runs) }));
}

/** @param now by the clock of the verdict's times */
export function verdictWords(verdict: Verdict, naming: Naming, now: InstantMs): VerdictWords {
  const said = verdictTitle(verdict, naming);
  switch (verdict.kind) {
    case 'free':
      return { ...said, ...freeWords(verdict, naming, now) };
    case 'working': {
      const { because, afterwards, atCap } = verdict;
      const done =
        because.cause.kind === 'batch-running' && because.cause.total !== null
          ? causeWords(because.cause, naming)
          : '';
      const facts = joined(
        done,
        atCap && nearCapWords(atCap, naming),
        endsWords(because.ends, now),
        afterwards && blockerSentence(afterwards, naming, now),
      );
      return { ...said, facts, unlooked: '' };
    }
    case 'stopped':
      return { ...said, facts: blockerSentence(verdict.because, naming, now), unlooked: '' };
    case 'not-known':
      return { ...said, facts: unknownWords(verdict, naming, now), unlooked: '' };
  }
}

const joined = (...facts: (string | null)[]): string => facts.filter(Boolean).join(' ');

/** That a run may not fit below its cap. */
export function nearCapWords({ used, cap, usual }: NearCap, naming: Naming): string {
  return t('verdict.runAtCap', leftAndUsual(Math.max(0, Math.floor(cap - used)), usual, naming));
}

const leftAndUsual = (left: number, usual: NearCap['usual'], naming: Naming) => ({
  left: t('fact.price', left, { credits: naming.number(left) }),
  usual: naming.number(Math.round(middleOf(usual))),
});

const WORKING: Partial<Readonly<Record<CauseKind, WorkingKey>>> = {
  'agent-running': 'building',
  'batch-running': 'buildingBatch',
  'deployment-running': 'deploying',
  'recovery-running': 'recovering',
  'rebuild-running': 'rebuilding',
  'import-running': 'importing',
  'pull-running': 'pulling',
  'server-not-ready': 'serverStarting',
};
type WorkingKey =
  | 'building'
  | 'buildingBatch'
  | 'deploying'
  | 'recovering'
  | 'rebuilding'
  | 'importing'
  | 'pulling'
  | 'serverStarting';

const STOPPED: Partial<
  Readonly<Record<CauseKind, 'stoppedByCap' | 'stoppedByBudget' | 'stoppedByLimit' | 'stoppedByGuard'>>
> = {
  'development-cap': 'stoppedByCap',
  'run-budget': 'stoppedByBudget',
  'day-budget': 'stoppedByBudget',
  'daily-limit': 'stoppedByLimit',
  'failure-guard': 'stoppedByGuard',
};

function unknownWords(
  { because, missing, since }: Extract<Verdict, { kind: 'not-known' }>,
  naming: Naming,
  now: InstantMs,
): string {
  if (because?.effect === 'unsure' && because.cause.kind !== 'service-not-answering')
    return `${causeWords(because.cause, naming)} ${t('readiness.unsureFacts')}`;
  if (because !== null) return blockerSentence(because, naming, now);
  if (since !== null) return t('verdict.notReadSince', { time: formatClock(since, now) });
  return t('readiness.notRead', { list: formatList(missing.map((part) => MISSING[part]())) });
}

function freeWords(
  { readiness, notLooked }: Extract<Verdict, { kind: 'free' }>,
  naming: Naming,
  now: InstantMs,
): Pick<VerdictWords, 'facts' | 'unlooked'> {
  const unlooked =
    notLooked.length === 0
      ? ''
      : t('verdict.notLooked', { list: formatList(notLooked.map((part) => t(`verdict.${wordOf(part)}`))) });
  if (readiness.kind === 'short') {
    const { left, usual } = readiness;
    return { facts: t('readiness.left', leftAndUsual(Math.floor(left), usual, naming)), unlooked };
  }
  const { lasting, after } = readiness;
  const begins = after === null ? '' : `${blockerSentence(after, naming, now)} ${t('readiness.after')}`;
  if (lasting === null || naming.screened) return { facts: begins, unlooked };
  if (lasting.kind === 'no-history')
    return { facts: joined(t('readiness.noHistoryFacts'), begins), unlooked };
  const { usual } = lasting;
  const ground = { usual: naming.number(Math.round(middleOf(usual))), count: formatNumber(usual.count) };
  return { facts: joined(t('readiness.why', ground), begins), unlooked };
}

const TO: Record<RunBound, (what: string) => string> = {
  balance: (what) => what,
  'development-cap': (what) => t('readiness.to.cap', { what }),
  'daily-limit': (what) => t('readiness.to.limit', { what }),
  'day-budget': (what) => t('readiness.to.budget', { what }),
};

const MISSING: Record<Missing, () => string> = {
  balance: () => t('section.account'),
  work: () => t('readiness.missing.work'),
  limits: () => t('readiness.missing.limits'),
  features: () => t('readiness.missing.features'),
};
