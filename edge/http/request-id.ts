const PREFIX_LENGTH = 24;
const COUNT_LENGTH = 12;

let prefix = '';
let count = 0;

/** An id of our own making, in the form of a UUID: random for this instance of the Worker, counted within it. */
export function newRequestId(): string {
  prefix ||= crypto.randomUUID().slice(0, PREFIX_LENGTH);
  count++;
  return prefix + count.toString(16).padStart(COUNT_LENGTH, '0');
}
