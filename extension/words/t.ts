import { i18n } from '#i18n';

/** The words of the user's language. Named so that a reader sees where words come from. */
export const t = i18n.t;
