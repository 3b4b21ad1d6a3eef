import { describe, expect, it } from 'vitest';
import type { Draft } from '../storage/drafts.ts';
import type { LaunchEntry } from '../storage/launches.ts';
import { draftFixture, entryFixture, recordFixture } from './entry-fixture.ts';
import { confirmationOf } from './launch-request.ts';

const depsOf = (draft: Draft | null, entries: LaunchEntry[] = [], values: Record<string, string> = {}) => ({
  drafts: { read: async () => draft },
  secrets: { read: async () => values },
  entries: { read: async () => entries },
});
const secretDraft = draftFixture({ secrets: [{ id: 's', name: 'MAIL_KEY', environment: 'both' }] });

describe('confirming a form', () => {
  it('seals what is to be sent, without the value of any secret', async () => {
    const confirmation = await confirmationOf(depsOf(secretDraft, [], { s: 'canary' }), 'draft-1', null);
    expect(confirmation).toMatchObject({ draft: secretDraft, request: { secrets: [{ valueId: 's' }] } });
    expect(JSON.stringify(confirmation)).not.toContain('canary');
  });

  it('finds what the service would refuse, and what is gone', async () => {
    expect(await confirmationOf(depsOf(draftFixture({ words: '' })), 'draft-1', null)).toBe('problem');
    expect(await confirmationOf(depsOf(secretDraft), 'draft-1', null)).toBe('problem');
    expect(await confirmationOf(depsOf(null), 'draft-1', null)).toBe('gone');
  });

  it('returns the launch of the form, even when its draft and secrets are deleted', async () => {
    const launched = [entryFixture({ phase: 'answered', record: recordFixture() })];
    expect(await confirmationOf(depsOf(secretDraft, launched), 'draft-1', null)).toEqual({ key: 'key-1' });
    expect(await confirmationOf(depsOf(null, launched), 'draft-1', 'key-1')).toEqual({ key: 'key-1' });
  });

  it('seals again only for the second confirmation of just the launch that is open', async () => {
    const open = [entryFixture({ phase: 'sent' })];
    expect(await confirmationOf(depsOf(draftFixture(), open), 'draft-1', null)).toEqual({ key: 'key-1' });
    expect(await confirmationOf(depsOf(draftFixture(), open), 'draft-1', 'key-0')).toEqual({ key: 'key-1' });
    expect(await confirmationOf(depsOf(draftFixture(), open), 'draft-1', 'key-1')).toMatchObject({
      insteadOf: 'key-1',
    });
  });
});
