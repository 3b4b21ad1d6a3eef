import type { Paired } from '../../edge/testing/edge.ts';
import { type Live, live } from '../../edge/testing/live.ts';
import type { AnnouncementsPage } from '../../shared/snapshot/attention-schema.ts';
import type { KeptEvent } from '../../shared/snapshot/kept-event.ts';
import { parseSnapshot, type Snapshot } from '../../shared/snapshot/snapshot.ts';

type Announced = AnnouncementsPage['items'][number];

/** Longer than a push takes on a busy machine. */
const PUSH_MS = 5_000;
const LOOK_EVERY_MS = 20;

/** A browser as the edge knows it: it keeps a cursor, takes what is pushed, and asks for what it missed. */
export class HourBrowser {
  readonly device: Paired;
  /** What it has heard of, in the order in which it did. */
  readonly heard: Announced[] = [];
  #cursor: number;
  #live: Live | null = null;
  #read = 0;
  #shown: Snapshot | null = null;

  /** @param cursor number of the newest announcement when it was paired */
  constructor(device: Paired, cursor: number) {
    this.device = device;
    this.#cursor = cursor;
  }

  get isOpen(): boolean {
    return this.#live !== null;
  }

  /** Opens it with a view in front. */
  async open(): Promise<void> {
    this.#live = await live(this.device.token, this.#cursor);
    this.#read = 0;
    this.view();
  }

  /** Reports again that the view is open, as a connected browser does. */
  view(): void {
    this.#live?.socket.send(JSON.stringify({ type: 'view', open: true }));
  }

  close(): void {
    this.#live?.socket.close(1000, 'closed');
    this.#live = null;
  }

  /** Connects again where the connection was lost. */
  async reconnect(): Promise<void> {
    this.#live = null;
    await this.open();
  }

  /** What it shows: an open one what was pushed to it, another one what it asks for when it is opened. */
  async look(): Promise<Snapshot> {
    const socket = this.#live;
    if (socket === null) {
      await this.#catchUp();
      return this.#fetch();
    }
    // What it fetches may make the edge read, and push once more.
    const deadline = performance.now() + PUSH_MS;
    do {
      await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
      if (performance.now() > deadline) throw new Error('What was announced was not pushed.');
    } while (!(await this.#isUpToDate(socket)));
    return this.#shown ?? this.#fetch();
  }

  async events(): Promise<KeptEvent[]> {
    return (await this.device.ask('GET', '/events?limit=100')).data.events;
  }

  /** Takes over what was pushed. @returns whether nothing newer is on its way */
  async #isUpToDate(socket: Live): Promise<boolean> {
    const pushed = socket.messages.slice(this.#read);
    this.#read += pushed.length;
    for (const message of pushed) {
      if (message.type === 'gap') await this.#catchUp();
      else this.#take(message.announcements, message.cursor);
    }
    if (pushed.length > 0) await this.#fetch();
    const isQuiet = pushed.length === 0 && this.#shown !== null;
    return isQuiet && this.#cursor === this.#shown?.attention?.lastAnnouncement;
  }

  async #fetch(): Promise<Snapshot> {
    const snapshot = parseSnapshot((await this.device.ask('GET', '/snapshot')).data);
    if (snapshot === null) throw new Error('There is no snapshot.');
    this.#shown = snapshot;
    return snapshot;
  }

  async #catchUp(): Promise<void> {
    for (;;) {
      const { data } = await this.device.ask('GET', `/announcements?since=${this.#cursor}`);
      const { items, next } = data as AnnouncementsPage;
      this.#take(items, next);
      if (items.length === 0 || items.at(-1)?.number === next) return;
    }
  }

  #take(items: readonly Announced[], cursor: number): void {
    this.heard.push(...items.filter(({ number }) => number > this.#cursor));
    this.#cursor = cursor;
  }
}
