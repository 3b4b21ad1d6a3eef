import { browser } from 'wxt/browser';
import type { GeneratedI18nStructure as Messages } from '#i18n';

type Value = string | number;

/** Plural forms of a message, in the order in which a locale file writes them: for one, for any other number. */
const FORMS = ' | ';

/** What a message of the locale files takes: a number if it has plural forms, then what fills in its `{name}`s. */
type Given = {
  [Name in keyof Messages]: Messages[Name] extends {
    namedSubstitutions: readonly (infer Key extends string)[];
  }
    ? [...Count<Messages[Name]>, values: Record<Key, Value>]
    : Count<Messages[Name]>;
};
type Count<Message> = Message extends { plural: true } ? [count: number] : [];

/**
 * The words of the user's language: a message by its name in the locale files, in the form for `count` if one is given, with
 * every `{name}` filled in. Names, counts and fillings are checked when this is compiled, by one table: the overloads of
 * `@wxt-dev/i18n` compared every call with every message, and made up most of the time of a type check. At run time it
 * would be twice the size.
 */
export function t<Name extends keyof Messages>(name: Name, ...given: Given[Name]): string {
  const message = browser.i18n.getMessage(name.replaceAll('.', '_') as '@@ui_locale');
  const count = given.find((one) => typeof one === 'number');
  const values: Record<string, Value> = given.find((one) => typeof one === 'object') ?? {};
  const forms = count === undefined ? [message] : message.split(FORMS);
  const form = (count === 1 ? forms[0] : forms.at(-1)) ?? message;
  return form.replace(/\{(\w+)\}/g, (whole, key: string) => String(values[key] ?? whole));
}

/** `edge-timeout` is said by the word `edgeTimeout`: browsers allow no hyphen there. */
type WordOf<Kind extends string> = Kind extends `${infer First}-${infer Rest}`
  ? `${First}${Capitalize<WordOf<Rest>>}`
  : Kind;

/** The name under which the locales have words for a kind of ours. */
export function wordOf<Kind extends string>(kind: Kind): WordOf<Kind> {
  return kind.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase()) as WordOf<Kind>;
}
