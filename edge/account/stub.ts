import type { Account } from './account.ts';

/** One Worker serves one account of the service, so there is one object. */
const OBJECT_NAME = 'account';

type Remote<T> = {
  [K in keyof T]: T[K] extends (...given: infer A) => infer R ? (...given: A) => Promise<Awaited<R>> : never;
};

/**
 * The object's methods as the Worker calls them. The platform's own type for this gives up on values that hold open
 * records, which structured cloning carries well.
 */
export type RemoteAccount = Remote<Omit<Account, 'alarm' | 'fetch'>> & Pick<DurableObjectStub, 'fetch'>;

export function accountStub(env: Cloudflare.Env): RemoteAccount {
  return env.ACCOUNT.getByName(OBJECT_NAME) as unknown as RemoteAccount;
}
