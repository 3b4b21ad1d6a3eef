import type { FunctionComponent } from 'preact';
import { browser } from 'wxt/browser';
import type { PageCapture } from '../../capture/page-capture.ts';
import { captureTab, currentTab, readCapture } from '../../capture/read-tab.ts';
import type { Result } from '../../edge-client/api-error.ts';
import { sendMessage } from '../../messaging/client.ts';
import {
  attachmentStore,
  type Draft,
  draftStore,
  lastSettings,
  secretStore,
  templateStore,
} from '../../storage/drafts.ts';
import { launchStore } from '../../storage/launches.ts';
import { openRequestItem } from '../../storage/session.ts';
import { dayOf, draftCaptures, draftOfCapture, type Prepared, takePrepared } from '../captured-drafts.ts';
import { confirmationOf, retryRequestOf, type Unconfirmable } from '../launch-request.ts';
import type { MaterialDependencies } from './material.ts';

/**
 * Why a form was not launched. `not-kept`: this browser could not store it; `unread`: this browser holds paid
 * calls that it can't read; `no-background`: the background did not respond.
 */
export type Unconfirmed = Unconfirmable | 'not-kept' | 'unread' | 'no-background';

/** The form or the progress of a launch; or the lists of drafts, launches and templates. */
export type Screen = 'form' | 'history';

/** External dependencies of the launch view, replaced in tests. */
export interface LaunchModelDependencies extends MaterialDependencies {
  now(): number;
  today(): string;
  draftOf(capture: PageCapture): Promise<Draft>;
  /** Creates drafts of what the background captured. */
  draftCaptures(): Promise<void>;
  drafts: Omit<typeof draftStore, 'shrink' | 'clear' | 'entry'>;
  secrets: typeof secretStore;
  entries: typeof launchStore;
  templates: typeof templateStore;
  lastSettings: typeof lastSettings;
  /** Takes what was prepared, once. */
  openRequest: { take(): Promise<Prepared | null>; watch(onChange: () => void): () => void };
  /** @returns the key of the form's current launch; else why there is none */
  confirm(
    draftId: string,
    insteadOf: string | null,
    isUndoable: boolean,
  ): Promise<{ key: string } | Unconfirmed>;
  look(key: string): Promise<void>;
  /** Null: none of the projects that it may have created. */
  settle(key: string, projectId: string | null): Promise<Result<null>>;
  retry(key: string, step: string): Promise<void>;
  /** Chooses a group by its name, where there is room for it. */
  GroupField?: FunctionComponent<{ value: string; onChange: (groupId: string) => void }>;
  /** The screen that is shown, where that is an address. */
  screen?: { value: Screen };
}

export const browserDependencies: LaunchModelDependencies = {
  now: () => Date.now(),
  newId: () => crypto.randomUUID(),
  today: () => dayOf(Date.now()),
  capture: async (tab) => readCapture(await captureTab(tab ?? (await currentTab()))),
  screenshot,
  draftOf: (capture) => draftOfCapture(crypto.randomUUID(), capture, Date.now()),
  draftCaptures: () => draftCaptures(Date.now()),
  drafts: draftStore,
  secrets: secretStore,
  files: attachmentStore,
  entries: launchStore,
  templates: templateStore,
  lastSettings,
  openRequest: {
    take: takePrepared,
    watch: (onChange) => openRequestItem.watch((value) => (value ? onChange() : undefined)),
  },
  confirm: confirmLaunch,
  look: async (key) => void (await sendMessage('checkLaunch', { key })),
  settle: (key, projectId) =>
    sendMessage(
      'settlePaidCall',
      projectId === null ? { key, happened: false } : { key, happened: true, projectId },
    ),
  retry: retryLaunchStep,
};

async function confirmLaunch(draftId: string, insteadOf: string | null, isUndoable: boolean) {
  const confirmation = await confirmationOf(browserDependencies, draftId, insteadOf);
  if (typeof confirmation === 'string' || 'key' in confirmation) return confirmation;
  const response = await sendMessage('confirmLaunch', { ...confirmation, isUndoable });
  if (response.ok) return { key: response.value };
  if (response.error.code === 'UNREAD_CALLS') return 'unread';
  return response.error.kind === 'storage-full' ? 'not-kept' : 'no-background';
}

async function retryLaunchStep(key: string, step: string): Promise<void> {
  const entry = (await launchStore.read()).find((one) => one.key === key);
  if (!entry) return;
  await sendMessage('retryLaunchStep', { key, step, request: retryRequestOf(entry.draft) });
}

async function screenshot(): Promise<string | null> {
  try {
    const dataUrl = await browser.tabs.captureVisibleTab({ format: 'png' });
    return dataUrl.slice(dataUrl.indexOf(',') + 1);
  } catch {
    return null;
  }
}
