/** One outlined proposal: its place, as indexes of child elements from the document's root, and its text. */
export interface Outlined {
  path: number[];
  words: string;
}

export interface OutlineWords {
  previous: string;
  next: string;
  use: string;
  close: string;
}

/**
 * Outlines what a page offers, one by one, until one is taken or the user has seen enough; arrow keys, Enter
 * and Escape act like its buttons. Runs in the page with all it needs; removes its one element in the end.
 * @param at which is outlined first
 * @returns the one that was taken; null for none
 */
export async function outlineInPage(
  items: readonly Outlined[],
  at: number,
  words: OutlineWords,
): Promise<number | null> {
  // Called again while it is there: the previous one ends. The page itself does not see this name.
  const world = globalThis as { endPilotLightOutline?: () => void };
  world.endPilotLightOutline?.();
  const host = document.createElement('div');
  const root = host.attachShadow({ mode: 'closed' });
  const style = (element: HTMLElement, css: Partial<CSSStyleDeclaration>) => {
    Object.assign(element.style, css);
    return element;
  };
  style(host, { all: 'initial', position: 'fixed', inset: '0', zIndex: '2147483647', pointerEvents: 'none' });
  const frame = style(document.createElement('div'), {
    position: 'fixed',
    border: '3px solid #c2410c',
    borderRadius: '4px',
    boxShadow: '0 0 0 2px #fff',
  });
  const bar = style(document.createElement('div'), {
    position: 'fixed',
    insetInline: '0',
    bottom: '16px',
    margin: 'auto',
    width: 'fit-content',
    maxWidth: 'calc(100vw - 32px)',
    display: 'flex',
    flexWrap: 'wrap',
    gap: '8px',
    alignItems: 'center',
    padding: '8px 12px',
    font: '14px/20px system-ui, sans-serif',
    color: '#1c1917',
    background: '#fff',
    border: '1px solid #a8a29e',
    borderRadius: '8px',
    pointerEvents: 'auto',
  });
  bar.setAttribute('role', 'dialog');
  const status = document.createElement('span');
  status.setAttribute('role', 'status');
  let now = at;
  const elementAt = (path: readonly number[]): Element | null => {
    let element: Element | null = document.documentElement;
    for (const index of path) element = element?.children[index] ?? null;
    return element;
  };
  const place = () => {
    const box = elementAt(items[now]?.path ?? [])?.getBoundingClientRect();
    style(frame, {
      display: box ? 'block' : 'none',
      left: `${(box?.left ?? 0) - 4}px`,
      top: `${(box?.top ?? 0) - 4}px`,
      width: `${(box?.width ?? 0) + 2}px`,
      height: `${(box?.height ?? 0) + 2}px`,
    });
  };
  const show = (index: number) => {
    now = (index + items.length) % items.length;
    status.textContent = items[now]?.words ?? '';
    elementAt(items[now]?.path ?? [])?.scrollIntoView({ block: 'nearest' });
    place();
  };
  return new Promise((resolve) => {
    const end = (taken: number | null) => {
      removeEventListener('keydown', onKey, true);
      removeEventListener('scroll', place, true);
      removeEventListener('resize', place);
      delete world.endPilotLightOutline;
      host.remove();
      resolve(taken);
    };
    const onKey = (event: KeyboardEvent) => {
      const act = {
        ArrowLeft: () => show(now - 1),
        ArrowRight: () => show(now + 1),
        Enter: () => end(now),
        Escape: () => end(null),
      }[event.key];
      // Events that the page creates are not the user's.
      if (!act || !event.isTrusted) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      act();
    };
    const button = (text: string, act: () => void) => {
      const made = style(document.createElement('button'), {
        font: 'inherit',
        color: 'inherit',
        background: '#fff',
        border: '1px solid #78716c',
        borderRadius: '6px',
        padding: '2px 10px',
        cursor: 'pointer',
      });
      made.textContent = text;
      made.addEventListener('click', (event) => {
        if (event.isTrusted) act();
      });
      return made;
    };
    bar.append(
      status,
      button(words.previous, () => show(now - 1)),
      button(words.next, () => show(now + 1)),
      button(words.use, () => end(now)),
      button(words.close, () => end(null)),
    );
    root.append(frame, bar);
    addEventListener('keydown', onKey, true);
    addEventListener('scroll', place, true);
    addEventListener('resize', place);
    world.endPilotLightOutline = () => end(null);
    document.documentElement.append(host);
    show(at);
  });
}
