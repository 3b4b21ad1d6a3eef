import { browser } from 'wxt/browser';
import type { i18n } from '#i18n';

type Value = string | number;

/** Plural forms of a message, in the order in which a locale file writes them: for one, for any other number. */
const FORMS = ' | ';

/**
 * The words of the user's language: a message by its name in the locale files, in the form for `count` if one is given, with
 * every `{name}` filled in. `@wxt-dev/i18n` checks names, counts and fillings when this is compiled; what it would do again
 * while running was twice as long.
 */
export const t = ((name: string, ...given: (number | Record<string, Value>)[]) => {
  const message = browser.i18n.getMessage(name.replaceAll('.', '_') as '@@ui_locale');
  const count = given.find((one) => typeof one === 'number');
  const values = given.find((one) => typeof one === 'object') ?? {};
  const forms = count === undefined ? [message] : message.split(FORMS);
  const form = (count === 1 ? forms[0] : forms.at(-1)) ?? message;
  return form.replace(/\{(\w+)\}/g, (whole, key: string) => String(values[key] ?? whole));
}) as typeof i18n.t;

/** `edge-timeout` is said by the word `edgeTimeout`: browsers allow no hyphen there. */
type WordOf<Kind extends string> = Kind extends `${infer First}-${infer Rest}`
  ? `${First}${Capitalize<WordOf<Rest>>}`
  : Kind;

/** The name under which the locales have words for a kind of ours. */
export function wordOf<Kind extends string>(kind: Kind): WordOf<Kind> {
  return kind.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase()) as WordOf<Kind>;
}
