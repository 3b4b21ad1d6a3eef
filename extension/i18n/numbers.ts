import { browser } from 'wxt/browser';

/** A language tag, read once: every call goes to the browser's own code. */
export const locale = once(() => browser.i18n.getUILanguage() || 'en');
const numbers = once(() => new Intl.NumberFormat(locale(), { maximumFractionDigits: 1 }));
const twoDigits = once(() => new Intl.NumberFormat(locale(), { maximumSignificantDigits: 2 }));

/** Below this an amount is shown as none: it is what adding fractions leaves. */
const LEAST_SHOWN = 0.001;

/** An amount with at most one decimal; below 1 with two digits, or it would read as none or twice as much. */
export const formatNumber = (amount: number): string => {
  const size = Math.abs(amount);
  return (size < 1 && size >= LEAST_SHOWN ? twoDigits() : numbers()).format(amount);
};

// @__NO_SIDE_EFFECTS__
export function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
