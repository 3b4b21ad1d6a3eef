/** What had the focus is gone: it goes to the row that it stood in, or that it showed, or that took the row's place. */
export function focusRow(id: string | undefined): void {
  const row = document.getElementById(`row-undo-${id}`) ?? document.getElementById(`row-${id}`);
  row?.querySelector<HTMLElement>('.sentence')?.focus();
}
