import { useSignal } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { t } from '../i18n/t.ts';
import { naming } from '../ui/page-state.ts';
import { stored } from '../ui/stored-state.ts';
import { goTo } from './navigation.ts';
import { PROJECT_TABS, projectAddress, VIEWS, viewAddress } from './routes.ts';

/** Something that the palette finds: by its words, and where it leads. */
export type Finding = { title: string; note: string; address: string };

const SHOWN_MAX = 8;

/** Search or act: projects, views and their parts by name, from anywhere. Enter goes there; nothing is done by it alone. */
export function Palette({ onClose }: { onClose: () => void }) {
  const query = useSignal('');
  const chosen = useSignal(0);
  const dialog = useRef<HTMLDialogElement>(null);
  // Before the next key: what is typed right after the shortcut goes into the field.
  useLayoutEffect(() => dialog.current?.showModal(), []);
  const found = matching(query.value, findings()).slice(0, SHOWN_MAX);
  const go = (finding: Finding | undefined) => {
    if (!finding) return;
    goTo(finding.address);
    onClose();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step !== 0 && found.length > 0) {
      event.preventDefault();
      chosen.value = (chosen.value + step + found.length) % found.length;
    }
    if (event.key === 'Enter') go(found[chosen.value]);
  };
  return (
    <dialog
      ref={dialog}
      class="palette"
      aria-label={t('console.search')}
      onClose={onClose}
      onKeyDown={onKeyDown}
    >
      <input
        type="text"
        role="combobox"
        aria-expanded="true"
        aria-controls="found"
        aria-activedescendant={found.length > 0 ? `found-${chosen.value}` : undefined}
        aria-label={t('console.search')}
        placeholder={t('console.searchHint')}
        value={query.value}
        onInput={({ currentTarget }) => {
          query.value = currentTarget.value;
          chosen.value = 0;
        }}
      />
      <div id="found" role="listbox" aria-label={t('console.search')}>
        {found.map((finding, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the field's
          // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field
          <div
            key={finding.address + finding.title}
            id={`found-${index}`}
            role="option"
            aria-selected={index === chosen.value}
            onClick={() => go(finding)}
          >
            <span class="clip">{finding.title}</span>
            <span class="meta">{finding.note}</span>
          </div>
        ))}
      </div>
      {found.length === 0 && <p class="notice meta">{t('console.nothingFound')}</p>}
    </dialog>
  );
}

function findings(): Finding[] {
  const views = VIEWS.map((view) => ({
    title: t(`console.view.${view}`),
    note: t('console.view.title'),
    address: viewAddress(view),
  }));
  const names = stored.value?.attention.names ?? {};
  const recent = stored.value?.snapshot?.snapshot.sections.projects.data?.items ?? [];
  const ids = [...new Set([...recent.map(({ projectId }) => projectId), ...Object.keys(names)])];
  const projects = ids.flatMap((projectId) =>
    PROJECT_TABS.map((tab) => ({
      title: `${naming.value.project(projectId)} · ${t(`console.tab.${tab}`)}`,
      note: naming.value.screened ? '' : projectId,
      address: projectAddress(projectId, tab),
    })),
  );
  return [...views, ...projects];
}

/** Those in which every typed word stands, those that begin with it first. */
export function matching(query: string, findings: readonly Finding[]): Finding[] {
  const words = query.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  return findings
    .filter(({ title, note }) => {
      const text = `${title} ${note}`.toLocaleLowerCase();
      return words.every((word) => text.includes(word));
    })
    .toSorted((one, other) => Number(begins(other, words)) - Number(begins(one, words)));
}

const begins = ({ title }: Finding, [first = '']: readonly string[]): boolean =>
  title.toLocaleLowerCase().startsWith(first);
