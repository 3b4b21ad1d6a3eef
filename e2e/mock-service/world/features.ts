export type Unit =
  | 'calls'
  | 'recipients'
  | 'pages'
  | 'bytes'
  | 'session_minutes'
  | 'room_minutes'
  | 'executions'
  | 'builds'
  | 'rows'
  | 'requests'
  | 'credits';

/** The features of the service reference's table, with the unit of each and, for AI calls, its parent. */
export const FEATURES = {
  ai: { unit: 'calls' },
  ai_text: { unit: 'calls', parent: 'ai' },
  ai_image: { unit: 'calls', parent: 'ai' },
  ai_video: { unit: 'calls', parent: 'ai' },
  speech: { unit: 'calls' },
  web: { unit: 'calls' },
  browser: { unit: 'session_minutes' },
  scan: { unit: 'pages' },
  storage: { unit: 'bytes' },
  email: { unit: 'recipients' },
  pdf: { unit: 'pages' },
  vectors: { unit: 'calls' },
  realtime: { unit: 'room_minutes' },
  cron: { unit: 'executions' },
  mobile: { unit: 'builds' },
  database: { unit: 'rows' },
  worker: { unit: 'requests' },
  all: { unit: 'credits' },
} as const satisfies Record<string, { unit: Unit; parent?: 'ai' }>;

export type Feature = keyof typeof FEATURES;

export const FEATURE_NAMES = Object.keys(FEATURES) as Feature[];

export function isFeature(value: unknown): value is Feature {
  return typeof value === 'string' && Object.hasOwn(FEATURES, value);
}

export function parentOf(feature: Feature): 'ai' | undefined {
  const described: { unit: Unit; parent?: 'ai' } = FEATURES[feature];
  return described.parent;
}
