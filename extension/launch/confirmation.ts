import type { Draft } from './draft.ts';
import { draftProblems } from './draft-problems.ts';
import { launchInTheWay } from './history.ts';
import type { LaunchEntry } from './launch-entry.ts';
import { sealRequest } from './seal-request.ts';
import type { SealedRequest } from './sealed-request.ts';
import type { SecretValues } from './secret-values.ts';

/** What the user has confirmed: the form, what is to be sent for it, and which open launch of it this one replaces. */
export type Confirmation = { draft: Draft; request: SealedRequest; insteadOf: string | null };

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
  return { draft, request: sealRequest(draft), insteadOf };
}
