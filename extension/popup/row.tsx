import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { Glyph, type GlyphName } from '../ui/glyph.tsx';

export type RowProps = {
  id: string;
  glyph: GlyphName;
  progress?: number | undefined;
  title: string;
  facts: string;
  /** At the right: a verb, or times. */
  side?: ComponentChildren;
  /** Below the facts, always seen. */
  extra?: ComponentChildren;
  /** Exact facts and lesser verbs, when opened. */
  detail?: ComponentChildren;
  /** A form that the verb has opened. */
  below?: ComponentChildren;
  soft?: boolean;
  wrap?: boolean;
  open?: { value: boolean };
};

/** One line of any list: sign, sentence, facts, one verb; opens to what is exact. */
export function Row(props: RowProps) {
  const own = useSignal(false);
  const open = props.open ?? own;
  const detailId = `detail-${props.id}`;
  return (
    <li class={props.soft ? 'row soft' : 'row'} id={`row-${props.id}`}>
      <Glyph name={props.glyph} {...(props.progress === undefined ? {} : { progress: props.progress })} />
      <div class="words">
        <button
          type="button"
          class="sentence"
          aria-expanded={open.value}
          aria-controls={detailId}
          onClick={() => (open.value = !open.value)}
        >
          <strong class={props.wrap ? 'lines' : 'clip'}>{props.title}</strong>
          <span class={props.wrap ? 'meta lines' : 'meta clip'}>{props.facts}</span>
        </button>
        {props.extra}
      </div>
      {props.side && <div class="side">{props.side}</div>}
      {props.below && <div class="below">{props.below}</div>}
      {open.value && (
        <div class="detail" id={detailId}>
          {props.detail}
        </div>
      )}
    </li>
  );
}

/** Exact facts, name by name. */
export function Facts({ of }: { of: [name: string, value: string][] }) {
  return (
    <dl class="facts meta">
      {of.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
