/** The field of `creditLimits` with the cap of a category. */
export const CAP_FIELD = {
  development: 'maxDevelopmentCreditsPerMonth',
  infrastructure: 'maxInfrastructureCreditsPerMonth',
} as const;
export type Category = keyof typeof CAP_FIELD;

/** The field of a feature's limit that holds its budget, by what an event says it counts; an open set. */
export const budgetFieldOf = (capKind: string | null): 'monthlyCreditCap' | 'monthlyUnitCap' =>
  capKind === null || /credit/i.test(capKind) ? 'monthlyCreditCap' : 'monthlyUnitCap';

/** Features that the service switches and budgets (service reference, Feature limit entry). */
export const FEATURES = [
  'ai',
  'ai_text',
  'ai_image',
  'ai_video',
  'speech',
  'web',
  'browser',
  'scan',
  'storage',
  'email',
  'pdf',
  'vectors',
  'realtime',
  'cron',
  'mobile',
  'database',
  'worker',
  'all',
] as const;
export type Feature = (typeof FEATURES)[number];

/** Always on (service reference, FEATURE_NOT_DISABLABLE). */
export const ALWAYS_ON_FEATURES: ReadonlySet<string> = new Set<Feature>(['database', 'worker']);

export function isFeature(name: string): name is Feature {
  return (FEATURES as readonly string[]).includes(name);
}
