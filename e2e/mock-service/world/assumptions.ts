/**
 * Behaviour of this account where the reference is silent, or where only a client or a third party describes
 * it. Each is a line of the README's list of doubts; tests set both variants (`control.assume`).
 */
export interface Assumptions {
  /** Whether the start of a run or a deploy moves `lastModifiedAt`. */
  startMovesLastModified: boolean;
  /** Whether texts are stored escaped and without their tags. */
  escapesText: boolean;
  /** Whether `agent.prompt.finished` also contains the outcome (as `status`) and `creditsSpent`. */
  eventTellsOutcome: boolean;
  /** What the agent says last when a run was stopped. */
  afterStop: 'nothing' | 'regular' | 'finished';
  /** Whether `creditsSpent` of a failed run is 0, or what was taken before it was given back. */
  refundShows: boolean;
  /** Where `expectedMinutes` and `expectedFinishAt` are returned. */
  expectedMinutes: 'nowhere' | 'status' | 'everywhere';
  /** How long after a start the status endpoints may still report the previous end. */
  statusLagMs: number;
  /** Whether a run on a project whose server is not up waits for it, or is refused as a deploy is. */
  runWithoutServer: 'waits' | 'refused';
  /** Whether Get Project of a sleeping project leaves `agentServerStatus` out. */
  sleepHidesServerStatus: boolean;
  /** Whether a recovery makes a version of its own. */
  recoveryMakesVersion: boolean;
  /** Whether production logs come as `data.records` or as `data` itself. */
  productionLogs: 'records' | 'list';
}

export const USUAL_ASSUMPTIONS: Assumptions = {
  startMovesLastModified: false,
  escapesText: false,
  eventTellsOutcome: false,
  afterStop: 'nothing',
  refundShows: false,
  expectedMinutes: 'status',
  statusLagMs: 0,
  runWithoutServer: 'waits',
  sleepHidesServerStatus: false,
  recoveryMakesVersion: true,
  productionLogs: 'records',
};
