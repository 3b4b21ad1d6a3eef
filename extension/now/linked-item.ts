import { signal } from '@preact/signals';

/** The item that a notification or an address leads to: its row is opened. */
export const linkedItem = signal('');
