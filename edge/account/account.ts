import { DurableObject } from 'cloudflare:workers';
import { configuration } from '../configuration.ts';
import type { AccountContext } from './context.ts';
import { type Job, type JobName, Jobs, jobsSchema } from './jobs.ts';
import { migrate } from './schema.ts';

/**
 * The one object of the account: whatever must be exact lives here. It composes one small class per capability and adds
 * nothing of its own; every public method is called by the Worker (RPC) and delegates.
 */
export class Account extends DurableObject<Cloudflare.Env> {
  readonly #context: AccountContext;

  constructor(ctx: DurableObjectState, env: Cloudflare.Env) {
    super(ctx, env);
    migrate(ctx.storage, [jobsSchema]);
    const now = () => Date.now();
    const handlers: Partial<Record<JobName, Job>> = {};
    this.#context = {
      storage: ctx.storage,
      env,
      configuration: configuration(env),
      now,
      jobs: new Jobs(ctx.storage, handlers, now),
      waitUntil: (work) => ctx.waitUntil(work),
    };
  }

  override async alarm(): Promise<void> {
    await this.#context.jobs.run();
  }
}
