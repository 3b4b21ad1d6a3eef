import { type Draft, FIRST_SETTINGS } from '../storage/drafts.ts';
import { newDraft } from './draft.ts';

/** A valid draft. */
export function draftFixture(changes: Partial<Draft> = {}): Draft {
  return {
    ...newDraft('draft-1', Date.UTC(2026, 10, 21), FIRST_SETTINGS),
    words: 'A booking page for this studio',
    name: 'studio-nord-classes',
    ...changes,
  };
}
