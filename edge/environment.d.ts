/** Operator settings besides the bindings of `wrangler.jsonc`; any may be missing, `configuration.ts` reports that. */
declare namespace Cloudflare {
  interface Env {
    /** Base address of the service, without `/api/v1`. */
    SERVICE_URL?: string;
    /** Public https address of this Worker; without it the service can't deliver webhooks. */
    PUBLIC_URL?: string;
    /** Base address of the data backend, without `/api/v1`; without it, everything about records is disabled. */
    DATA_API_URL?: string;
    /** Https address of the page where credits are bought; without it nothing leads there. */
    BILLING_URL?: string;
    /** Https address of the service's own page of a project, with `{projectId}` in it; without it no link's page leads there. */
    PROJECT_URL?: string;
    /** Comma-separated names of operations that the gateway is restricted to. */
    ALLOWED_OPERATIONS?: string;
    /** Highest monthly cap, in credits, that a builder may set in a launch; 5,000 by default. */
    BUILDER_CAP_MAX?: string;
    /** `off`: published apps are not looked at after a deployment. */
    LIVE_CHECK?: string;
    /** Number of the form of storage for which the edge may delete what is stored in another; set by `deploy`, which asks. */
    BEGINS_ANEW_AT?: string;
    /** Secret: the account's API key of the service. */
    SERVICE_API_KEY?: string;
    /** Secret: 32 bytes in base64 that encrypt secrets at rest. */
    ENCRYPTION_KEY?: string;
    /** Secret: the first owner's pairing code, valid once, optionally followed by a space and its expiry. */
    PAIRING_CODE?: string;
    /** Version of the Worker; may be missing locally. */
    CF_VERSION_METADATA?: WorkerVersionMetadata;
  }
}
