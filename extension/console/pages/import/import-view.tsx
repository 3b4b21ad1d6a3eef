import './import.css';
import { batch, useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { CAPTURE_BLOCKS } from '../../../capture/page-capture.ts';
import { failureWords } from '../../../i18n/failure-words.ts';
import { formatAgo, formatFacts } from '../../../i18n/format.ts';
import { isolated } from '../../../i18n/naming.ts';
import { t } from '../../../i18n/t.ts';
import { FILE_MAX_BYTES } from '../../../import/delimited.ts';
import { hostOf, type Source } from '../../../import/page-data.ts';
import { readPasted } from '../../../import/paste.ts';
import { readFileRows } from '../../../import/read-file.ts';
import { keyPart } from '../../../launch/ui/launch-words.ts';
import type { ImportDraft, ImportEntry } from '../../../storage/import-draft-schema.ts';
import {
  addImportDraft,
  isScannable,
  newImportDraft,
  newImportScan,
  SCAN_CHOSEN,
} from '../../../storage/import-drafts.ts';
import { IMPORT_FILE_MAX_BYTES, writeImportFile } from '../../../storage/import-table.ts';
import { Button } from '../../../ui/button.tsx';
import { FileButton } from '../../../ui/form.tsx';
import { browserNow, mask, naming } from '../../../ui/page-state.ts';
import { EarlierImports } from '../../kit/earlier-imports.tsx';
import { goTo } from '../../parts/navigation.ts';
import type { ViewProps } from '../../parts/routes.ts';
import { viewAddress } from '../../parts/routes.ts';
import { ViewHeader } from '../../parts/view-header.tsx';
import { DraftList, DroppedDrafts, draftAddress, useImportDrafts } from './draft-list.tsx';
import { createImportModel, type ImportModel, STORED_DRAFTS } from './import-model.ts';
import { ImportProgress } from './import-progress.tsx';
import { Mistakes } from './mistakes.tsx';
import { RowGrid } from './row-grid.tsx';
import { SaveBar } from './save-bar.tsx';
import { ScanResult } from './scan-result.tsx';
import { ScanSetup } from './scan-setup.tsx';
import { fileWords, SourceBar } from './source-bar.tsx';
import { TargetChoice } from './target-choice.tsx';
import { Warning } from './warning.tsx';

/**
 * Import of rows of pages and files as records of a table. `rest`: the draft's id, or why a page could not be
 * read; without, the drafts, or the only one.
 */
export function ImportView({ rest: [first, block] }: ViewProps) {
  const { drafts: listed, read } = useImportDrafts(first);
  const shown = first === 'blocked' ? undefined : first;
  const only = first === undefined && listed?.length === 1 ? listed[0] : undefined;
  useEffect(() => {
    if (only?.removedAt === null) goTo(draftAddress(only.id), 'replace');
  }, [only?.id]);
  const known = first === 'blocked' ? CAPTURE_BLOCKS.find((one) => one === block) : undefined;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the same file can be chosen by a button
    <div class="page import" onDragOver={(event) => event.preventDefault()} onDrop={takeDropped}>
      {shown !== undefined ? (
        <DraftForm key={shown} id={shown} drafts={listed ?? []} read={read} />
      ) : (
        <ViewHeader title={t('view.import')} />
      )}
      {block === NO_ROOM && <p class="notice">{t('console.import.file.notKept')}</p>}
      {known && (
        <Warning>{known === 'pdf' ? t('console.import.pdfKept') : t(`unreadable.${keyPart(known)}`)}</Warning>
      )}
      {shown === undefined && listed && <Drafts drafts={listed} read={read} />}
    </div>
  );
}

interface ListedDrafts {
  drafts: readonly ImportEntry[];
  read: () => Promise<void>;
}

