/** Ends the command with a message that says what to do; not a bug in the program. */
export class Stop extends Error {}

/** The user cancelled a question by Escape or Ctrl-C, or a signal ended the command. */
export class Cancelled extends Error {}

/** Exit code of wrangler when it was redirected, which ends it (`refuse-redirects.ts`). */
export const REDIRECTED = 83;
