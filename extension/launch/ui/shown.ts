import { HIDDEN } from '../../i18n/naming.ts';
import { naming } from '../../ui/page-state.ts';

/** A text of the user's own, hidden while the screen is shared. What is being typed is shown: nobody can write blindly. */
export const shown = (text: string): string => (naming.value.screened ? HIDDEN : text);
