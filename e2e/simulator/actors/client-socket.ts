import type { SimulatedProcess } from '../platform/processes.ts';
import type { SocketEnd } from '../platform/sockets.ts';

type Listener = (event: { data?: unknown; code?: number; reason?: string }) => void;

const ABNORMAL_CLOSURE = 1006;

/** A browser's WebSocket: opens after a while, ends with its background. */
export class ClientSocket {
  readonly #listeners = new Map<string, Listener[]>();
  readonly #process: SimulatedProcess;
  #end: SocketEnd | null = null;
  #closed = false;

  /** @param connect returns the client's end; null when the server refused */
  constructor(process: SimulatedProcess, connect: () => Promise<SocketEnd | null>) {
    this.#process = process;
    process.onEnd(() => this.close());
    connect().then(
      (end) => (end ? this.#opened(end) : this.#lost()),
      () => this.#lost(),
    );
  }

  addEventListener(type: string, listener: Listener): void {
    this.#listeners.set(type, [...(this.#listeners.get(type) ?? []), listener]);
  }

  send(data: string): void {
    if (this.#end?.readyState === WebSocket.OPEN) this.#end.send(data);
  }

  close(): void {
    this.#closed = true;
    this.#end?.close();
  }

  #opened(end: SocketEnd): void {
    if (this.#closed) {
      end.close();
      return;
    }
    this.#end = end;
    end.process = this.#process;
    end.addEventListener('message', (event) => this.#tell('message', event));
    end.addEventListener('close', (event) => this.#tell('close', event));
    this.#tell('open', {});
  }

  #lost(): void {
    this.#tell('error', {});
    this.#tell('close', { code: ABNORMAL_CLOSURE });
  }

  #tell(type: string, event: Parameters<Listener>[0]): void {
    for (const listener of this.#listeners.get(type) ?? []) listener(event);
  }
}
