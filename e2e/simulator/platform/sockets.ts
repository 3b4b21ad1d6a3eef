import type { SimulatedProcess } from './processes.ts';
import type { Timeline } from './timeline.ts';

const LATENCY_MS = 5;
const ABNORMAL_CLOSURE = 1006;

type Listener = (event: { data?: unknown; code?: number; reason?: string }) => void;

/** One end of a WebSocket, with the APIs of browsers and Workers. Messages arrive later. */
export class SocketEnd {
  readyState: number = WebSocket.OPEN;
  /** Set by the accepting object: kept over hibernation. */
  tags: readonly string[] = [];
  peer: SocketEnd | null = null;
  /** Messages are dropped once this process has stopped. */
  process: SimulatedProcess | null = null;
  /** Handler of the accepting object; the other end uses listeners. */
  onMessage: ((data: string) => void) | null = null;
  onClose: ((code: number, reason: string) => void) | null = null;
  lastPingAt: Date | null = null;
  autoResponse: { readonly request: string; readonly response: string } | null = null;
  readonly #listeners = new Map<string, Listener[]>();
  readonly #timeline: Timeline;
  #attachment: unknown = null;

  constructor(timeline: Timeline) {
    this.#timeline = timeline;
  }

  addEventListener(type: string, listener: Listener): void {
    this.#listeners.set(type, [...(this.#listeners.get(type) ?? []), listener]);
  }

  /** Workers require it for an end used without hibernation. */
  accept(): void {}

  send(data: string): void {
    if (this.readyState !== WebSocket.OPEN) throw new Error('The socket is not open.');
    this.#timeline.after(LATENCY_MS, () => this.peer?.hear(data));
  }

  close(code = 1000, reason = ''): void {
    if (this.readyState === WebSocket.CLOSED) return;
    this.readyState = WebSocket.CLOSED;
    this.#timeline.after(LATENCY_MS, () => this.peer?.hearClose(code, reason));
  }

  /** Breaks the connection without a close message. */
  break(): void {
    for (const end of [this, this.peer]) end?.hearClose(ABNORMAL_CLOSURE, '');
  }

  serializeAttachment(value: unknown): void {
    this.#attachment = structuredClone(value);
  }

  deserializeAttachment(): unknown {
    return structuredClone(this.#attachment);
  }

  tell(type: string, event: Parameters<Listener>[0]): void {
    if (this.process?.over) return;
    const tellAll = () => {
      for (const listener of this.#listeners.get(type) ?? []) listener(event);
    };
    if (this.process) this.process.run(tellAll);
    else tellAll();
  }

  /** Receives a message of the other end. */
  hear(data: string): void {
    if (this.readyState !== WebSocket.OPEN) return;
    if (this.autoResponse && data === this.autoResponse.request) {
      this.lastPingAt = new Date();
      this.send(this.autoResponse.response);
      return;
    }
    if (this.onMessage) this.onMessage(data);
    else this.tell('message', { data });
  }

  /** The other end closed, or the connection broke. */
  hearClose(code: number, reason: string): void {
    if (this.readyState === WebSocket.CLOSED) return;
    this.readyState = WebSocket.CLOSED;
    if (this.onClose) this.onClose(code, reason);
    else this.tell('close', { code, reason });
  }
}

export function socketPair(timeline: Timeline): { 0: SocketEnd; 1: SocketEnd } {
  const pair = { 0: new SocketEnd(timeline), 1: new SocketEnd(timeline) };
  pair[0].peer = pair[1];
  pair[1].peer = pair[0];
  return pair;
}
