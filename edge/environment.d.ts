/** What the operator configures beside the bindings of `wrangler.jsonc`; any of it may be missing, `configuration.ts` says so. */
declare namespace Cloudflare {
  interface Env {
    /** Base address of the service, without `/api/v1`. */
    SERVICE_URL?: string;
    /** Public https address of this Worker; without it the service's webhooks can't reach us. */
    PUBLIC_URL?: string;
    /** Base address of the data backend, without `/api/v1`; without it everything about records is off. */
    DATA_API_URL?: string;
    /** Names of operations, separated by commas, to which the gateway is narrowed. */
    ALLOWED_OPERATIONS?: string;
    /** Highest monthly cap, in credits, that a builder may set by a launch; 5,000 when it is not set. */
    BUILDER_CAP_MAX?: string;
    /** Secret: the account's key of the service. */
    SERVICE_API_KEY?: string;
    /** Secret: 32 bytes in base64, with which secrets at rest are encrypted. */
    ENCRYPTION_KEY?: string;
    /** Secret: the first owner's pairing code, good for one pairing; behind a space, until when. */
    PAIRING_CODE?: string;
    /** Which version of the Worker this is; local ones may have none. */
    CF_VERSION_METADATA?: WorkerVersionMetadata;
  }
}
