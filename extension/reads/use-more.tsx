import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import type * as z from 'zod/mini';
import type { ApiError } from '../edge-client/api-error.ts';
import { failureWords } from '../i18n/failure-words.ts';
import { t } from '../i18n/t.ts';
import { Button } from '../ui/button.tsx';
import { isSaidAbove } from './loaded.tsx';
import { tryToRead } from './read-now.ts';

/** Pages after the first one, read one at a time on demand, and not stored. */
export type More<P> = {
  pages: readonly P[];
  state: 'idle' | 'reading' | ApiError;
  read: (path: string) => Promise<void>;
};

/** @param subject subject of the pages: they are dropped when it changes */
export function useMore<P>(subject: string, schema: z.ZodMiniType<P>): More<P> {
  const pages = useSignal<readonly P[]>([]);
  const state = useSignal<More<P>['state']>('idle');
  const latest = useRef(subject);
  latest.current = subject;
  useEffect(() => {
    pages.value = [];
    state.value = 'idle';
  }, [subject]);
  return {
    pages: pages.value,
    state: state.value,
    read: async (path) => {
      state.value = 'reading';
      const page = await tryToRead(path, schema, false);
      if (latest.current !== subject) return;
      if (page.ok) pages.value = [...pages.value, page.value];
      state.value = page.ok ? 'idle' : page.error;
    },
  };
}

/** Reads the next page, and shows a failure. @param next its path; null when there is none */
export function MoreButton<P>({ of: { state, read }, next }: { of: More<P>; next: string | null }) {
  if (next === null) return null;
  return (
    <span class="verbs">
      <Button quiet busy={state === 'reading'} onClick={() => void read(next)}>
        {state === 'reading' ? t('status.loading') : t('verb.showMore')}
      </Button>
      <span class="meta failure" role="status">
        {typeof state === 'object' && !isSaidAbove(state) && failureWords(state)}
      </span>
    </span>
  );
}