/** The form of a draft. Of two tabs that have it the last writer's is stored, and the other says so. */
function DraftForm({ id, drafts, read }: ListedDrafts & { id: string }) {
  const model = useSignal<ImportModel | null>(null);
  const isElsewhere = useSignal(false);
  const written = useRef<BroadcastChannel | null>(null);
  const open = () => {
    const next = createImportModel({
      ...STORED_DRAFTS,
      write: async (draft, known) => {
        const isStored = await STORED_DRAFTS.write(draft, known);
        if (isStored) written.current?.postMessage(null);
        return isStored;
      },
    });
    batch(() => {
      isElsewhere.value = false;
      model.value = next;
    });
    void next.load(id);
  };
  useEffect(() => {
    const channel = new BroadcastChannel(`import ${id}`);
    written.current = channel;
    channel.onmessage = () => {
      isElsewhere.value = true;
      // Nothing more of it is written here.
      const left = model.peek();
      if (left) left.draft.value = null;
    };
    open();
    return () => channel.close();
  }, []);
  const draft = model.value?.draft.value ?? null;
  const isGone = !isElsewhere.value && model.value?.loaded.value === true && draft === null;
  const others = drafts.filter((one) => one.removedAt === null && one.id !== id);
  return (
    <>
      <ViewHeader title={t('view.import')} about={draft && originWords(draft)}>
        {draft && others.length > 0 && (
          <a class="meta" href={viewAddress('import')}>
            {t('console.import.draft.count', others.length + 1)}
          </a>
        )}
        {model.value && draft && !draft.parts && <TargetChoice model={model.value} />}
      </ViewHeader>
      {isElsewhere.value ? (
        <p class="notice" role="status">
          <span>{t('console.import.draft.elsewhere')}</span>
          <Button onClick={open}>{t('console.import.draft.editHere')}</Button>
        </p>
      ) : (
        <>
          {model.value && draft && <Draft model={model.value} />}
          {isGone && (
            <>
              <p class="notice meta">{t('console.import.draft.gone')}</p>
              <Drafts drafts={drafts} read={read} />
            </>
          )}
        </>
      )}
    </>
  );
}

function Draft({ model }: { model: ImportModel }) {
  const draft = model.draft.value;
  usePasted((sources) => {
    if (!model.draft.peek()?.parts && !naming.peek().screened) model.target.addSources(sources);
  });
  if (!draft) return null;
  const { url } = draft.data;
  return (
    <>
      <DroppedDrafts model={model} />
      {model.sending.problem.value && (
        <Warning
          verb={draft.parts && <Button onClick={() => void model.sending.follow()}>{t('verb.retry')}</Button>}
        >
          {failureWords(model.sending.problem.value)}
        </Warning>
      )}
      {model.isOtherApp.value && !draft.parts && <Warning>{t('console.import.otherApp')}</Warning>}
      {draft.scan?.isPhotograph && isPdfAddress(url) && (
        <p class="notice meta">{t('console.import.pdfSeen')}</p>
      )}
      {naming.value.screened ? (
        <p class="notice meta">{t('console.hidden')}</p>
      ) : draft.parts ? (
        <ImportProgress model={model} />
      ) : (
        <>
          <SourceBar model={model}>
            <FileChoice isOther />
          </SourceBar>
          {draft.scan && draft.chosen === SCAN_CHOSEN ? (
            <ScanSetup model={model} />
          ) : draft.scan && model.source.value?.kind === 'scan' ? (
            <ScanResult model={model} />
          ) : (
            <>
              <Mistakes model={model} />
              <RowGrid model={model} />
            </>
          )}
          {draft.chosen !== SCAN_CHOSEN && <SaveBar model={model} />}
        </>
      )}
      {!draft.parts && <EarlierImports url={url} />}
    </>
  );
}

/** Where its rows are from, and when they were read. */
const originWords = ({ data: { title, url, readAt } }: ImportDraft): string =>
  `${mask(formatFacts(isolated(title), hostOf(url)))} · ${t('status.read', {
    ago: formatAgo(readAt, browserNow.value),
  })}`;

const isPdfAddress = (url: string): boolean => /\.pdf$/i.test(URL.parse(url)?.pathname ?? '');

