import type { ComponentChildren } from 'preact';
import { naming } from './page-state.ts';

/** Opens an address in a tab. While the screen is shared it is no link: a link's address shows when it is pointed at. */
export function OpenLink(props: { class: string; to: string; children: ComponentChildren }) {
  if (naming.value.screened) {
    return (
      <button type="button" class={props.class} onClick={() => window.open(props.to, '_blank', 'noreferrer')}>
        {props.children}
      </button>
    );
  }
  return (
    <a class={props.class} href={props.to} target="_blank" rel="noreferrer">
      {props.children}
    </a>
  );
}
