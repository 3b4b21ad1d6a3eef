import type { SelfTest, SelfTestResult, SelfTestStep } from '../connection/self-test.ts';
import { Glyph, type GlyphName } from '../look/glyph.tsx';
import { failureWords } from '../words/failure-words.ts';
import { t } from '../words/t.ts';

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
    case 'failed': {
      if (result.failure) return failureWords(result.failure);
      if (result.words[0] === 'ask-only') return t('test.askOnly');
      if (result.step === 'clock') return t('test.clockOff');
      return result.words.join(' ') || t('test.notOk');
    }
  }
}
