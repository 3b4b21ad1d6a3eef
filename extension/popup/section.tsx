import type { ComponentChildren } from 'preact';
import { formatNumber } from '../i18n/format.ts';

/** A titled list. Empty ones are not drawn: the caller leaves them out. */
export function Section({
  title,
  count,
  children,
  ...hold
}: {
  title: string;
  count?: number;
  children: ComponentChildren;
  onPointerEnter?: () => void;
  onPointerLeave?: () => void;
}) {
  return (
    <section aria-label={title} {...hold}>
      <h2>
        {title}
        {count ? <span>{formatNumber(count)}</span> : null}
      </h2>
      <ul>{children}</ul>
    </section>
  );
}
