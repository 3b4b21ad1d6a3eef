import type { NumberedAnnouncement } from '../../shared/attention/news.ts';
import type { Category } from '../../shared/builder-api/limits.ts';
import type { SettingChange } from '../../shared/edge-api/setting-changes.ts';
import type { KeptEvent } from '../../shared/snapshot/kept-event.ts';
import type { ProjectState } from '../../shared/snapshot/project-state.ts';

/**
 * Events that one capability of the object tells the others, with what each listener gets. Tellers and
 * listeners do not know each other: `account/composition.ts` lists who hears what.
 */
export interface AccountEvents {
  /** Something in the snapshot changed: it is built anew, and open browsers are told. */
  changed: [];
  /** Only ages in the snapshot changed: it is built anew, and nobody is told. */
  aged: [];
  /** An event was kept as new, or the delivery of one known from polling arrived; `data` of its body. */
  'event-kept': [event: KeptEvent, data: Readonly<Record<string, unknown>>];
  /** What needs the user was announced: openings of items, and news, each once. */
  announced: [announcements: readonly NumberedAnnouncement[]];
  /** These projects were read with other runs or deployments than before, or after an event about them. */
  'work-read': [projects: readonly ProjectState[]];
  /** A paid call was sent, or became known better. */
  'paid-call': [key: string];
  /** Rows of a project changed, perhaps by a reading. */
  'work-changed': [projectId: string, isRead: boolean];
  /** It is known whose account the key opens, after it was not. */
  'account-known': [];
  polled: [];
  'view-opened': [];
  /** A device is no longer paired, or a token of it has ended: what it holds open is closed. */
  'device-signed-out': [deviceId: string];
  /** A device is no longer paired: what it has begun and goes on by itself stops. */
  'device-removed': [deviceId: string];
  /** A project's webhook was set through the gateway, to this address. */
  'project-hook-set': [projectId: string, url: string];
  /** A project's run was stopped, by a browser or by a guard. */
  'run-stopped': [projectId: string];
  'cap-changed': [projectId: string];
  /** The owner's own cap of a project was set, whether or not it is overridden. */
  'own-cap-changed': [projectId: string, category: Category, cap: number | null];
  /** A setting of a project or of the account was changed; `deviceId` null: by no browser. */
  'setting-changed': [deviceId: string | null, projectId: string | null, change: SettingChange];
  'project-deleted': [projectId: string];
}

type Listener<Name extends keyof AccountEvents> = (...told: AccountEvents[Name]) => void;
/** Who hears each event, in this order. */
export type Listeners = { readonly [Name in keyof AccountEvents]?: readonly Listener<Name>[] };

/** Calls listeners at once, in the order in which they were added. Their errors reach the teller. */
export class Emitter {
  #listeners: Listeners = {};

  on<Name extends keyof AccountEvents>(name: Name, listener: Listener<Name>): void {
    this.#listeners = { ...this.#listeners, [name]: [...(this.#listeners[name] ?? []), listener] };
  }

  listen(heard: Listeners): void {
    for (const name of Object.keys(heard) as (keyof AccountEvents)[])
      for (const listener of heard[name] ?? []) this.on(name, listener as Listener<typeof name>);
  }

  /** From now on nobody is told anything: what told it belongs to an account that is given up. */
  silence(): void {
    this.#listeners = {};
  }

  emit<Name extends keyof AccountEvents>(name: Name, ...told: AccountEvents[Name]): void {
    for (const listener of this.#listeners[name] ?? []) listener(...told);
  }
}
