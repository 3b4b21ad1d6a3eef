import { computed, signal } from '@preact/signals';
import { type InstantMs, SECOND_MS } from '../../shared/time.ts';
import { type ConnectionStatus, connectionStatus } from '../connection/status.ts';
import { connectionTitle } from '../i18n/connection-words.ts';
import { HIDDEN, namingOf } from '../i18n/naming.ts';
import { t } from '../i18n/t.ts';
import { NO_ATTENTION } from '../storage/account.ts';
import { DEFAULT_SETTINGS } from '../storage/settings.ts';
import type { Settings } from '../storage/settings-schema.ts';
import { stored } from './stored-state.ts';

let clock: () => InstantMs = Date.now;

/** This browser's clock, which advances ages on a page. */
export const browserNow = signal(clock());

/** Shows another time on this page from now on. */
export function setClock(now: () => InstantMs): void {
  clock = now;
  browserNow.value = clock();
}

/** Advances the clock while the page is visible. */
export function runClock(): void {
  setInterval(() => {
    if (document.visibilityState === 'visible') browserNow.value = clock();
  }, SECOND_MS);
}

/** Runs once what is rendered now is painted, so that nothing delays that; in a hidden page once shown. */
export function afterPaint(run: () => void): void {
  requestAnimationFrame(() => setTimeout(run));
}

export const online = signal(navigator.onLine);

/** The current connection status. */
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

/** Whether a command can succeed; otherwise no action is offered. */
export const isReachable = computed(() => !UNREACHABLE_STATES.has(statusNow.value.kind));

/** Why no command can succeed; null: one can. */
export const away = computed(() => (isReachable.value ? null : connectionTitle(statusNow.value)));

/** A time of this browser's clock by the edge's, which all times in a snapshot use. */
export const byEdgeClock = (at: InstantMs): InstantMs => at - (stored.value?.snapshot?.skewMs ?? 0);

/** The edge's clock. */
export const edgeNow = computed(() => byEdgeClock(browserNow.value));

/** The time for running work: the clock while updates arrive, else when it was last read. */
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

export const settingsNow = computed(() => stored.value?.settings ?? DEFAULT_SETTINGS);

/** How names and numbers are currently written. */
export const naming = computed(() =>
  namingOf(stored.value?.attention ?? NO_ATTENTION, settingsNow.value.screenShare),
);

/** A text of the user, hidden while the screen is shared. What is being typed stays visible. */
export const mask = (text: string): string => (naming.value.screened ? HIDDEN : text);

/** Applies the user's theme to the page; `system` follows the browser. */
export function applyTheme(theme: Settings['theme']): void {
  const { dataset } = document.documentElement;
  if (theme === 'system') delete dataset.theme;
  else dataset.theme = theme;
}

/** What `Intl.Locale` knows of a language's script, by a method, or by a property in older browsers. */
type ScriptOf = { getTextInfo?: () => { direction: string }; textInfo?: { direction: string } };

/** Sets the page's language for screen readers, which may differ from the browser's, and its direction. */
export function setPageLanguage(language = t('language')): void {
  const locale = new Intl.Locale(language) as ScriptOf;
  document.documentElement.lang = language;
  document.documentElement.dir = (locale.getTextInfo?.() ?? locale.textInfo)?.direction ?? 'ltr';
}
