import { useSignal } from '@preact/signals';
import { t } from '../../i18n/t.ts';
import { Icon } from '../../ui/icon.tsx';
import { DraftList } from './draft-list.tsx';
import { LaunchList } from './launch-list.tsx';
import { useModel } from './model-context.ts';
import { TemplateList } from './template-list.tsx';

const TABS = ['drafts', 'launches', 'templates'] as const;
type Tab = (typeof TABS)[number];
const PANELS: Record<Tab, () => preact.JSX.Element> = {
  drafts: DraftList,
  launches: LaunchList,
  templates: TemplateList,
};

/** What was begun, what was launched, and words to start from. */
export function DeskView() {
  const model = useModel();
  const tab = useSignal<Tab>('drafts');
  const Panel = PANELS[tab.value];
  const step = (event: KeyboardEvent) => {
    const by = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    const next = TABS[(TABS.indexOf(tab.value) + by + TABS.length) % TABS.length];
    if (by === 0 || !next) return;
    tab.value = next;
    document.getElementById(`desk-${next}`)?.focus();
  };
  return (
    <>
      <header class="launch-top">
        <button
          type="button"
          class="button icon"
          aria-label={t('verb.back')}
          onClick={() => model.backToForm()}
        >
          <Icon name="back" />
        </button>
        <h1>{t('launch.deskView.title')}</h1>
      </header>
      <div class="tabs" role="tablist" aria-label={t('launch.deskView.title')} onKeyDown={step}>
        {TABS.map((name) => (
          <button
            key={name}
            id={`desk-${name}`}
            type="button"
            role="tab"
            aria-selected={tab.value === name}
            aria-controls="desk-panel"
            tabIndex={tab.value === name ? 0 : -1}
            onClick={() => (tab.value = name)}
          >
            {t(`launch.deskView.${name}`)}
          </button>
        ))}
      </div>
      <div class="desk" id="desk-panel" role="tabpanel" aria-labelledby={`desk-${tab.value}`}>
        <Panel />
      </div>
    </>
  );
}
