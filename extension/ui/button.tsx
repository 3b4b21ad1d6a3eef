import type { ButtonHTMLAttributes } from 'preact';

interface ButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'class' | 'type'> {
  quiet?: boolean;
  primary?: boolean;
}

/** A button that acts when it is pressed; a form's own has its type. */
export function Button({ quiet = false, primary = false, ...more }: ButtonProps) {
  const look = quiet ? ' quiet' : primary ? ' primary' : '';
  return <button type="button" class={`button${look}`} {...more} />;
}