function Drafts({ drafts, read }: ListedDrafts) {
  usePasted((sources) => void open(new File([], t('source.pasted')), sources, async () => ({})));
  return (
    <>
      {drafts.every(({ removedAt }) => removedAt !== null) && (
        <p class="notice meta">{t('console.import.nothing')}</p>
      )}
      <DraftList drafts={drafts} read={read} />
      <FileChoice />
      <EarlierImports url={null} />
    </>
  );
}

/** Takes cells that are pasted anywhere on the view but in a field. */
function usePasted(take: (sources: Source[]) => void): void {
  const latest = useRef(take);
  latest.current = take;
  useEffect(() => {
    const onPaste = (event: ClipboardEvent) => {
      const { target, clipboardData: copied } = event;
      if (!copied || (target instanceof Element && target.closest('input, textarea, select'))) return;
      const sources = readPasted({ html: copied.getData('text/html'), text: copied.getData('text/plain') });
      if (sources.length === 0) return;
      event.preventDefault();
      latest.current(sources);
    };
    document.addEventListener('paste', onPaste);
    return () => document.removeEventListener('paste', onPaste);
  }, []);
}

/** Import from a file: selected, or dropped anywhere on the view. */
function FileChoice({ isOther = false }: { isOther?: boolean }) {
  const problem = useSignal<string | null>(null);
  return (
    <div class={isOther ? undefined : 'file-choice in-lines'}>
      <FileButton
        accept=".xlsx,.csv,.tsv,.txt,.md,.json,.jsonl,.geojson,.png,.jpg,.jpeg,.gif,.webp,.pdf"
        onFiles={async ([file]) => {
          if (file) problem.value = await takeFile(file);
        }}
      >
        {t(isOther ? 'console.import.otherFile' : 'verb.chooseFile')}
      </FileButton>{' '}
      {!isOther && <span class="meta">{t('console.import.fileHow')}</span>}
      {problem.value && <Warning>{problem.value}</Warning>}
    </div>
  );
}

const MB = 1024 * 1024;

/** Follows `blocked` where there is no room for another draft. */
const NO_ROOM = 'no-room';

function takeDropped(event: DragEvent): void {
  event.preventDefault();
  const [file] = event.dataTransfer?.files ?? [];
  if (file) void takeFile(file);
}

/** @returns why it could not be read, in words */
async function takeFile(file: File): Promise<string | null> {
  const maxBytes = isScannable(file) ? IMPORT_FILE_MAX_BYTES : FILE_MAX_BYTES;
  if (file.size > maxBytes) return t('console.import.file.tooLarge', { size: `${maxBytes / MB} MB` });
  if (isScannable(file)) return open(file, [], scanOf);
  const read = await readFileRows(file.name, new Uint8Array(await file.arrayBuffer()));
  if (!read.ok) return fileWords(read);
  const { sources, encoding } = read;
  return open(file, sources, async (id) => ({
    text: encoding && { fileId: await writeImportFile(file, id), encoding },
  }));
}

/** A picture or PDF is scanned. */
const scanOf = async (id: string, file: File): Promise<Partial<ImportDraft>> => ({
  chosen: SCAN_CHOSEN,
  scan: newImportScan(await writeImportFile(file, id), file.name, file, false),
});

/** Adds a draft, and shows it. @param keep stores what else it has of the file */
async function open(
  file: File,
  sources: ImportDraft['data']['sources'],
  keep: (id: string, file: File) => Promise<Partial<ImportDraft>>,
): Promise<string | null> {
  const id = crypto.randomUUID();
  const draft = newImportDraft(id, dataOf(file, sources));
  try {
    await addImportDraft({ ...draft, ...(await keep(id, file)) }, Date.now());
  } catch {
    return t('console.import.file.notKept');
  }
  goTo(draftAddress(id));
  return null;
}

const dataOf = ({ name }: File, sources: ImportDraft['data']['sources']): ImportDraft['data'] => ({
  title: name,
  url: `file:${encodeURIComponent(name)}`,
  language: null,
  readAt: Date.now(),
  sources,
});
