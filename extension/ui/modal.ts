import { useLayoutEffect, useRef } from 'preact/hooks';

/**
 * A modal dialog while it is rendered; the focus goes back to what had it before. It follows Escape by
 * `cancel`, not by `close`, which comes a task later and would undo, or ignore, what was pressed in between.
 * @param onClose ends its rendering
 * @returns attributes of the `dialog` element, and what closes it
 */
export function useModal(onClose: () => void) {
  const ref = useRef<HTMLDialogElement>(null);
  const putCaretBack = useRef(() => {});
  // Before the next key: what is typed right after opening goes into the dialog.
  useLayoutEffect(() => {
    putCaretBack.current = caretOf(document.activeElement);
    ref.current?.showModal();
  }, []);
  const close = () => {
    ref.current?.close();
    putCaretBack.current();
    onClose();
  };
  return { attributes: { ref, onCancel: close }, close };
}

/**
 * Chromium gives a field its focus back without a caret: what is typed then goes nowhere.
 * @returns puts the caret back where it is now, if the field has the focus
 */
function caretOf(field: Element | null): () => void {
  if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) return () => {};
  const { selectionStart, selectionEnd } = field;
  return () => {
    if (document.activeElement !== field) return;
    if (selectionStart !== null) {
      field.setSelectionRange(selectionStart, selectionEnd);
      return;
    }
    // A field of numbers or days has no range to set.
    field.blur();
    field.focus();
  };
}
