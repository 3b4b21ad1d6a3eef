import { AsyncLocalStorage } from 'node:async_hooks';

/** One run of the Worker or of its object, started by a request, a call, a message or an alarm. */
interface Invocation {
  readonly name: string;
  subrequests: number;
}

const current = new AsyncLocalStorage<Invocation>();

/** Counts subrequests per invocation: a free account may make 50 in one. */
export class Invocations {
  /** The invocation with the most. */
  busiest: { readonly name: string; readonly subrequests: number } = { name: 'none', subrequests: 0 };

  run<T>(name: string, work: () => T): T {
    return current.run({ name, subrequests: 0 }, work);
  }

  /** Records a call of the service, KV or the object. */
  count(): void {
    const invocation = current.getStore();
    if (!invocation) return;
    invocation.subrequests++;
    if (invocation.subrequests > this.busiest.subrequests) this.busiest = { ...invocation };
  }
}
