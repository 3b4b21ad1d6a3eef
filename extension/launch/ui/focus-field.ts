import { signal } from '@preact/signals';
import type { Field } from '../draft-problems.ts';

/** The editor below the chips that is open. */
export const EDITORS = ['model', 'caps', 'attachments', 'secrets', 'advanced'] as const;
export type Editor = (typeof EDITORS)[number];
export const openEditor = signal<Editor | null>(null);

/** Whether the flagged lines are listed, and the reference is being edited. */
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
};

/** Brings the user to the field that a problem or a refusal points at. */
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

/** A flagged line has been decided: the focus goes to the one that took its place, else on to the name. */
export function focusNextFlag(place: number): void {
  requestAnimationFrame(() => {
    const lines = [...document.querySelectorAll<HTMLElement>('.flags li')];
    const next = (lines[place] ?? lines.at(-1))?.querySelector('button');
    (next ?? document.querySelector<HTMLElement>('#launch-name'))?.focus();
  });
}

/** Brings the user to the row that was just added to a list: its first field. */
export function focusNewest(list: string): void {
  requestAnimationFrame(() => {
    document.querySelector<HTMLElement>(`${list} > li:last-child input`)?.focus();
  });
}
