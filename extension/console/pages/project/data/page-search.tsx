import { useSignal } from '@preact/signals';
import * as z from 'zod/mini';
import { t } from '../../../../i18n/t.ts';
import { Loaded } from '../../../../reads/loaded.tsx';
import { dataPath } from '../../../../reads/paths.ts';
import { useResource } from '../../../../reads/resource.ts';
import { Button } from '../../../../ui/button.tsx';
import { TextField } from '../../../../ui/form.tsx';
import { ResultGrid } from '../../../grid/result-grid.tsx';
import { Part } from '../../../parts/part.tsx';

/**
 * Searches the records that a page of the app shows (data reference, filter of a page). Only the app's own settings name its
 * pages, so the page is given by its id.
 */
export function PageSearch({ projectId }: { projectId: string }) {
  const page = useSignal('');
  const words = useSignal('');
  const search = useSignal<{ page: string; words: string } | null>(null);
  const found = useResource(search.value && { ...requestOf(projectId, search.value), keep: false });
  const isId = /^[A-Za-z0-9_-]{1,128}$/.test(page.value.trim());
  const field = (label: string, of: typeof page) => (
    <TextField
      label={label}
      autocomplete="off"
      dir="auto"
      value={of.value}
      onText={(text) => (of.value = text)}
    />
  );
  return (
    <Part title={t('console.data.page.title')}>
      <form
        class="inline-form"
        onSubmit={(event) => {
          event.preventDefault();
          if (isId) search.value = { page: page.value.trim(), words: words.value.trim() };
        }}
      >
        {field(t('console.subElements.page'), page)}
        {field(t('console.data.page.words'), words)}
        <Button type="submit" off={!isId && t('console.incomplete')}>
          {t('verb.search')}
        </Button>
      </form>
      {search.value && (
        <Loaded of={found}>
          {(response) => (
            <ResultGrid
              label={t('console.data.page.title')}
              fileName={`${projectId}-page`}
              response={response}
              none={t('console.nothingFound')}
            />
          )}
        </Loaded>
      )}
    </Part>
  );
}

const requestOf = (projectId: string, { page, words }: { page: string; words: string }) => ({
  path: dataPath(projectId, `/filter/${page}?${new URLSearchParams(words === '' ? {} : { query: words })}`),
  schema: z.unknown(),
});
