import type { ButtonHTMLAttributes, Ref } from 'preact';

interface ButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'class' | 'disabled'> {
  at?: Ref<HTMLButtonElement>;
  quiet?: boolean;
  primary?: boolean;
  danger?: boolean;
  /** How it looks where it is no button by its look, such as a chip. */
  class?: string;
  /** It can't act now, of which `title` says why: it keeps the focus, and a press does nothing. */
  disabled?: boolean | undefined;
  /** What it does is going on: it can't act, and shows so. */
  busy?: boolean;
}

/** A button that acts when it is pressed; a form's own has its type. */
export function Button({
  at = null,
  quiet = false,
  primary = false,
  danger = false,
  class: look = ['button', quiet && 'quiet', primary && 'primary', danger && 'danger']
    .filter(Boolean)
    .join(' '),
  disabled = false,
  busy = false,
  onClick,
  ...more
}: ButtonProps) {
  const isOff = disabled || busy;
  return (
    <button
      ref={at}
      type="button"
      class={isOff ? `${look} off` : look}
      aria-disabled={isOff || undefined}
      aria-busy={busy || undefined}
      {...more}
      // Enter in a field of its form presses it too.
      onClick={isOff ? (event) => event.preventDefault() : onClick}
    />
  );
}
