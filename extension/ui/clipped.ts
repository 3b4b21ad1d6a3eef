/**
 * Gives a text that is cut off with an ellipsis its whole words as a title when the pointer comes to it. Titles that it has already
 * are left alone. Call once.
 */
export function titleWhatIsCut(): void {
  const given = new WeakMap<HTMLElement, string>();
  addEventListener('pointerover', ({ target }) => {
    for (let one = target; one instanceof HTMLElement; one = one.parentElement) {
      if (getComputedStyle(one).textOverflow !== 'ellipsis') continue;
      if (one.title !== (given.get(one) ?? '')) return;
      const words = one.scrollWidth > one.clientWidth ? (one.textContent ?? '') : '';
      given.set(one, words);
      if (words === '') one.removeAttribute('title');
      else one.title = words;
      return;
    }
  });
}
