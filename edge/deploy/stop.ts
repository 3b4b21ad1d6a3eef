/** Ends the command with a message that says what to do; not a bug in the program. */
export class Stop extends Error {}

/** The user cancelled a question by Escape or Ctrl-C. */
export class Cancelled extends Error {}
