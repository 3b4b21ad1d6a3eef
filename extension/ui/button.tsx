import type { ButtonHTMLAttributes, Ref } from 'preact';

interface ButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'class' | 'disabled'> {
  at?: Ref<HTMLButtonElement>;
  quiet?: boolean;
  primary?: boolean;
  danger?: boolean;
  /** How it looks where it is no button by its look, such as a chip. */
  class?: string;
  /** Why it can't act now; nothing: it can. It keeps the focus, tells why on hover, and ignores a press. */
  off?: Off;
  /** What it does is going on: it can't act, and shows so. */
  busy?: boolean;
  /** Whether what it opens is open: it opens and closes that. */
  opens?: { value: boolean } | undefined;
}

/** Why something can't be done now. */
export type Off = string | false | null | undefined;

/** A button that acts when it is pressed; a form's own has its type. */
export function Button({
  at = null,
  quiet = false,
  primary = false,
  danger = false,
  class: look = ['button', quiet && 'quiet', primary && 'primary', danger && 'danger']
    .filter(Boolean)
    .join(' '),
  off,
  busy = false,
  opens,
  onClick = opens &&
    (() => {
      opens.value = !opens.value;
    }),
  ...more
}: ButtonProps) {
  const isOff = Boolean(off) || busy;
  return (
    <button
      ref={at}
      type="button"
      class={isOff ? `${look} off` : look}
      aria-disabled={isOff || undefined}
      aria-busy={busy || undefined}
      aria-expanded={opens?.value}
      {...more}
      {...(off && { title: off })}
      // Enter in a field of its form presses it too.
      onClick={isOff ? (event) => event.preventDefault() : onClick}
    />
  );
}
