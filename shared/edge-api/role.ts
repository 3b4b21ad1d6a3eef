/** `viewer` reads; `builder` also launches, runs, deploys; `owner` also changes limits, webhooks, devices. */
export const ROLES = ['viewer', 'builder', 'owner'] as const;
export type Role = (typeof ROLES)[number];

export const isRole = (value: unknown): value is Role => (ROLES as readonly unknown[]).includes(value);

const RANK: Record<Role, number> = { viewer: 0, builder: 1, owner: 2 };

/** Whether a device with role `held` may do what requires `needed`. */
export function mayActAs(held: Role, needed: Role): boolean {
  return RANK[held] >= RANK[needed];
}
