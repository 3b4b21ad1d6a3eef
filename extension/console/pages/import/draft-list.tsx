import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { formatAgo, formatFacts } from '../../../i18n/format.ts';
import { isolated } from '../../../i18n/naming.ts';
import { t } from '../../../i18n/t.ts';
import { hostOf, type Source } from '../../../import/page-data.ts';
import type { ImportAbout, ImportDraft, ImportEntry } from '../../../storage/import-draft-schema.ts';
import {
  addImportDraft,
  listImportDrafts,
  newImportDraft,
  setRemoved,
} from '../../../storage/import-drafts.ts';
import { importOpenItem } from '../../../storage/session.ts';
import { Button } from '../../../ui/button.tsx';
import { browserNow, mask, naming } from '../../../ui/page-state.ts';
import { goToTitle } from '../../parts/arrival.ts';
import { goTo } from '../../parts/navigation.ts';
import { viewAddress } from '../../parts/routes.ts';
import type { ImportModel } from './import-model.ts';

export const draftAddress = (id: string): string => viewAddress('import', id);

/** Deletes the draft that is shown, and shows the others. */
export async function removeDraft(model: ImportModel): Promise<void> {
  const { hash } = location;
  await model.remove();
  // Elsewhere by now: the user went on.
  if (location.hash === hash) goToTitle(viewAddress('import'));
}

/** Another list of what was read, as a draft of its own, once the rest is sent. */
export async function openList(draft: ImportDraft, source: Source): Promise<void> {
  const { tabId, language, projectId, app } = draft;
  await openNew({ ...draft.data, sources: [source] }, { tabId, language, projectId, app });
}

/** Opens a copy of a draft, which finds saved rows in the table and lets the others be corrected. */
export async function openAgain(draft: ImportDraft): Promise<void> {
  const { chosen, tabId, language, projectId, app, table, tableLabel, mapping, edits, clears, uploads } =
    draft;
  await openNew(draft.data, {
    chosen,
    tabId,
    language,
    projectId,
    app,
    table,
    tableLabel,
    mapping,
    edits,
    clears,
    uploads,
  });
}

async function openNew(data: ImportDraft['data'], decided: Partial<ImportDraft>): Promise<void> {
  const next = { ...newImportDraft(crypto.randomUUID(), data), ...decided };
  await addImportDraft(next, Date.now());
  goTo(draftAddress(next.id));
}

/** Stored drafts, the latest first; null until they are read. A change of `shown` reads them anew. */
export function useImportDrafts(shown: string | undefined): {
  drafts: readonly ImportEntry[] | null;
  read: () => Promise<void>;
} {
  const listed = useSignal<{ beside: string | undefined; drafts: readonly ImportEntry[] } | null>(null);
  const latest = useRef(shown);
  latest.current = shown;
  const read = async () => {
    const drafts = await listImportDrafts(Date.now());
    if (latest.current === shown) listed.value = { beside: shown, drafts };
  };
  useEffect(() => {
    void read();
    return importOpenItem.watch((opened) => {
      if (opened) void read();
    });
  }, [shown]);
  // What was read before may have been deleted since: it would be opened, as the only one.
  return { drafts: listed.value?.beside === shown ? (listed.value?.drafts ?? null) : null, read };
}

/** What was read of pages and files and is not saved yet: each can be opened, or deleted and brought back. */
export function DraftList({ drafts, read }: { drafts: readonly ImportEntry[]; read: () => Promise<void> }) {
  if (drafts.length === 0) return null;
  const remove = async (id: string, removedAt: number | null) => {
    await setRemoved(id, removedAt);
    await read();
  };
  return (
    <section class="drafts" aria-label={t('fact.drafts')}>
      <ul class="lines-list">
        {drafts.map((draft) => (
          <li key={draft.id} class="line spread">
            {draft.removedAt === null ? (
              <a class="sentence" href={draftAddress(draft.id)}>
                <strong class="clip">{titleOf(draft.about)}</strong>
                <span class="meta block">{factsOf(draft)}</span>
              </a>
            ) : (
              <span class="meta" role="status">
                {t('console.import.draft.removed', { title: titleOf(draft.about) })}
              </span>
            )}
            {draft.removedAt !== null ? (
              <Button onClick={() => void remove(draft.id, null)}>{t('verb.undo')}</Button>
            ) : (
              // What the edge does not have yet is nowhere else.
              draft.sending?.isSent !== false && (
                <Button
                  quiet
                  aria-label={t('verb.deleteOf', { name: titleOf(draft.about) })}
                  onClick={() => void remove(draft.id, Date.now())}
                >
                  {t('console.delete')}
                </Button>
              )
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** "24 rows" with localized numbers. */
const rowWords = (count: number): string => t('fact.rows', count);

const titleOf = ({ title, url }: ImportAbout): string => mask(isolated(title || hostOf(url)));

function factsOf({ about, scan, projectId, tableLabel, sending }: ImportEntry): string {
  const target =
    projectId !== null &&
    `${naming.value.project(projectId)}${tableLabel ? ` · ${isolated(tableLabel)}` : ''}`;
  return formatFacts(
    hostOf(about.url),
    sending
      ? t(sending.isSent ? 'console.import.draft.sent' : 'console.import.draft.notSent', {
          rows: rowWords(sending.rows),
        })
      : scan && about.rows === 0
        ? t('console.import.scan.source', { name: isolated(scan.name) })
        : rowWords(about.rows),
    target,
    t('status.read', { ago: formatAgo(about.readAt, browserNow.value) }),
  );
}

/** Which drafts were deleted to make room for the one that is shown. */
export function DroppedDrafts({ model }: { model: ImportModel }) {
  const dropped = model.draft.value?.dropped ?? [];
  if (dropped.length === 0) return null;
  return (
    <p class="notice meta" role="status">
      <span>
        {t('console.import.draft.dropped')}{' '}
        {dropped.map((about) => `${titleOf(about)} (${rowWords(about.rows)})`).join(', ')}
      </span>
      <Button onClick={() => void model.edit({ dropped: [] })}>{t('verb.close')}</Button>
    </p>
  );
}
