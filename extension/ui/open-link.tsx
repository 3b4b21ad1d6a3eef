import type { ComponentChildren } from 'preact';
import { t } from '../i18n/t.ts';
import { Icon } from './icons.tsx';
import { consoleUrl, isConsole, openConsole } from './open-page.ts';
import { naming } from './page-state.ts';
import { stored } from './stored-state.ts';

type LinkProps = {
  class: string;
  to: string;
  children: ComponentChildren;
  title?: string;
  'aria-label'?: string;
  'aria-describedby'?: string;
};

/**
 * Opens an address of the web in a tab; for another address there is nothing, whoever stored it. While the
 * screen is shared it is not a link, because a link's address shows on hover.
 */
export function OpenLink({ to, ...props }: LinkProps) {
  if (!/^https?:/i.test(to)) return null;
  if (naming.value.screened) {
    return <button {...props} type="button" onClick={() => window.open(to, '_blank', 'noreferrer')} />;
  }
  return (
    <a {...props} href={to} target="_blank" rel="noreferrer">
      {props.children}
    </a>
  );
}

/** Where credits are bought; null where the edge names no such page, or what is stored is none. */
export function buyingAddress(): string | null {
  const to = stored.value?.snapshot?.snapshot.billingUrl;
  return typeof to === 'string' && to.startsWith('https://') ? to : null;
}

/** Leads to the page where credits are bought, if the edge names one. */
export function BuyCredits(props: { class: string }) {
  const to = buyingAddress();
  return to === null ? null : (
    <OpenLink {...props} to={to}>
      {t('verb.buyCredits')} <Icon name="out" />
    </OpenLink>
  );
}

/** Links to a console address: within the console, or from the popup to its tab. @param to with its `#` */
export function ConsoleLink({ to, children, ...rest }: LinkProps) {
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

/** The service returns a host with or without its scheme. */
export const withScheme = (address: string): string =>
  /^https?:\/\//i.test(address) ? address : `https://${address}`;
