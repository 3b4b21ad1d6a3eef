import type { Draft } from '../storage/drafts.ts';
import type { LaunchEntry, LaunchRequest } from '../storage/launches.ts';
import type { SecretValues } from '../storage/session.ts';
import { draftProblems } from './draft-problems.ts';
import { launchInTheWay } from './history.ts';
import { launchRequestOf } from './launch-request.ts';

/** What the user has confirmed: the form, what is to be sent for it, and which open launch of it this one replaces. */
export type Confirmation = { draft: Draft; request: LaunchRequest; insteadOf: string | null };

/** Why there is nothing to confirm. `gone`: the draft was thrown away elsewhere; `problem`: the service would refuse it. */
export type Unconfirmable = 'gone' | 'problem';

export type ConfirmationDeps = {
  drafts: { read(id: string): Promise<Draft | null> };
  secrets: { read(owner: string): Promise<SecretValues> };
  entries: { read(): Promise<LaunchEntry[]> };
};

/**
 * Seals a form as it is stored.
 * @returns the key instead, when a launch already stands for the form
 */
export async function confirmationOf(
  deps: ConfirmationDeps,
  draftId: string,
  insteadOf: string | null,
): Promise<Confirmation | { key: string } | Unconfirmable> {
  const draft = await deps.drafts.read(draftId);
  const withValue = new Set(Object.keys(await deps.secrets.read(draftId)));
  // Read last: a launch that has thrown away the draft or its secrets is among them.
  const standing = launchInTheWay(await deps.entries.read(), draftId, insteadOf);
  if (standing) return { key: standing.key };
  if (!draft) return 'gone';
  if (draftProblems(draft, withValue).length > 0) return 'problem';
  return { draft, request: launchRequestOf(draft), insteadOf };
}
