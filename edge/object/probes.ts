/** Rare states of the edge. A long simulator run (`npm run soak`) must reach each, or it is untested. */
export type Probe =
  // Paid calls whose responses were lost.
  | 'call-lost-at-restart'
  | 'reserved-call-forgotten'
  | 'unknown-call-proved-by-search'
  | 'unknown-call-absent'
  | 'unknown-call-with-candidates'
  | 'unknown-call-settled-by-user'
  // Events and subscriptions.
  | 'outbox-beyond-one-run'
  | 'outbox-drained-after-failures'
  | 'event-under-another-id'
  | 'event-reconciled'
  | 'reconciled-event-delivered'
  | 'subscription-found-again'
  // Guards.
  | 'override-found-at-start'
  | 'override-put-back'
  | 'override-left-alone'
  | 'override-could-not-be-set'
  | 'lost-cap-change-took-effect'
  | 'budget-lowered-after-correction'
  | 'launch-budget-adopted'
  | 'guard-stopped-run'
  // Imports.
  | 'rows-lost-at-restart'
  | 'row-already-there'
  | 'row-proved-by-look-up'
  | 'row-with-candidates'
  | 'row-settled-by-candidate'
  | 'row-never-arrived'
  | 'refused-row-in-doubt'
  | 'taken-record-kept-by-undo'
  | 'import-of-another-app'
  | 'scanned-file-removed'
  | 'scanned-file-named'
  // Alerts.
  | 'alert-taken-after-failures'
  | 'alert-over-while-it-waited'
  | 'end-of-alert-told'
  | 'channel-stopped'
  | 'stopped-channel-started-again'
  // Links of alerts.
  | 'link-used'
  | 'link-used-again'
  | 'link-differs'
  | 'link-answer-lost'
  | 'link-beyond-ceiling'
  // Jobs.
  | 'job-retried'
  | 'job-asked-for-while-it-ran';

let onReached: (probe: Probe) => void = () => {};

/** Says that a rare state was reached. Nothing listens outside of the simulator. */
export function reached(probe: Probe): void {
  onReached(probe);
}

/** @param listener receives every probe of this process from now on, in place of an earlier one */
export function listenToProbes(listener: (probe: Probe) => void): void {
  onReached = listener;
}
