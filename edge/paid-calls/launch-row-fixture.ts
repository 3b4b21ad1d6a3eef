import type { LaunchRow } from './launch-ledger.ts';

export const SENT = Date.UTC(2026, 10, 21);

/** A launch of `shop` whose response was lost. */
export function launchRow(changes: Partial<LaunchRow> = {}): LaunchRow {
  return {
    key: 'key',
    operation: 'launchProject',
    device_id: 'd1',
    state: 'unknown',
    fingerprint: 'f',
    requested_project_id: 'shop',
    project_id: null,
    label: null,
    prompt_digest: 'ours',
    prompt: null,
    price_credits: 0,
    created_at: SENT,
    sent_at: SENT,
    settled_at: null,
    refusal: null,
    agent_started: null,
    warnings: '[]',
    answer_status: null,
    answer: null,
    next_check_at: null,
    checks: 0,
    good_checks: 0,
    begun_at: null,
    seen_none_at: null,
    wait_until: null,
    candidates: '[]',
    settled_by_user: 0,
    ...changes,
  };
}
