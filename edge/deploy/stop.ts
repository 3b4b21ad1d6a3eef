/** Ends the command with a sentence that says what to do; nothing of it is a mistake in the program. */
export class Stop extends Error {}

/** The person at the keyboard has left a question by Escape or Ctrl-C. */
export class Cancelled extends Error {}
