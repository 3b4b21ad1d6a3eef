import './verdict.css';
import type { ComponentChildren } from 'preact';
import type { Verdict } from '../../shared/spending/verdict.ts';
import type { VerdictWords } from '../i18n/verdict-words.ts';
import { Glyph, type GlyphName } from './icons.tsx';

/** Tick, or triangle with room for less than a run; ring: work; octagon: stop; dashed circle: unread. */
const SIGN: Readonly<Record<Verdict['kind'], GlyphName>> = {
  free: 'done',
  working: 'running',
  stopped: 'critical',
  'not-known': 'unknown',
};

/** The sign alone; whoever shows it names it. */
export function VerdictSign({ of }: { of: Verdict }) {
  const progress = of.kind === 'working' ? of.progress : null;
  const isShort = of.kind === 'free' && of.readiness.kind === 'short';
  return <Glyph name={isShort ? 'warning' : SIGN[of.kind]} {...(progress !== null && { progress })} />;
}

/**
 * Whether it can build: sign, sentence and reasons, the same wherever it is shown.
 * @param brief without the reasons, which are its tooltip then; free is said by its number of runs alone
 * @param children the verb that lifts it
 */
export function VerdictLine({
  verdict,
  words: { title, brief, facts, unlooked },
  brief: isBrief = false,
  children,
}: {
  verdict: Verdict;
  words: VerdictWords;
  brief?: boolean;
  children?: ComponentChildren;
}) {
  const reasons = [facts, unlooked].filter(Boolean).join(' ');
  const isNumber = isBrief && verdict.kind === 'free' && brief !== '';
  return (
    <span
      class={isBrief ? 'verdict brief' : 'verdict'}
      data-kind={verdict.kind}
      title={isBrief ? reasons : undefined}
    >
      <VerdictSign of={verdict} />
      <span class="verdict-words">
        {isNumber ? <span class="hidden-words">{title} · </span> : <strong>{title}</strong>}
        {isNumber ? brief : brief !== '' && <> · {brief}</>}
        {!isBrief && reasons !== '' && <span class="meta"> {reasons}</span>}
      </span>
      {children}
    </span>
  );
}
