import 'vitest';

/** Values that the tests' set-up provides. */
declare module 'vitest' {
  interface ProvidedContext {
    serviceUrl: string;
    serviceApiKey: string;
    /** The local data backend; a project's key is `data-local-<project>`. */
    dataUrl: string;
    hookRelayUrl: string;
    /** How many requests the whitelist is tested with. */
    whitelistRequests: number;
    /** In how many orders events are kept. */
    randomOrders: number;
  }
}
