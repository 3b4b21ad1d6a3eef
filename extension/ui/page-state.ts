import { computed, signal } from '@preact/signals';
import { emptyAttention } from '../../shared/attention/state.ts';
import { type InstantMs, SECOND_MS } from '../../shared/time.ts';
import { type ConnectionStatus, connectionStatus } from '../connection/status.ts';
import { HIDDEN, namingOf } from '../i18n/naming.ts';
import { t } from '../i18n/t.ts';
import { completeSettings, type Settings } from '../storage/settings.ts';
import { stored } from './stored-state.ts';

/** This browser's clock, by which ages on a page move on. */
export const browserNow = signal<InstantMs>(Date.now());

/** Moves the clock while the page is seen. */
export function runClock(): void {
  setInterval(() => {
    if (document.visibilityState === 'visible') browserNow.value = Date.now();
  }, SECOND_MS);
}

export const online = signal(navigator.onLine);

/** How things stand right now. */
export const statusNow = computed<ConnectionStatus>(() =>
  stored.value ? connectionStatus(stored.value, online.value, browserNow.value) : { kind: 'loading' },
);

const UNREACHABLE_STATES: ReadonlySet<ConnectionStatus['kind']> = new Set([
  'not-paired',
  'loading',
  'offline',
  'failing',
  'no-credits',
]);

/** Whether a command may succeed: nothing is offered as the thing to do that can only fail. */
export const isReachable = computed(() => !UNREACHABLE_STATES.has(statusNow.value.kind));

/** The edge's clock: what all times in a snapshot count by. */
export const edgeNow = computed(() => browserNow.value - (stored.value?.snapshot?.skewMs ?? 0));

/** By which work counts as going on: the clock while the work is followed, else the moment it was last read. */
export const workNow = computed(() => {
  const status = statusNow.value;
  const isFollowed =
    status.kind === 'fine' ||
    status.kind === 'clock-wrong' ||
    (status.kind === 'partly' && !status.sections.includes('projects'));
  return isFollowed
    ? edgeNow.value
    : (stored.value?.snapshot?.snapshot.sections.projects.readAt ?? edgeNow.value);
});

export const settingsNow = computed(() => completeSettings(stored.value?.settings ?? null));

/** How names and numbers are written right now. */
export const naming = computed(() =>
  namingOf(stored.value?.attention ?? emptyAttention, settingsNow.value.screenShare),
);

/** A text of the user's own, hidden while the screen is shared. What is being typed is shown: nobody can write blindly. */
export const mask = (text: string): string => (naming.value.screened ? HIDDEN : text);

/** The user's theme on the page; `system` leaves it to the browser. */
export function applyTheme(theme: Settings['theme']): void {
  const { dataset } = document.documentElement;
  if (theme === 'system') delete dataset.theme;
  else dataset.theme = theme;
}

/** Tells screen readers the language of the words that are shown, which may not be the browser's own. */
export function setPageLanguage(): void {
  document.documentElement.lang = t('language');
}
