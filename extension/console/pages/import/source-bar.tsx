import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { formatFacts, formatNumber } from '../../../i18n/format.ts';
import { isolated } from '../../../i18n/naming.ts';
import { t } from '../../../i18n/t.ts';
import { ENCODINGS, type Encoding } from '../../../import/decode.ts';
import type { Source } from '../../../import/page-data.ts';
import type { RowsOfFile } from '../../../import/read-file.ts';
import { UNPACKED_MAX_BYTES } from '../../../import/unzip.ts';
import { SCAN_CHOSEN } from '../../../storage/import-drafts.ts';
import { Button } from '../../../ui/button.tsx';
import { Checkbox, Select } from '../../../ui/form.tsx';
import { Pager } from '../../../ui/pager.tsx';
import type { ImportModel } from './import-model.ts';
import { canOutline, outlineSources } from './page-outline.ts';

/** The data sources of the page, best first, to choose from. */
export function SourceBar({ model, children }: { model: ImportModel; children: ComponentChildren }) {
  const isGone = useSignal(false);
  const unread = useSignal<string | null>(null);
  const draft = model.draft.value;
  const source = model.source.value;
  const scan = draft?.scan;
  if (!draft || (!source && !scan))
    return (
      <div class="source-bar in-lines">
        <p class="meta">{t('status.nothingFound')}</p>
        {children}
      </div>
    );
  const { sources } = draft.data;
  const outline = async () => {
    isGone.value = false;
    try {
      const taken = await outlineSources(draft, (index) => sourceWords(sources[index]!));
      if (taken !== null && taken !== draft.chosen) model.target.chooseSource(taken);
    } catch {
      isGone.value = true;
    }
  };
  const go = (step: number) =>
    model.target.chooseSource((Math.max(0, draft.chosen) + step + sources.length) % sources.length);
  return (
    <div class="source-bar in-lines">
      <Select
        aria-label={t('console.import.source')}
        value={String(draft.chosen)}
        options={[
          ...(scan
            ? [[String(SCAN_CHOSEN), t('console.import.scan.source', { name: isolated(scan.name) })] as const]
            : []),
          ...sources.map((one, index) => [String(index), sourceWords(one)] as const),
        ]}
        onChoose={(chosen) => model.target.chooseSource(Number(chosen))}
      />
      {sources.length > 1 && <Pager onPrevious={() => go(-1)} onNext={() => go(1)} />}
      {canOutline(draft) && (
        <Button quiet onClick={() => void outline()}>
          {t('console.import.outline.show')}
        </Button>
      )}
      {isGone.value && (
        <span class="meta" role="alert">
          {t('console.import.outline.gone')}
        </span>
      )}
      <label class="meta in-line">
        {t('console.import.language')}{' '}
        <Select
          value={draft.language ?? ''}
          options={[...new Set(['', draft.data.language ?? '', 'en-US', 'en-GB', 'de', 'fr', 'es'])].map(
            (tag) => [tag, tag === '' ? t('console.import.noLanguage') : languageName(tag)],
          )}
          onChoose={(tag) => void model.target.chooseLanguage(tag || null)}
        />
      </label>
      {draft.text && (
        <label class="meta in-line">
          {t('console.import.encoding')}{' '}
          <Select<Encoding>
            value={draft.text.encoding}
            options={ENCODINGS.map((encoding) => [encoding, encoding])}
            onChoose={async (encoding) => {
              const read = await model.target.chooseEncoding(encoding);
              unread.value = read.ok ? null : fileWords(read);
            }}
          />
        </label>
      )}
      {source?.hasNames !== undefined && (
        <Checkbox
          class="meta"
          label={t('console.import.hasNames')}
          checked={source.hasNames}
          onChange={model.target.chooseNames}
        />
      )}
      <span class="meta left-out" role="status">
        {unread.value}
        {source?.notes?.map(
          ({ kind, count }) => ` ${t(`console.import.note.${kind}`, { count: formatNumber(count) })}`,
        )}
        {source && source.hidden > 0 && t('console.import.hidden', source.hidden)}
        {source && cutWords(source)}
        {draft.data.unread?.map((what) => ` ${t(`console.import.unread.${what}`)}`)}
      </span>
      {children}
    </div>
  );
}

/** Why no rows were found in a file. */
export function fileWords(read: Extract<RowsOfFile, { ok: false }>): string {
  switch (read.problem) {
    case 'no-rows':
      return t('status.nothingFound');
    case 'not-json':
      return t('console.import.file.notJson');
    case 'open-quote':
      return t('console.import.note.quote', { count: formatNumber(read.line ?? 1) });
    case 'not-text':
      return t('console.import.file.notText');
    case 'other-kind':
      return read.name
        ? t('console.import.file.otherKind', { kind: read.name })
        : t('console.import.file.notText');
    case 'protected':
      return t('console.import.file.protected');
    case 'damaged':
      return t('console.import.file.damaged');
    case 'unpacks-large':
      return t('console.import.file.unpacksLarge', { size: `${UNPACKED_MAX_BYTES / 1024 / 1024} MB` });
  }
}

/** What is said of rows that are there and were not read; empty where all were. */
function cutWords({ rows, total, isPartlyDrawn }: Source): string {
  const numbers = { count: formatNumber(rows.length), total: formatNumber(total) };
  if (isPartlyDrawn)
    return ` ${t(total > rows.length ? 'console.import.drawnOf' : 'console.import.drawn', numbers)}`;
  return total > rows.length ? ` ${t('console.import.cut', numbers)}` : '';
}

function sourceWords({ kind, title, total }: Source): string {
  const rows = t('fact.rows', total);
  return formatFacts(t(`source.${kind}`), isolated(title), rows);
}

function languageName(tag: string): string {
  try {
    return new Intl.DisplayNames(undefined, { type: 'language' }).of(tag) ?? tag;
  } catch {
    return tag;
  }
}
