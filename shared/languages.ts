/** Languages of everything said: of browsers, alerts and the stores' listings. */
export const LANGUAGES = ['en', 'de'] as const;
export type Language = (typeof LANGUAGES)[number];
