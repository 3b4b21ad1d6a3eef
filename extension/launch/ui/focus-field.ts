import { signal } from '@preact/signals';
import type { Field } from '../draft-problems.ts';

/** The editors below the chips. */
export type Editor = 'caps' | 'attachments' | 'secrets' | 'advanced';
/** `plus`: what can be added is offered, and nothing of it is open yet. */
export const openEditor = signal<Editor | 'plus' | null>(null);

/** Whether the flagged lines are listed, and whether the reference is being edited. */
export const flagsShown = signal(false);
export const referenceOpen = signal(false);

const EDITOR_OF: Partial<Record<Field, Editor>> = {
  caps: 'caps',
  attachments: 'attachments',
  secrets: 'secrets',
  label: 'advanced',
  description: 'advanced',
  group: 'advanced',
  engine: 'advanced',
  designtool: 'advanced',
};

/** Focuses the field that a problem or a refusal refers to. */
export function focusField(field: Field): void {
  const editor = EDITOR_OF[field];
  if (editor) openEditor.value = editor;
  if (field === 'reference') flagsShown.value = true;
  requestAnimationFrame(() => {
    const target = [`#launch-${field}`, '#launch-editor [aria-invalid="true"]', '#launch-editor input']
      .map((place) => document.querySelector<HTMLElement>(place))
      .find((found) => found !== null);
    target?.scrollIntoView({ block: 'nearest' });
    target?.focus();
  });
}

/** Focuses the next flagged line after a decision, or the name after the last one. */
export function focusNextFlag(place: number): void {
  requestAnimationFrame(() => {
    const lines = [...document.querySelectorAll<HTMLElement>('.flags li')];
    const next = (lines[place] ?? lines.at(-1))?.querySelector('button');
    (next ?? document.querySelector<HTMLElement>('#launch-name'))?.focus();
  });
}

/** Focuses the first field of the row that was just added to a list. */
export function focusNewest(list: string): void {
  requestAnimationFrame(() => {
    document.querySelector<HTMLElement>(`${list} > li:last-child input`)?.focus();
  });
}
