import type { ComponentChildren } from 'preact';
import { t } from '../i18n/t.ts';
import { wide } from './navigation.ts';

/** The name of a view, with the way back to the others where there is no rail beside it. */
export function ViewHeader({ title, children }: { title: string; children?: ComponentChildren }) {
  return (
    <header class="view-header">
      <div>
        {!wide.value && (
          <a class="back meta" href="#/menu">
            {t('console.menu')} ›
          </a>
        )}
        <h1>{title}</h1>
      </div>
      {children}
    </header>
  );
}
