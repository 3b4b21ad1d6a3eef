/**
 * Everything that can go wrong with a call of the builder service or an app's data backend. Closed: every
 * response that is not a success maps to one of these.
 */
export const FAILURE_KINDS = [
  'key-rejected',
  'account-unconfirmed',
  'no-credits',
  'forbidden',
  'not-found',
  'not-available',
  'rate-limited',
  'too-large',
  'refused',
  'timeout',
  'unreachable',
  'service-failing',
  'answer-too-large',
  'unexpected-answer',
  'not-configured',
] as const;
export type FailureKind = (typeof FAILURE_KINDS)[number];

export interface ServiceFailure {
  kind: FailureKind;
  /** null when there was no response. */
  httpStatus: number | null;
  /** The service's own code, when it gave one; an open set. */
  code: string | null;
  /** The service's message, or ours. The data backend's may hold record values: for the caller, not logs. */
  message: string;
  details: Record<string, unknown> | null;
  /** How long to wait, as the service requests. */
  retryAfterMs: number | null;
  /** Whether it proves that nothing was done: no call was sent, or the service refused it in its own form. */
  isCertain: boolean;
}

/** What the user reads and can do. */
export const FAILURE_WORDS: Record<FailureKind, { says: string; action: string }> = {
  'key-rejected': {
    says: 'The service does not accept the API key of your edge.',
    action: 'Set a valid key as the secret SERVICE_API_KEY of the Worker.',
  },
  'account-unconfirmed': {
    says: 'Your edge has another API key, and does not know whether it opens the same account.',
    action: 'An owner says so in the console, under Settings.',
  },
  'no-credits': {
    says: 'The account has not enough credits for this.',
    action: 'Buy credits or wait for the next billing period, then try again.',
  },
  forbidden: {
    says: 'The account is not allowed to do this.',
    action: 'Ask the owner of the account, or use a key with wider rights.',
  },
  'not-found': {
    says: 'The service does not know this project or webhook.',
    action: 'It may have been deleted; refresh the list.',
  },
  'not-available': {
    says: 'The service does not offer this for this project.',
    action: 'Nothing to do: what the webhooks tell is shown instead.',
  },
  'rate-limited': {
    says: 'The service asks us to slow down.',
    action: 'Wait a minute; it is tried again by itself.',
  },
  'too-large': {
    says: 'What was sent is larger than the service takes.',
    action: 'Make it smaller, and try again.',
  },
  refused: {
    says: 'The service refused this.',
    action: 'Read its reason, change what it names, and try again.',
  },
  timeout: {
    says: 'The service did not answer in time.',
    action: 'It is asked again by itself; a paid call is never repeated.',
  },
  unreachable: {
    says: 'The service could not be reached.',
    action: 'Check SERVICE_URL if this goes on; it is tried again by itself.',
  },
  'service-failing': {
    says: 'The service has a problem of its own.',
    action: 'Wait; it is tried again by itself.',
  },
  'answer-too-large': {
    says: 'The answer of the service is larger than your edge reads.',
    action: 'Ask for less at a time.',
  },
  'unexpected-answer': {
    says: 'The service answered something we do not understand.',
    action: 'Check that SERVICE_URL names the service; otherwise wait for an update.',
  },
  'not-configured': {
    says: 'Your edge is not set up completely.',
    action: 'Open /health of the edge: it lists what is missing.',
  },
};
