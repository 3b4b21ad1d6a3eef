import type { WorkEntry, WorkPage } from '../../../../../shared/edge-api/work.ts';
import { askedAgain } from '../../../../../shared/work/chain.ts';
import { endingWords } from '../../../../i18n/ending-words.ts';
import { formatClock, formatNumber } from '../../../../i18n/format.ts';
import { t } from '../../../../i18n/t.ts';
import { Fixed, NotFixed, useWork } from '../../../../now/not-fixed.tsx';
import { GoBack } from '../../../../now/site-look.tsx';
import { CopyButton } from '../../../../ui/copy-button.tsx';
import { Glyph } from '../../../../ui/icons.tsx';
import { edgeNow } from '../../../../ui/page-state.ts';
import { decoded } from '../../../parts/escaped-text.ts';

/**
 * Line above Send: since when something is said not to be fixed, what it took since, and the ways on; or, for
 * words sent before, whether that run did not do it. Leaves the next prompt, `words`, unchanged.
 */
export function ChainLine({ projectId, words }: { projectId: string; words: string }) {
  const work = useWork(projectId);
  if (work === null) return null;
  const now = edgeNow.value;
  const { chain } = work;
  if (chain === null) {
    const run = askedAgain(words, work.rows.map(readable), now);
    return (
      run && (
        <p class="spread chain" role="status">
          <span class="meta">{t('console.talk.notFixedAsk')}</span>
          <NotFixed run={run} of={formatClock(run.begunAt, now)} />
        </p>
      )
    );
  }
  const { count, credits, isAtLeast, markedAt, lastWorkId } = chain;
  const amount = t('fact.price', Math.round(credits), { credits: formatNumber(credits) });
  const took = isAtLeast ? t('console.talk.atLeast', { amount }) : amount;
  return (
    <p class="spread chain" role="status">
      <Glyph name="warning" />
      <span>
        <strong>{t('console.talk.notFixedAt', { at: formatClock(markedAt, now) })}</strong>
        {` · ${t('console.talk.notFixedSince', count, { count: formatNumber(count), credits: took })}`}
      </span>
      <GoBack projectId={projectId} look={words === '' ? 'button primary' : 'button quiet'} />
      <Fixed projectId={projectId} id={lastWorkId} />
      <CopyButton label={t('console.talk.tried')} text={triedWords(work)} />
    </p>
  );
}

/** With its prompt as people read it: the service stores what was sent elsewhere escaped. */
const readable = (run: WorkEntry): WorkEntry =>
  run.call === null && run.prompt !== null ? { ...run, prompt: decoded(run.prompt) } : run;

/** Lists the chain's prompts and endings, oldest first, to begin anew or to ask the service's support. */
export function triedWords({ rows, chain }: Pick<WorkPage, 'rows' | 'chain'>): string {
  return rows
    .filter(({ kind, begunAt }) => kind === 'run' && chain !== null && begunAt >= chain.since)
    .map(readable)
    .toReversed()
    .map(({ prompt, ending }) => `- ${prompt ?? '…'}\n  ${ending === null ? '…' : endingWords(ending)}`)
    .join('\n');
}
