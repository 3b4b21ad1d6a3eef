import { browser } from 'wxt/browser';
import { askTab, currentTab } from '../../capture/ask-tab.ts';
import type { CaptureResult, PageCapture } from '../../capture/page-capture.ts';
import { readCapture } from '../../capture/read-capture.ts';
import { sendMessage } from '../../messaging/client.ts';
import { attachmentStore, storeAttachment } from '../attachment-store.ts';
import { confirmationOf, type Unconfirmable } from '../confirmation.ts';
import type { Draft, LaunchSettings } from '../draft.ts';
import { dayOf, draftCaptures, draftOfCapture } from '../draft-of-capture.ts';
import { draftStore } from '../draft-store.ts';
import { launchEntriesItem, parsedEntries, readEntries } from '../entries-item.ts';
import type { LaunchEntry } from '../launch-entry.ts';
import {
  parsedTemplates,
  readSettingsOfLastLaunch,
  settingsOfLastLaunchItem,
  templatesItem,
} from '../launch-items.ts';
import { openRequestItem } from '../open-request.ts';
import { retryRequestOf } from '../seal-request.ts';
import { secretStore } from '../secret-store.ts';
import type { SecretValues } from '../secret-values.ts';
import { type Prepared, takePrepared } from '../take-prepared.ts';
import type { Template } from '../template.ts';

/** What the launch view needs of the browser; real in a page, made up in tests. */
export interface LaunchModelDependencies {
  now(): number;
  newId(): string;
  today(): string;
  capture(): Promise<CaptureResult>;
  /** What is seen of the tab, as base64 PNG; null where the browser does not allow it. */
  screenshot(): Promise<string | null>;
  draftOf(capture: PageCapture): Promise<Draft>;
  /** Makes drafts of what the background captured. */
  draftCaptures(): Promise<void>;
  drafts: {
    read(id: string): Promise<Draft | null>;
    write(draft: Draft): Promise<void>;
    remove(id: string): Promise<void>;
    list(): Promise<Draft[]>;
    watch(id: string, onChange: (draft: Draft | null) => void): () => void;
  };
  secrets: {
    read(owner: string): Promise<SecretValues>;
    write(owner: string, values: SecretValues): Promise<void>;
    remove(owner: string): Promise<void>;
  };
  files: { write(id: string, base64: string): Promise<void>; remove(ids: string[]): Promise<void> };
  entries: { read(): Promise<LaunchEntry[]>; watch(onChange: (entries: LaunchEntry[]) => void): () => void };
  templates: { read(): Promise<Template[]>; write(templates: Template[]): Promise<void> };
  lastSettings: { read(): Promise<LaunchSettings>; write(settings: LaunchSettings): Promise<void> };
  /** Takes what was prepared, once. */
  openRequest: { take(): Promise<Prepared | null>; watch(onChange: () => void): () => void };
  /** @returns the key of the launch that now stands for the form; else why not, null when nobody answered */
  confirm(draftId: string, insteadOf: string | null): Promise<{ key: string } | Unconfirmable | null>;
  look(key: string): Promise<void>;
  retry(key: string, step: string): Promise<void>;
}

export const browserDependencies: LaunchModelDependencies = {
  now: () => Date.now(),
  newId: () => crypto.randomUUID(),
  today: () => dayOf(Date.now()),
  capture: async () => readCapture(await askTab(await currentTab())),
  screenshot,
  draftOf: (capture) => draftOfCapture(crypto.randomUUID(), capture, Date.now()),
  draftCaptures: () => draftCaptures(Date.now()),
  drafts: draftStore,
  secrets: secretStore,
  files: { write: storeAttachment, remove: attachmentStore.remove },
  entries: {
    read: readEntries,
    watch: (onChange) => launchEntriesItem.watch((value) => onChange(parsedEntries(value))),
  },
  templates: {
    read: async () => parsedTemplates(await templatesItem.getValue()),
    write: (templates) => templatesItem.setValue(templates),
  },
  lastSettings: {
    read: readSettingsOfLastLaunch,
    write: (settings) => settingsOfLastLaunchItem.setValue(settings),
  },
  openRequest: {
    take: takePrepared,
    watch: (onChange) => openRequestItem.watch((value) => (value ? onChange() : undefined)),
  },
  confirm: confirmLaunch,
  look: async (key) => void (await sendMessage('checkLaunch', { key })),
  retry: retryLaunchStep,
};

async function confirmLaunch(draftId: string, insteadOf: string | null) {
  const confirmation = await confirmationOf(browserDependencies, draftId, insteadOf);
  if (typeof confirmation === 'string' || 'key' in confirmation) return confirmation;
  const answered = await sendMessage('confirmLaunch', confirmation);
  return answered.ok ? { key: answered.value } : null;
}

async function retryLaunchStep(key: string, step: string): Promise<void> {
  const entry = (await readEntries()).find((one) => one.key === key);
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
