import 'vitest';

/** What the set-up of the tests hands to them. */
declare module 'vitest' {
  interface ProvidedContext {
    serviceUrl: string;
    serviceApiKey: string;
    /** The local data backend; a project's key is `data-local-<project>`. */
    dataUrl: string;
    hookRelayUrl: string;
    /** How many requests the whitelist is tried with. */
    whitelistRequests: number;
  }
}
