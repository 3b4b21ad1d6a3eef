/** What had the focus is gone: it goes to the row that it stood in, or that it showed. */
export function focusRow(id: string | undefined): void {
  document.getElementById(`row-${id}`)?.querySelector<HTMLElement>('.sentence')?.focus();
}
