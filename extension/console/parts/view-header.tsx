import type { ComponentChildren } from 'preact';
import { t } from '../../i18n/t.ts';
import { useTitle } from './arrival.ts';
import { wide } from './navigation.ts';

/** Title of a view, with a link to the rail where that is not beside it. */
export function ViewHeader({
  title,
  about,
  children,
}: {
  title: string;
  /** What it is about, in one line. */
  about?: ComponentChildren;
  children?: ComponentChildren;
}) {
  return (
    <header class="view-header">
      <div>
        {!wide.value && (
          <a class="back meta" href="#/menu">
            {t('name')} ›
          </a>
        )}
        <h1 ref={useTitle('view')}>{title}</h1>
        {about && <p class="meta clip">{about}</p>}
      </div>
      {children}
    </header>
  );
}
