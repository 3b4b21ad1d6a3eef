/** Languages of everything said: of browsers, alerts and the stores' listings. */
export const LANGUAGES = ['en', 'de'] as const;
export type Language = (typeof LANGUAGES)[number];

/** Locales for dates and numbers: days before months, and hours to 24, as the sentences have them. */
export const LOCALES: Readonly<Record<Language, string>> = { en: 'en-GB', de: 'de' };
