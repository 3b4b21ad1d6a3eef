import './import.css';
import { useSignal } from '@preact/signals';
import { useEffect, useMemo } from 'preact/hooks';
import { CAPTURE_BLOCKS } from '../../capture/page-capture.ts';
import { failureWords } from '../../i18n/failure-words.ts';
import { formatAgo, formatNumber } from '../../i18n/format.ts';
import { isolated } from '../../i18n/naming.ts';
import { t } from '../../i18n/t.ts';
import { FILE_MAX_BYTES, type FileProblem, readDelimited } from '../../import/delimited.ts';
import type { ImportDraft } from '../../storage/import-draft-schema.ts';
import {
  IMPORT_FILE_MAX_BYTES,
  isScannable,
  newImportDraft,
  newImportScan,
  SCAN_CHOSEN,
  writeImportFile,
} from '../../storage/import-drafts.ts';
import { importOpenItem } from '../../storage/session.ts';
import { Glyph } from '../../ui/icons.tsx';
import { browserNow, mask, naming } from '../../ui/page-state.ts';
import { ViewHeader } from '../parts/view-header.tsx';
import type { ViewProps } from '../parts/view-props.ts';
import { EarlierImports } from './earlier-imports.tsx';
import { createImportModel, hostOf, type ImportModel } from './import-model.ts';
import { ImportProgress } from './import-progress.tsx';
import { RowGrid } from './row-grid.tsx';
import { SaveBar } from './save-bar.tsx';
import { ScanResult } from './scan-result.tsx';
import { ScanSetup } from './scan-setup.tsx';
import { SourceBar } from './source-bar.tsx';
import { TargetChoice } from './target-choice.tsx';

/** Import of rows of a page or a file as records of a table. `rest`: why a page could not be read. */
export function ImportView({ rest: [first, block] }: ViewProps) {
  const model = useMemo(createImportModel, []);
  useEffect(() => {
    void model.load();
    return importOpenItem.watch((read) => {
      if (read) void model.load();
    });
  }, []);
  const known = first === 'blocked' ? CAPTURE_BLOCKS.find((one) => one === block) : undefined;
  const draft = model.draft.value;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the same file can be chosen by a button
    <div class="page import" onDragOver={(event) => event.preventDefault()} onDrop={takeDropped(model)}>
      <ViewHeader title={t('console.import.title')}>
        {draft && !draft.parts && <TargetChoice model={model} />}
      </ViewHeader>
      {known && (
        <p class="notice" role="alert">
          <Glyph name="warning" />
          <span>
            {known === 'pdf'
              ? t('console.import.pdfKept')
              : t(`launch.block.${known.replaceAll('-', '_') as 'refused'}`)}
          </span>
        </p>
      )}
      {model.loaded.value && (draft ? <Draft model={model} /> : <Nothing model={model} />)}
    </div>
  );
}

function Draft({ model }: { model: ImportModel }) {
  const draft = model.draft.value;
  if (!draft) return null;
  const { title, url, readAt } = draft.data;
  return (
    <>
      <p class="meta about clip">
        {mask([isolated(title), hostOf(url)].filter(Boolean).join(' · '))} ·{' '}
        {t('console.import.readAgo', { ago: formatAgo(readAt, browserNow.value) })}
      </p>
      {model.problem.value && (
        <p class="notice" role="alert">
          <Glyph name="warning" />
          <span>{failureWords(model.problem.value)}</span>
          {draft.parts && (
            <button type="button" class="button" onClick={() => void model.follow()}>
              {t('verb.retry')}
            </button>
          )}
        </p>
      )}
      {draft.scan?.isPhotograph && isPdfAddress(url) && (
        <p class="notice meta">{t('console.import.pdfSeen')}</p>
      )}
      {naming.value.screened ? (
        <p class="notice meta">{t('console.hidden')}</p>
      ) : draft.parts ? (
        <ImportProgress model={model} />
      ) : (
        <>
          <SourceBar model={model} />
          {draft.scan && draft.chosen === SCAN_CHOSEN ? (
            <ScanSetup model={model} />
          ) : draft.scan && model.source.value?.kind === 'scan' ? (
            <ScanResult model={model} />
          ) : (
            <RowGrid model={model} />
          )}
          {draft.chosen !== SCAN_CHOSEN && <SaveBar model={model} />}
        </>
      )}
      {!draft.parts && <EarlierImports model={model} />}
      {!draft.parts && <FileChoice model={model} />}
    </>
  );
}

const isPdfAddress = (url: string): boolean => /\.pdf$/i.test(URL.parse(url)?.pathname ?? '');

function Nothing({ model }: { model: ImportModel }) {
  return (
    <>
      <p class="notice meta">{t('console.import.nothing')}</p>
      <FileChoice model={model} />
      <EarlierImports model={model} />
    </>
  );
}

/** Import from a file: selected, or dropped anywhere on the view. */
function FileChoice({ model }: { model: ImportModel }) {
  const problem = useSignal<TakenProblem | null>(null);
  return (
    <div class="file-choice">
      <label class="button">
        {t('console.import.chooseFile')}
        <input
          class="hidden-words"
          type="file"
          accept=".csv,.tsv,.txt,.json,.png,.jpg,.jpeg,.gif,.webp,.pdf"
          onChange={async ({ currentTarget }) => {
            const [file] = currentTarget.files ?? [];
            if (file) problem.value = await takeFile(model, file);
            currentTarget.value = '';
          }}
        />
      </label>{' '}
      <span class="meta">{t('console.import.fileHow')}</span>
      {problem.value && (
        <p class="notice" role="alert">
          <Glyph name="warning" />
          <span>{t(`console.import.file.${FILE_WORDS[problem.value]}`)}</span>
        </p>
      )}
    </div>
  );
}

type TakenProblem = FileProblem | 'picture-too-large' | 'not-kept';
const FILE_WORDS = {
  'too-large': 'tooLarge',
  'no-rows': 'noRows',
  'not-json': 'notJson',
  'picture-too-large': 'pictureTooLarge',
  'not-kept': 'notKept',
} as const;

function takeDropped(model: ImportModel) {
  return (event: DragEvent) => {
    event.preventDefault();
    const [file] = event.dataTransfer?.files ?? [];
    if (file && !model.draft.value?.parts) void takeFile(model, file);
  };
}

/** @returns why it could not be read */
async function takeFile(model: ImportModel, file: File): Promise<TakenProblem | null> {
  if (isScannable(file)) return takePicture(model, file);
  if (file.size > FILE_MAX_BYTES) return 'too-large';
  const read = readDelimited(file.name, await file.text());
  if (!read.ok) return read.problem;
  await model.open(newImportDraft(crypto.randomUUID(), dataOf(file, [read.source])));
  return null;
}

/** A picture or PDF is scanned. */
async function takePicture(model: ImportModel, file: File): Promise<TakenProblem | null> {
  if (file.size > IMPORT_FILE_MAX_BYTES) return 'picture-too-large';
  try {
    const scan = newImportScan(await writeImportFile(file), file.name, file, false);
    const draft = newImportDraft(crypto.randomUUID(), dataOf(file, []));
    await model.open({ ...draft, chosen: SCAN_CHOSEN, scan });
    return null;
  } catch {
    return 'not-kept';
  }
}

const dataOf = ({ name }: File, sources: ImportDraft['data']['sources']): ImportDraft['data'] => ({
  title: name,
  url: `file:${encodeURIComponent(name)}`,
  language: null,
  readAt: Date.now(),
  sources,
});

/** "24 rows" with localized numbers. */
export const rowWords = (count: number): string =>
  t('console.import.rows', count, { count: formatNumber(count) });
