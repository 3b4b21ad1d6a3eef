import type { ComponentChildren } from 'preact';

/** A figure with its title above and what it rests on below. */
export function Sum({
  title,
  value,
  children,
}: {
  title: string;
  value: string;
  children: ComponentChildren;
}) {
  return (
    <p class="sum-of">
      <span class="meta">{title}</span>
      <b class="sum-amount">{value}</b>
      <span class="meta">{children}</span>
    </p>
  );
}
