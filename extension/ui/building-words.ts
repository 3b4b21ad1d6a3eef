import type { Act, Cause } from '../../shared/spending/cause.ts';
import type { Verdict } from '../../shared/spending/verdict.ts';
import { asOf } from '../connection/status.ts';
import { endsWords } from '../i18n/blocker-words.ts';
import { formatClock, formatFacts } from '../i18n/format.ts';
import { t } from '../i18n/t.ts';
import { type VerdictWords, verdictWords } from '../i18n/verdict-words.ts';
import { type More, type otherWorkNow, verdictIn } from './building.ts';
import { browserNow, edgeNow, naming, statusNow } from './page-state.ts';
import { stored } from './stored-state.ts';

/** {@link verdictIn} with its words. */
export function verdictNow(
  act: Act,
  projectId: string | null,
  more: More = {},
): { verdict: Verdict; words: VerdictWords } {
  const verdict = verdictIn(act, projectId, more);
  return { verdict, words: verdictWords(verdict, naming.value, edgeNow.value) };
}

/** Work that {@link otherWorkNow} finds, in the words of its project's page. */
export const otherWorkWords = (work: NonNullable<ReturnType<typeof otherWorkNow>>): VerdictWords => ({
  ...verdictWords(work, naming.value, edgeNow.value),
  facts: endsWords(work.because.ends, edgeNow.value),
});

/** Causes that are said above all views. */
const SAID_ABOVE: ReadonlySet<string> = new Set(['offline', 'edge-not-answering', 'service-not-answering']);

/** Of these too, and they stop. */
const STOPS_SAID_ABOVE: ReadonlySet<string> = new Set(['key-rejected', 'account-unconfirmed']);

/** Whether a cause is said above all views, so that none repeats it. */
export const isSaidAbove = ({ kind }: Cause): boolean => SAID_ABOVE.has(kind) || STOPS_SAID_ABOVE.has(kind);

/** Where the trouble is said above, the verdict does not say why: of what is not known it says since when. */
export function withoutTrouble({
  verdict,
  words,
}: ReturnType<typeof verdictNow>): ReturnType<typeof verdictNow> {
  const stop = verdict.kind === 'stopped' ? verdict.because.cause.kind : null;
  if (
    stop !== null &&
    (STOPS_SAID_ABOVE.has(stop) || (stop === 'balance-used-up' && statusNow.value.kind === 'no-credits'))
  )
    return { verdict, words: { ...words, facts: '' } };
  const cause = verdict.kind === 'not-known' ? verdict.because?.cause.kind : undefined;
  const readAt = stored.value && asOf(stored.value);
  if (cause === undefined || !SAID_ABOVE.has(cause) || readAt === null) return { verdict, words };
  const time = formatClock(readAt, browserNow.value);
  return { verdict, words: { ...words, facts: t('verdict.notReadSince', { time }) } };
}

/** Whether a project would accept a prompt now, as a line of details; none where this browser only looks. */
export function buildingFact(projectId: string): [string, string][] {
  if (stored.value?.connection?.role === 'viewer') return [];
  const { verdict, words } = verdictNow('prompt', projectId);
  const title = formatFacts(words.title, words.brief);
  // What keeps it from being known is said above the rows.
  const isSaid = verdict.kind === 'not-known' && verdict.because;
  const reasons = verdict.kind === 'free' ? words.unlooked : isSaid ? '' : words.facts;
  return [[t('readiness.question'), [title, reasons].filter(Boolean).join('. ')]];
}
