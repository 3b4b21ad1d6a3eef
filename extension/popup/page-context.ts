import { computed, signal } from '@preact/signals';
import { completeSettings } from '../settings/settings.ts';
import { namingOf } from '../words/naming.ts';
import { browserNow } from './clock.ts';
import { stored } from './stored-model.ts';

/** The views of the popup; `home` unless the user goes elsewhere. */
export type View = 'home' | 'launch' | 'history';
export const view = signal<View>('home');

/** The row that a notification or an address points at. */
export const pointedAt = signal('');

/** The edge's clock: what all times in a snapshot count by. */
export const edgeNow = computed(() => browserNow.value - (stored.value?.snapshot?.skewMs ?? 0));

export const settingsNow = computed(() => completeSettings(stored.value?.settings ?? null));

/** How names and numbers are written right now. */
export const naming = computed(() =>
  namingOf(stored.value?.attention.names ?? {}, settingsNow.value.screenShare),
);

export const online = signal(navigator.onLine);
