import './import.css';
import { batch, useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { CAPTURE_BLOCKS } from '../../../capture/page-capture.ts';
import { failureWords } from '../../../i18n/failure-words.ts';
import { formatAgo, formatFacts } from '../../../i18n/format.ts';
import { isolated } from '../../../i18n/naming.ts';
import { t } from '../../../i18n/t.ts';
import { decodeText } from '../../../import/decode.ts';
import { FILE_MAX_BYTES, readDelimited } from '../../../import/delimited.ts';
import { hostOf } from '../../../import/page-data.ts';
import { keyPart } from '../../../launch/ui/launch-words.ts';
import { type DraftHold, holdDraft } from '../../../storage/draft-hold.ts';
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
import { viewAddress } from '../../parts/routes.ts';
import { ViewHeader } from '../../parts/view-header.tsx';
import type { ViewProps } from '../../parts/view-props.ts';
import { DraftList, DroppedDrafts, draftAddress, useImportDrafts } from './draft-list.tsx';
import { createImportModel, type ImportModel } from './import-model.ts';
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
 * Import of rows of pages and files as records of a table. `rest`: the draft's id, or why a page could not be read; without, the
 * drafts, or the only one.
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
        <ViewHeader title={t('console.view.import')} />
      )}
      {block === NO_ROOM && <p class="notice">{t('console.import.file.notKept')}</p>}
      {known && (
        <Warning>
          {known === 'pdf' ? t('console.import.pdfKept') : t(`launch.block.${keyPart(known)}`)}
        </Warning>
      )}
      {shown === undefined && listed && <Drafts drafts={listed} read={read} />}
    </div>
  );
}

interface ListedDrafts {
  drafts: readonly ImportEntry[];
  read: () => Promise<void>;
}

/** The form of a draft, while no other tab has one of it. */
function DraftForm({ id, drafts, read }: ListedDrafts & { id: string }) {
  const model = useSignal<ImportModel | null>(null);
  const isElsewhere = useSignal(false);
  const hold = useRef<DraftHold | null>(null);
  useEffect(() => {
    hold.current = holdDraft(id, {
      onHeld: () => {
        const next = createImportModel();
        batch(() => {
          isElsewhere.value = false;
          model.value = next;
        });
        void next.load(id);
      },
      onElsewhere: () => {
        isElsewhere.value = true;
      },
      settle: async () => {
        // A field that is being written in stores its words when it is left.
        if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
        await model.peek()?.handOver();
      },
    });
    return () => void hold.current?.end();
  }, []);
  const draft = model.value?.draft.value ?? null;
  const isGone = !isElsewhere.value && model.value?.loaded.value === true && draft === null;
  // What is brought back is edited where it is opened then.
  useEffect(() => {
    if (isGone) void hold.current?.end();
  }, [isGone]);
  const others = drafts.filter((one) => one.removedAt === null && one.id !== id);
  return (
    <>
      <ViewHeader title={t('console.view.import')} about={draft && originWords(draft)}>
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
          <Button onClick={() => hold.current?.take()}>{t('console.import.draft.editHere')}</Button>
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

/** Import from a file: selected, or dropped anywhere on the view. */
function FileChoice({ isOther = false }: { isOther?: boolean }) {
  const problem = useSignal<string | null>(null);
  return (
    <div class={isOther ? 'other-file' : 'file-choice'}>
      <FileButton
        accept=".csv,.tsv,.txt,.json,.png,.jpg,.jpeg,.gif,.webp,.pdf"
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
  const { text, encoding } = decodeText(new Uint8Array(await file.arrayBuffer()));
  const read = readDelimited(file.name, text);
  if (!read.ok) return fileWords(read);
  return open(file, [read.source, ...read.others], async (id) => ({
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
