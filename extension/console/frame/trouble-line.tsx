import { useSignal, useSignalEffect } from '@preact/signals';
import { nextRefreshAt } from '../../connection/alarms.ts';
import { asOf, type ConnectionStatus } from '../../connection/status.ts';
import { connectionWords, troubleSentences, type WayOut } from '../../i18n/connection-words.ts';
import { HIDDEN } from '../../i18n/naming.ts';
import { t } from '../../i18n/t.ts';
import { ConnectionWay, connectionGlyph, hostOf } from '../../now/connection-banner.tsx';
import { rereadFailed } from '../../reads/resource.ts';
import { act, refreshing } from '../../ui/act.ts';
import { Button } from '../../ui/button.tsx';
import { Glyph } from '../../ui/icons.tsx';
import { browserNow, naming } from '../../ui/page-state.ts';
import { stored } from '../../ui/stored-state.ts';

/** What is wrong, since when, what is of when, what goes on, and the next try. */
export function TroubleLine({ status }: { status: ConnectionStatus }) {
  const nextTryAt = useSignal<number | null>(null);
  useSignalEffect(() => {
    if (nextTryAt.value === null || nextTryAt.value <= browserNow.value)
      void nextRefreshAt().then((at) => (nextTryAt.value = at));
  });
  const state = stored.value;
  if (!state) return null;
  const edge = state.connection?.edge;
  const context = {
    host: naming.value.screened ? HIDDEN : hostOf(edge),
    readAt: asOf(state),
    now: browserNow.value,
  };
  const words = connectionWords(status, context);
  if (!words) return null;
  return (
    <div class="trouble-line">
      <Glyph name={connectionGlyph(status)} />
      <p>
        <strong>{words.title}</strong>{' '}
        <span class="meta">
          {[words.facts, ...troubleSentences(status, context, nextTryAt.value)].join(' ')}
        </span>
      </p>
      <span class="verbs">
        {words.wayOut !== 'retry' && <ConnectionWay words={words} edge={edge ?? null} />}
        {TRIED.has(words.wayOut) && (
          <Button off={refreshing.value && t('status.loading')} onClick={() => void tryNow()}>
            {t('trouble.now')}
          </Button>
        )}
      </span>
    </div>
  );
}

/** Whoever mended it elsewhere tries at once. */
const TRIED: ReadonlySet<WayOut> = new Set(['retry', 'health', 'account']);

async function tryNow(): Promise<void> {
  await act('refresh', { fresh: true });
  await rereadFailed();
}
