/** What the service received and did, so that tests can count paid effects. */
export interface Counters {
  /** By operation name: requests that carried a good key and reached the operation. */
  requests: Record<string, number>;
  effects: {
    /** By the id that was requested, before any suffix. */
    projectsByRequestedId: Record<string, number>;
    /** By the prompt of a launch. */
    projectsByPrompt: Record<string, number>;
    runsByPrompt: Record<string, number>;
    projects: number;
    runs: number;
    deploys: number;
    serverStarts: number;
    recoveries: number;
    rebuilds: number;
    uploads: number;
    /** Of the data backends. */
    recordsCreated: number;
    recordsDeleted: number;
    filesUploaded: number;
    pagesScanned: number;
    creditsCharged: number;
    creditsRefunded: number;
  };
  rejectedKeys: number;
  /** Where a redirect of a fault was followed to, and whether it carried a key. */
  redirectsFollowed: { path: string; withKey: boolean }[];
  webhookAttempts: number;
}

export function zeroCounters(): Counters {
  return {
    requests: {},
    effects: {
      projectsByRequestedId: {},
      projectsByPrompt: {},
      runsByPrompt: {},
      projects: 0,
      runs: 0,
      deploys: 0,
      serverStarts: 0,
      recoveries: 0,
      rebuilds: 0,
      uploads: 0,
      recordsCreated: 0,
      recordsDeleted: 0,
      filesUploaded: 0,
      pagesScanned: 0,
      creditsCharged: 0,
      creditsRefunded: 0,
    },
    rejectedKeys: 0,
    redirectsFollowed: [],
    webhookAttempts: 0,
  };
}

export function count(table: Record<string, number>, key: string): void {
  // A prompt or an id may be called like something that every object has (`constructor`).
  table[key] = (Object.hasOwn(table, key) ? (table[key] ?? 0) : 0) + 1;
}
