import { browser } from 'wxt/browser';
import type { GeneratedI18nStructure as Messages } from '#i18n';
import { formatNumber } from './numbers.ts';

type Value = string | number;

/** Separator of plural forms in a locale file, which stand in the order of the language's own categories. */
const FORMS = ' | ';
const CATEGORIES = ['zero', 'one', 'two', 'few', 'many', 'other'] as const;

export function formOf(language: string): (count: number) => number {
  const rules = new Intl.PluralRules(language);
  const { pluralCategories } = rules.resolvedOptions();
  const ordered = CATEGORIES.filter((one) => pluralCategories.includes(one));
  return (count) => ordered.indexOf(rules.select(count));
}

/** Parameters of a message: a number for `{count}` if it has plural forms, then values of other `{name}`s. */
type Given = {
  [Name in keyof Messages]: Messages[Name] extends { plural: true }
    ? [count: number, ...Values<Exclude<Keys<Messages[Name]>, 'count'>, [values?: { count: Value }]>]
    : Values<Keys<Messages[Name]>, []>;
};
type Keys<Message> = Message extends { namedSubstitutions: readonly (infer Key extends string)[] }
  ? Key
  : never;
type Values<Key extends string, None extends unknown[]> = [Key] extends [never]
  ? None
  : [values: Record<Key, Value> & { count?: Value }];

/**
 * Translates a message, in the plural form for `count` if given, with every `{name}` replaced. One table
 * type-checks names, counts and parameters: the overloads of `@wxt-dev/i18n` compare every call with every
 * message, which took most of the time of a type check, and are twice the size at run time.
 */
export function t<Name extends keyof Messages>(name: Name, ...given: Given[Name]): string {
  const message = browser.i18n.getMessage(name.replaceAll('.', '_') as '@@ui_locale');
  const count = given.find((one) => typeof one === 'number');
  const named: Record<string, Value> = given.find((one) => typeof one === 'object') ?? {};
  const values = count === undefined ? named : { count: formatNumber(count), ...named };
  const forms = count === undefined ? [message] : message.split(FORMS);
  const form = (count === undefined ? message : forms[formIndex(count)]) ?? forms.at(-1) ?? message;
  return form.replace(/\{(\w+)\}/g, (whole, key: string) => String(values[key] ?? whole));
}

const formIndex = (count: number): number => {
  chosen ??= formOf(t('language'));
  return chosen(count);
};
let chosen: ReturnType<typeof formOf> | undefined;
