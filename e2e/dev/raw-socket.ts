import { randomBytes } from 'node:crypto';
import { connect, type Socket } from 'node:net';

const CLOSE = 8;
const LENGTH_IN_TWO_BYTES = 126;
const SHORT_HEADER_BYTES = 2;
const LONG_HEADER_BYTES = 4;

/** A frame as it came: its opcode (1 = text, 8 = close) and its payload. */
export interface Frame {
  readonly opcode: number;
  readonly payload: Buffer;
}

/** A WebSocket over plain TCP, by RFC 6455: it answers nothing by itself, neither pings nor a close. */
export class RawSocket {
  readonly frames: Frame[] = [];
  /** Status of the response to the upgrade: 101 for an open socket. */
  readonly status: number;
  #rest: Buffer;
  readonly #socket: Socket;

  private constructor(socket: Socket, status: number, rest: Buffer) {
    this.#socket = socket;
    this.status = status;
    this.#rest = rest;
    if (status === 101) this.#read(Buffer.alloc(0));
    socket.on('data', (bytes) => this.#read(bytes));
  }

  static open(base: string, path: string, protocols: readonly string[]): Promise<RawSocket> {
    const { hostname, port, host } = new URL(base);
    const socket = connect(Number(port), hostname);
    const lines = [
      `GET ${path} HTTP/1.1`,
      `Host: ${host}`,
      'Connection: Upgrade',
      'Upgrade: websocket',
      'Sec-WebSocket-Version: 13',
      `Sec-WebSocket-Key: ${randomBytes(16).toString('base64')}`,
      `Sec-WebSocket-Protocol: ${protocols.join(', ')}`,
    ];
    socket.write(`${lines.join('\r\n')}\r\n\r\n`);
    return new Promise((resolve, reject) => {
      let head = Buffer.alloc(0);
      const onData = (bytes: Buffer) => {
        head = Buffer.concat([head, bytes]);
        const end = head.indexOf('\r\n\r\n');
        if (end < 0) return;
        socket.off('data', onData);
        const status = Number(head.subarray(0, end).toString('latin1').split(' ')[1]);
        resolve(new RawSocket(socket, status, head.subarray(end + 4)));
      };
      socket.on('data', onData);
      socket.once('error', reject);
    });
  }

  /** Text frames received so far. */
  get texts(): string[] {
    return this.frames.filter(({ opcode }) => opcode === 1).map(({ payload }) => payload.toString());
  }

  /** The code of the received close frame; null before it. */
  get closeCode(): number | null {
    return this.frames.find(({ opcode }) => opcode === CLOSE)?.payload.readUInt16BE(0) ?? null;
  }

  /** Sends a masked text frame. @param text shorter than 126 bytes */
  send(text: string): void {
    const payload = Buffer.from(text);
    const mask = randomBytes(4);
    const masked = payload.map((byte, at) => byte ^ (mask[at % 4] ?? 0));
    this.#socket.write(Buffer.concat([Buffer.from([0x81, 0x80 | payload.length]), mask, masked]));
  }

  /** Breaks the connection without a word. */
  destroy(): void {
    this.#socket.destroy();
  }

  #read(bytes: Buffer): void {
    this.#rest = Buffer.concat([this.#rest, bytes]);
    for (;;) {
      if (this.#rest.length < LONG_HEADER_BYTES) return;
      const short = (this.#rest[1] ?? 0) & 0x7f;
      const isLong = short === LENGTH_IN_TWO_BYTES;
      const start = isLong ? LONG_HEADER_BYTES : SHORT_HEADER_BYTES;
      const end = start + (isLong ? this.#rest.readUInt16BE(SHORT_HEADER_BYTES) : short);
      if (this.#rest.length < end) return;
      this.frames.push({
        opcode: (this.#rest[0] ?? 0) & 0x0f,
        payload: Buffer.from(this.#rest.subarray(start, end)),
      });
      this.#rest = this.#rest.subarray(end);
    }
  }
}
