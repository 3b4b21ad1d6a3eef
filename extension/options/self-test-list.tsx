import type { Fault, SelfTest, SelfTestResult, SelfTestStep } from '../connection/self-test.ts';
import { failureWords } from '../i18n/failure-words.ts';
import { formatClock, formatNumber } from '../i18n/format.ts';
import { t } from '../i18n/t.ts';
import { Glyph, type GlyphName } from '../ui/glyph.tsx';
import { browserNow } from '../ui/page-state.ts';

const STEP: Record<SelfTestStep, () => string> = {
  reach: () => t('test.reach'),
  configured: () => t('test.configured'),
  token: () => t('test.token'),
  service: () => t('test.service'),
  clock: () => t('test.clock'),
  webhooks: () => t('test.webhooks'),
};
const GLYPH: Record<SelfTestResult['is'], GlyphName> = { fine: 'done', failed: 'failed', untried: 'seen' };

/** Each step of the test of the connection, and what failed in words. */
export function SelfTestList({ results }: { results: SelfTest }) {
  return (
    <ul class="steps">
      {results.map((result) => (
        <li key={result.step}>
          <Glyph name={GLYPH[result.is]} />
          <div>
            {STEP[result.step]()}
            <span class={result.is === 'fine' ? 'hidden-words' : 'meta block'}> {wordsOf(result)}</span>
          </div>
        </li>
      ))}
    </ul>
  );
}

function wordsOf(result: SelfTestResult): string {
  switch (result.is) {
    case 'fine':
      return t('test.ok');
    case 'untried':
      return t('test.untried');
    case 'failed':
      return faultWords(result);
  }
}

function faultWords(fault: Fault): string {
  switch (fault.why) {
    case 'failure':
      return failureWords(fault.failure);
    case 'edge-says':
      return t('test.edgeSays', { words: fault.words.join(' ') });
    case 'clock-off':
      return t('test.clockOff');
    case 'ask-only':
      return t('test.askOnly');
    case 'silent':
      return t('item.webhooksSilentFacts', fault.missed, {
        count: formatNumber(fault.missed),
        since: formatClock(fault.since, browserNow.value),
      });
  }
}
