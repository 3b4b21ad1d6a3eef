import type { ComponentChildren } from 'preact';
import { consoleUrl, isConsole, openConsole } from './open-console.ts';

/** Leads to an address of the console: within it, or from the popup to its tab. @param to with its `#` */
export function ConsoleLink({
  to,
  children,
  ...rest
}: {
  class: string;
  to: string;
  children: ComponentChildren;
  title?: string;
  'aria-label'?: string;
}) {
  if (isConsole()) {
    return (
      <a {...rest} href={to}>
        {children}
      </a>
    );
  }
  return (
    <a
      {...rest}
      href={consoleUrl(to)}
      onClick={(event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey) return;
        event.preventDefault();
        void openConsole(to).then(() => window.close());
      }}
    >
      {children}
    </a>
  );
}
