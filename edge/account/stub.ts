import type { Account } from './account.ts';

/** One Worker serves one account of the service, so there is one object. */
const OBJECT_NAME = 'account';

export function accountStub(env: Cloudflare.Env): DurableObjectStub<Account> {
  return env.ACCOUNT.getByName(OBJECT_NAME);
}
