import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { Button } from '../../ui/button.tsx';
import { Glyph, type GlyphName, Icon } from '../../ui/icons.tsx';
import { arriveIn, useArrival } from './arrival.ts';

/** A section of Settings: its name beside its rows. An address leads to it by its id. */
export function SettingsSection({
  id,
  title,
  children,
}: {
  id: string;
  title: string;
  children: ComponentChildren;
}) {
  return (
    <section id={id} aria-labelledby={`${id}-heading`}>
      <h2 id={`${id}-heading`} tabIndex={-1}>
        {title}
      </h2>
      {children}
    </section>
  );
}

/**
 * Row of a setting: sign, name, value, verb. Unfolds to its children, also when the palette leads to it.
 * @param isOpen whether it begins open, or opens when that is known
 */
export function Setting({
  name,
  sign,
  value,
  side,
  isOpen = false,
  children,
}: {
  name: string;
  sign?: GlyphName | null;
  value?: ComponentChildren;
  side?: ComponentChildren;
  isOpen?: boolean;
  children?: ComponentChildren;
}) {
  const row = useRef<HTMLElement>(null);
  const Row = children === undefined ? 'div' : 'section';
  const open = useSignal(isOpen);
  useEffect(() => {
    if (isOpen) open.value = true;
  }, [isOpen]);
  useArrival(name, () => {
    open.value = true;
    // Once its content is rendered.
    setTimeout(() => arriveIn(row.current));
  });
  return (
    <Row class="setting" aria-label={children === undefined ? undefined : name} ref={row as never}>
      <span class="setting-sign">{sign && <Glyph name={sign} />}</span>
      <h3>
        {children === undefined ? (
          name
        ) : (
          <Button class="fold" opens={open}>
            {name}
            <Icon name="chevron" />
          </Button>
        )}
      </h3>
      <div class="setting-value">{value}</div>
      {side && <div class="verbs">{side}</div>}
      {open.value && children !== undefined && <div class="setting-body">{children}</div>}
    </Row>
  );
}
